import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installWithNpm, installWithPnpm, packAll, type Installation } from './lib/packed.ts'

const TIME_TO_INSTALL = 300_000

/** Each example with where its instances go. */
const EXAMPLES = [
  ['acme-nova-filters/example', ['r2-b']],
  ['rack-limit', ['r2-b', 'r2-a']],
  ['memory-reserve', ['r2-b', 'r2-a', 'r3-b']],
  ['rack-spread', ['r3-b', 'r2-b', 'r3-b']],
  ['canary-first', ['r3-b', 'r3-b', 'r2-b']],
] as const

let tarballs: ReadonlyMap<string, string> = new Map()

beforeAll(() => {
  tarballs = packAll()
}, TIME_TO_INSTALL)

afterAll(() => {
  for (const tarball of tarballs.values()) rmSync(dirname(tarball), { recursive: true, force: true })
})

describe.each([
  ['npm', installWithNpm],
  ['pnpm', installWithPnpm],
])('the packages, installed from tarballs into an empty folder with %s', (manager, install) => {
  let installed: Installation

  beforeAll(() => {
    installed = install(tarballs)
  }, TIME_TO_INSTALL)

  afterAll(() => rmSync(installed.folder, { recursive: true }))

  const dryRun = (example: string): unknown => {
    const cloud = join(installed.folder, 'examples/cloud.yaml')
    const asked = ['--config-file', 'nova.conf', '--inventory', cloud, '--request', 'boot.yaml', '--format', 'json']
    const command = join(installed.folder, 'node_modules/.bin/nova-sched')
    const { stdout, stderr } = installed.run(command, ['dry-run', ...asked], join('examples', example))
    return stdout === '' ? stderr : JSON.parse(stdout)
  }

  test.each(EXAMPLES)('%s decides with its plugin', (example, hosts) => {
    expect(dryRun(example)).toMatchObject({ error: null, destinations: hosts.map((host) => ({ host })) })
  })

  test('the package manager runs the command, which explains with a third-party filter package beside it', () => {
    const conf = 'scheduler_available_filters = acme-nova-filters\nscheduler_default_filters = ProjectSpreadFilter\n'
    writeFileSync(join(installed.folder, 'nova.conf'), `[DEFAULT]\n${conf}`)
    const files = ['--inventory', 'examples/cloud.yaml', '--request', 'examples/acme-nova-filters/example/boot.yaml']
    const { status, stdout } = installed.exec(['explain', '--config-file', 'nova.conf', ...files, '--format', 'json'])
    const { hosts, reasons } = JSON.parse(stdout) as { hosts: { host: string }[]; reasons: unknown }
    expect(reasons).toEqual({ 'ProjectSpreadFilter: project_full': 1 })
    expect(hosts.find(({ host }) => host === 'r1-a')).toMatchObject({
      verdict: 'rejected',
      filter: 'ProjectSpreadFilter',
      message: 'holds 2 instances of project shop, at most 2 are allowed',
      details: { needed: 1, available: 0, short: 1, unit: 'places' },
    })
    expect(status).toBe(0)
  })

  if (manager === 'npm') {
    test('the kit runs the tests of the examples, without a build', () => {
      const { status, stdout } = installed.run(process.execPath, ['--test', 'examples/'])
      expect(stdout).toMatch(/pass [1-9]/)
      expect(status).toBe(0)
    })
  }
})
