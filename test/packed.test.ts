import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
let folder = ''

const npm = (args: readonly string[], cwd: string): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

describe('the packages, installed from tarballs into an empty folder', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'nova-sched-packed-'))
    const workspaces = ['core', 'filters', 'weighers', 'cli'].flatMap((name) => ['--workspace', `packages/${name}`])
    npm(['pack', '--pack-destination', folder, ...workspaces], ROOT)
    const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
    writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}')
    npm(['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs.map((name) => `./${name}`)], folder)
  }, 120_000)

  afterAll(() => rmSync(folder, { recursive: true }))

  test('the command decides', () => {
    writeFileSync(join(folder, 'nova.conf'), '[DEFAULT]\nscheduler_default_filters = RamFilter\n')
    writeFileSync(
      join(folder, 'cloud.json'),
      '{"hosts": [{"host": "a", "vcpus": 1, "memory_mb": 4096, "local_gb": 10}]}',
    )
    writeFileSync(join(folder, 'boot.json'), '{"flavor": {"vcpus": 1, "memory_mb": 1024}}')
    const args = [
      'dry-run',
      '--config-file',
      'nova.conf',
      '--inventory',
      'cloud.json',
      '--request',
      'boot.json',
      '--format',
      'json',
    ]
    const printed = execFileSync(join(folder, 'node_modules/.bin/nova-sched'), args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    expect(JSON.parse(printed)).toMatchObject({ destinations: [{ host: 'a' }], error: null })
  })

  test('a filter is written and tested with the kit, without a build', () => {
    const filter = `import { defineFilter, reject } from '@nova-sched/core/plugin'
export const F = defineFilter({ name: 'F', reasons: { no: 'no' }, create: () => () => (host) => host.host === 'a' || reject('no') })`
    const tests = `import { filterCases } from '@nova-sched/core/testing'
import { test } from 'node:test'
import { F } from './f.mjs'
const cases = filterCases(F, { passes: [{ name: 'a', host: { host: 'a' } }], rejects: [{ name: 'b', host: { host: 'b' }, reason: 'no' }] })
for (const { name, run } of cases) test(name, run)`
    writeFileSync(join(folder, 'f.mjs'), filter)
    writeFileSync(join(folder, 'f.test.mjs'), tests)
    const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS'))
    const printed = execFileSync(process.execPath, ['--test', 'f.test.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      env: environment,
    })
    expect(printed).toMatch(/pass 2/)
    expect(printed).toMatch(/fail 0/)
  })
})
