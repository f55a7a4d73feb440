import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const EXAMPLE = join(import.meta.dirname, '../examples/embedding/place.mjs')

test('the example of docs/embedding.md runs', () => {
  expect(execFileSync(process.execPath, [EXAMPLE], { encoding: 'utf8' })).toBe(
    'compute-02 1\ncompute-01 0.5\ncompute-02 -0.25\n',
  )
})
