import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const EXAMPLE = join(import.meta.dirname, '../examples/embedding/place.mjs')

test('the example of docs/embedding.md runs', () => {
  expect(execFileSync(process.execPath, [EXAMPLE], { encoding: 'utf8' })).toBe(
    'compute-02 1\ncompute-01 0.5\ncompute-02 -0.25\n',
  )
})

test('docs/embedding.md shows the example as it is', () => {
  expect(readFileSync(join(import.meta.dirname, '../docs/embedding.md'), 'utf8')).toContain(
    readFileSync(EXAMPLE, 'utf8'),
  )
})
