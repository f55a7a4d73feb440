import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CONF_CHECKS } from '../../src/conf-check/index.ts'

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../../docs/conf-check.md'), 'utf8')

test('docs/conf-check.md explains exactly the codes that there are, each with its usual level', () => {
  const rows = Array.from(DOCUMENT.matchAll(/^\| `([a-z-]+)` *\| *(error|warning|hint)/gm), ([, code, level]) => [
    code,
    level,
  ])
  const codes = Object.entries(CONF_CHECKS).map(([code, { level }]) => [code, level])
  expect(rows.toSorted()).toEqual(codes.toSorted())
})
