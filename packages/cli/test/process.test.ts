import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith } from './program.ts'

const BIN = join(import.meta.dirname, '../bin/nova-sched.js')
const ENV = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS'))
const FILES = {
  'nova.conf': '[DEFAULT]\nscheduler_available_filters = ./plugin.mjs\nscheduler_default_filters = Bad\n',
  'cloud.json': '{"hosts": [{"host": "a", "vcpus": 1, "memory_mb": 4096, "local_gb": 10}]}',
  'boot.json': '{"flavor": {"vcpus": 1, "memory_mb": 1024}}',
}
const ARGS = ['dry-run', '--config-file', 'nova.conf', '--inventory', 'cloud.json', '--request', 'boot.json']

function run(plugin: string): { status: number | null; stdout: string; stderr: string } {
  const module = `import { defineFilter } from '@nova-sched/core/plugin'\n${plugin}\n`
  const cwd = folderWith({ ...FILES, 'plugin.mjs': module })
  return spawnSync(process.execPath, [BIN, ...ARGS], { cwd, env: ENV, encoding: 'utf8', timeout: 30_000 })
}

const passing = `export const f = defineFilter({ name: 'Bad', create: () => () => null })`

describe('whatever a plugin does to the process, the command ends with its own code and no stack', () => {
  test.each([
    ['ends the process', `process.exit(0)`, 3, /a plugin ended the process, or never answered/],
    [
      'rejects outside of any call',
      `Promise.reject(new Error('lost'))\n${passing}`,
      3,
      /a plugin broke outside of any call: lost/,
    ],
    [
      'never answers',
      passing.replace('() => null', '({ prepare: () => null, load: () => new Promise(() => {}) })'),
      3,
      /never answered/,
    ],
    [
      'throws what cannot be shown',
      passing.replace('() => null', '() => () => { throw Object.create(null) }'),
      3,
      /^release/,
    ],
    ['leaves a timer running', `setInterval(() => {}, 1000)\n${passing}`, 0, /^release/],
    ['prints', `console.log('mixed in')\n${passing}`, 0, /mixed in/],
  ])('one that %s', (_name, plugin, status, message) => {
    const ended = run(plugin)
    expect(ended.status).toBe(status)
    expect(ended.stderr).toMatch(message)
    expect(ended.stderr).not.toMatch(/^\s+at /m)
    if (status === 0) expect(ended.stdout).toMatch(/^Placed 1 of 1/)
  })

  test('a closed pipe ends it quietly', () => {
    const { status, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${BIN}" conf list | head -n 1`], {
      env: ENV,
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect(stderr).not.toMatch(/EPIPE|^\s+at /m)
  })
})
