import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const DEMO = join(ROOT, 'examples/demo')
const ENV = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS'))

/** Prints the URL of every module that Node loads. */
const TRACING = `import { register } from 'node:module'
import { writeSync } from 'node:fs'
register('data:text/javascript,' + encodeURIComponent(\`
import { writeSync } from 'node:fs'
export function load(url, context, next) {
  writeSync(2, 'loaded ' + url + '\\\\n')
  return next(url, context)
}\`))`

/** The files that a command loads, as paths from the root. */
function loadedBy(args: readonly string[]): string[] {
  const tracing = `data:text/javascript,${encodeURIComponent(TRACING)}`
  const bin = join(ROOT, 'packages/cli/bin/nova-sched.js')
  const { stderr, status } = spawnSync(process.execPath, ['--import', tracing, bin, ...args], {
    cwd: DEMO,
    env: ENV,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return Array.from(stderr.matchAll(/^loaded file:\/\/(.*)$/gm), ([, path]) => relative(ROOT, path as string))
}

test('a dry run of an inventory in plain YAML loads what it needs and nothing else', () => {
  const files = ['--config-file', 'nova.conf', '--inventory', 'inventory.yaml', '--request', 'request.yaml']
  expect(loadedBy(['dry-run', ...files]).sort()).toEqual([
    'packages/cli/bin/nova-sched.js',
    'packages/cli/dist/main.js',
    'packages/cli/dist/placing.js',
    'packages/cli/dist/rolldown-runtime.js',
    'packages/cli/dist/start.js',
    'packages/core/dist/contract.js',
    'packages/core/dist/engine.js',
    'packages/core/dist/index.js',
    'packages/core/dist/plugin/index.js',
    'packages/filters/dist/index.js',
    'packages/weighers/dist/index.js',
  ])
})
