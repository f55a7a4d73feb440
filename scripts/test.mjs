// Runs everything that must hold: installs what is missing, builds, lints, tests. Ends with `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, install, ROOT } from './lib/setup.mjs'

install()
build()

const folder = mkdtempSync(join(tmpdir(), 'nova-sched-test-'))
const report = join(folder, 'report.json')
const run = (command, args) => spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1

const lint = run('npm', ['run', '--silent', 'lint'])
const types = run(process.execPath, ['scripts/check-test-types.mjs'])
const arguments_ = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
]
const tests = run(process.execPath, [...arguments_, ...process.argv.slice(2)])

const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'))
rmSync(folder, { recursive: true })

const checks = [
  ['lint', lint],
  ['types of tests', types],
]
for (const [name, status] of checks) {
  if (status !== 0) process.stdout.write(`${name}: failed\n`)
}
const failedChecks = checks.filter(([, status]) => status !== 0).length
// A suite that cannot even be loaded fails without a failed test.
const failed = numFailedTests + failedChecks || (tests === 0 ? 0 : 1)
const skipped = numPendingTests + numTodoTests
process.stdout.write(`${numPassedTests + checks.length - failedChecks} passed, ${failed} failed, ${skipped} skipped\n`)
process.exit(failed === 0 ? 0 : 1)
