// Runs everything that must hold: installs what is missing, builds, tests, lints. Ends with `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, install, ROOT } from './lib/setup.mjs'
import { prepareMachine, prepareSqlite } from './lib/test-machine.mjs'

install()
build()
const missing = [...(await prepareMachine()), ...(await prepareSqlite())]
const isMissingFailure = process.env.CI === 'true'

const folder = mkdtempSync(join(tmpdir(), 'nova-sched-test-'))
const report = join(folder, 'report.json')
const run = (args) => spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1

const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
]
const tests = run([...vitest, ...process.argv.slice(2)])
const lint = run(['scripts/lint.mjs'])

const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'))
rmSync(folder, { recursive: true })

const passed = numPassedTests + (lint === 0 ? 1 : 0)
// A suite that cannot even be loaded fails without a failed test.
const failedTests = Math.max(numFailedTests, tests === 0 ? 0 : 1)
const failed = failedTests + (lint === 0 ? 0 : 1) + (isMissingFailure ? missing.length : 0)
if (lint !== 0) process.stdout.write('lint failed: see above\n')
for (const why of missing) process.stdout.write(`${isMissingFailure ? 'failed' : 'SKIPPED what needs it'}: ${why}\n`)
process.stdout.write(`${passed} passed, ${failed} failed, ${numPendingTests + numTodoTests} skipped\n`)
process.exit(failed === 0 ? 0 : 1)
