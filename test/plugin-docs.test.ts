import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as contract from '../packages/core/src/plugin/index.ts'
import { PART_FIELDS, PLAIN_FIELDS } from '../packages/core/src/plugin/request.ts'
import * as kit from '../packages/core/src/testing/index.ts'

const REFERENCE = readFileSync(join(import.meta.dirname, '../docs/plugin-contract.md'), 'utf8')

/** Names that the reference explains, in code, alone or at the head of a call. */
const explained = new Set(Array.from(REFERENCE.matchAll(/`[^`\n]+`/g), ([code]) => code.match(/\w+/g) ?? []).flat())

test.each([
  ['everything that the contract exports', Object.keys(contract)],
  ['everything that the kit exports', Object.keys(kit)],
  ['every field of a host', Object.keys(kit.aHost())],
  ['every field of a request', [...PLAIN_FIELDS, ...Object.keys(PART_FIELDS), ...Object.values(PART_FIELDS).flat()]],
])('docs/plugin-contract.md explains %s', (_, names) => {
  expect(names.filter((name) => !explained.has(name))).toEqual([])
})
