import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

test('the examples are right by the types that a plugin author sees', () => {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', join(ROOT, 'examples')], { encoding: 'utf8' })
  expect(stdout).toBe('')
})
