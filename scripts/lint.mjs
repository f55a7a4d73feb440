// npm run lint: every check of the sources, all of them, whatever the ones before say.
import { spawnSync } from 'node:child_process'
import { ROOT } from './lib/setup.mjs'

const CHECKS = [
  ['scripts/check-imports.mjs'],
  ['scripts/check-sizes.mjs'],
  ['scripts/check-test-types.mjs'],
  ['node_modules/eslint/bin/eslint.js', '.'],
  ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
]

const statuses = CHECKS.map((args) => spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1)
process.exitCode = Math.max(...statuses)
