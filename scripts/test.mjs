// Runs everything that must hold: installs what is missing, builds, tests, lints, compares with the real Nova.
// Ends with `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, install, ROOT } from './lib/setup.mjs'
import { prepareMachine, prepareSqlite } from './lib/test-machine.mjs'
import { whyNoNova } from './nova/oracle.mjs'

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
// Missing, it stands among `missing` already.
const nova =
  whyNoNova() === null ? run(['scripts/conformance-nova.mjs', '--count', '500', '--seed', seedOfCommit()]) : null

const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'))
rmSync(folder, { recursive: true })

const passed = numPassedTests + [lint, nova].filter((status) => status === 0).length
// A suite that cannot even be loaded fails without a failed test.
const failedTests = Math.max(numFailedTests, tests === 0 ? 0 : 1)
const failedChecks = Object.entries({ lint, 'the comparison with the real Nova': nova ?? 0 }).filter(
  ([, status]) => status !== 0,
)
const failed = failedTests + failedChecks.length + (isMissingFailure ? missing.length : 0)
for (const [name] of failedChecks) process.stdout.write(`${name} failed: see above\n`)
for (const why of missing) process.stdout.write(`${isMissingFailure ? 'failed' : 'SKIPPED what needs it'}: ${why}\n`)
process.stdout.write(
  `${passed} passed, ${failed} failed, ${numPendingTests + numTodoTests + (nova === null ? 1 : 0)} skipped\n`,
)
process.exit(failed === 0 ? 0 : 1)

/** Other scenarios for every commit, the same ones whenever it is tested. */
function seedOfCommit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? String(parseInt(stdout.slice(0, 7), 16)) : '1'
}
