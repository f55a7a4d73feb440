import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nova } from './command.ts'
import { folderWith } from './program.ts'
import { watching } from './watched.ts'

const CONF = '[DEFAULT]\nscheduler_default_filters = RamFilter\n'
const cloud = (...hosts: readonly string[]): string =>
  JSON.stringify({ hosts: hosts.map((host) => ({ host, vcpus: 4, memory_mb: 4096, local_gb: 10 })) })
const boot = (memory: number): string => JSON.stringify({ flavor: { vcpus: 1, memory_mb: memory } })
const FILES = { 'nova.conf': CONF, 'cloud.json': cloud('alpha'), 'boot.json': boot(1024) }
const ARGS = ['--inventory', 'cloud.json', '--request', 'boot.json', '--watch']
const NAMED = ['--config-file', 'nova.conf', ...ARGS]

/** A watched dry run over files, and a way to edit them. */
function dryRun(
  args: readonly string[],
  options: { columns?: number; clock?: () => number; files?: Record<string, string> } = {},
): ReturnType<typeof watching> & { readonly edit: (name: string, text: string) => void; readonly cwd: string } {
  const cwd = folderWith({ ...FILES, ...options.files })
  const edit = (name: string, text: string): void => writeFileSync(join(cwd, name), text)
  return { ...watching(['dry-run', ...args], { ...options, cwd }), edit, cwd }
}

describe('dry-run --watch decides again when', () => {
  test.each([
    ['the configuration', 'nova.conf', CONF.replace('RamFilter', 'DiskFilter'), /DiskFilter +1 +1/],
    ['the inventory', 'cloud.json', cloud('beta'), /beta +1/],
    ['the request', 'boot.json', boot(8192), /No valid host/],
  ])('%s changes', async (_what, name, text, expected) => {
    const { until, edit } = dryRun(NAMED)
    expect(await until(/^/)).toMatch(/RamFilter +1 +1\n[^]*alpha/)
    edit(name, text)
    const again = await until(expected)
    expect(again).toContain(`watch: ${new Date(0).toTimeString().slice(0, 8)} ${name} changed\n`)
  })

  test('the JSON options file comes', async () => {
    const { until, edit, cwd } = dryRun(NAMED)
    await until(/^/)
    edit('nova.conf', `${CONF}scheduler_json_config_location = ${join(cwd, 'options.json')}\n`)
    expect(await until(/changed/)).toContain("the scheduler's options file cannot be read")
    edit('options.json', '{}')
    expect(await until(/options\.json changed/)).toContain('Placed 1 of 1')
  })

  test('a configuration comes where one is looked for', async () => {
    const { until, edit, cwd } = dryRun(ARGS, { files: { 'nova.conf': '' } })
    await until(/^/)
    rmSync(join(cwd, 'nova.conf'))
    await until(/nova\.conf changed/)
    edit('nova.conf', CONF)
    expect(await until(/was found/)).toMatch(/^RamFilter +1 +1$/m)
  })

  test('a folder of --config-dir gains a file', async () => {
    const { until, edit } = dryRun(['--config-dir', '.', ...ARGS])
    await until(/RamFilter/)
    edit('z.conf', CONF.replace('RamFilter', 'DiskFilter'))
    expect(await until(/z\.conf|changed/)).toMatch(/DiskFilter +1 +1/)
  })

  test('it could not be decided at first', async () => {
    const { until, edit } = dryRun(NAMED, { files: { 'nova.conf': 'oops', 'cloud.json': '{' } })
    expect(await until(/^/)).toMatch(/^error: cloud\.json/m)
    edit('cloud.json', FILES['cloud.json'])
    expect(await until(/^/)).toMatch(/^error: nova\.conf:1/m)
    edit('nova.conf', CONF)
    expect(await until(/^/)).toContain('Placed 1 of 1')
  })
})

describe('the last good part stays while one cannot be read', () => {
  test('a configuration, which decides on a new inventory', async () => {
    const { until, edit } = dryRun(NAMED)
    await until(/alpha/)
    edit('nova.conf', '[DEFAULT]\nscheduler_default_filters = NoFilter\n')
    const broken = await until(/^/)
    expect(broken).toContain('error: nova.conf:2: Scheduler Host Filter NoFilter could not be found')
    expect(broken).toContain('watch: goes on with the last good configuration\n')
    expect(broken).toMatch(/RamFilter +1 +1\n[^]*alpha/)
    edit('cloud.json', cloud('beta'))
    expect(await until(/^/)).toMatch(/NoFilter could not be found[^]*goes on[^]*RamFilter +1 +1\n[^]*beta/)
    edit('nova.conf', CONF.replace('RamFilter', 'DiskFilter'))
    const mended = await until(/^/)
    expect(mended).toMatch(/DiskFilter +1 +1\n[^]*beta/)
    expect(mended).not.toContain('goes on')
  })

  test('an inventory and a request, each told', async () => {
    const { until, edit, cwd } = dryRun(NAMED)
    await until(/alpha/)
    rmSync(join(cwd, 'cloud.json'))
    expect(await until(/cloud\.json changed/)).toMatch(/^watch: goes on with the last good inventory\n[^]*alpha/m)
    edit('boot.json', '{"flavour": 1}')
    const both = await until(/boot\.json changed/)
    expect(both).toMatch(/^error: cloud\.json: .*\nwatch: goes on with the last good inventory$/m)
    expect(both).toMatch(/^error: +boot\.json[^]*\nwatch: goes on with the last good request\n[^]*alpha/m)
  })

  test('a request that can be read, and not built', async () => {
    const { until, edit } = dryRun(NAMED)
    await until(/alpha/)
    edit('boot.json', '{"flavor": "m1.none"}')
    expect(await until(/changed/)).toMatch(
      /^error: .*m1\.none.*\nwatch: goes on with the last good request\n[^]*alpha/m,
    )
    edit('boot.json', FILES['boot.json'])
    expect(await until(/changed/)).toContain('Placed 1 of 1')
  })

  test('but one that no longer fits the inventory is told once', async () => {
    const flavored = JSON.stringify({
      ...(JSON.parse(cloud('alpha')) as object),
      flavors: [{ name: 'm1', vcpus: 1, memory_mb: 1 }],
    })
    const { until, edit } = dryRun(NAMED, { files: { 'cloud.json': flavored, 'boot.json': '{"flavor": "m1"}' } })
    await until(/alpha/)
    edit('cloud.json', cloud('alpha'))
    const told = await until(/changed/)
    expect(told.match(/^error: .*m1/gm)).toHaveLength(1)
    expect(told).not.toContain('goes on')
  })
})

describe('the output of a watch', () => {
  test('is one JSON document a line, and one YAML document after the other', async () => {
    const json = dryRun(['--format', 'json', ...NAMED])
    const lines = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('{'))
    const [first] = lines(await json.until(/^/))
    json.edit('cloud.json', cloud('beta'))
    const [second] = lines(await json.until(/changed/))
    const hosts = [first, second].map((line) => {
      return (JSON.parse(line ?? '') as { destinations: { host: string }[] }).destinations[0]?.host
    })
    expect(hosts).toEqual(['alpha', 'beta'])
    expect(await dryRun(['--format', 'yaml', ...NAMED]).until(/^/)).toMatch(/^---\nrelease: kilo\n/m)
  })

  test('starts afresh in a terminal', async () => {
    const { until, edit } = dryRun(NAMED, { columns: 80 })
    expect(await until(/^/)).not.toContain('\x1b')
    edit('boot.json', boot(2048))
    expect(await until(/changed/)).toMatch(/^\x1b\[H\x1b\[2Jwatch: /)
  })

  test('goes on behind an empty line in a pipe', async () => {
    const { until, edit } = dryRun(NAMED)
    await until(/^/)
    edit('boot.json', boot(2048))
    expect(await until(/changed/)).toMatch(/^\nwatch: /)
  })

  test('has one seed for all runs', async () => {
    let now = 7
    const { until, edit } = dryRun(['--seed', 'random', ...NAMED], { clock: () => now++ })
    const [seed] = /^seed: \d+$/m.exec(await until(/^/)) ?? []
    edit('boot.json', boot(2048))
    expect(await until(/changed/)).toContain(seed ?? 'no seed')
  })

  test('names a few of many files', async () => {
    const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.json`, cloud(name)]))
    const args = ['--config-file', 'nova.conf', '--request', 'boot.json', '--watch', '--inventory']
    const { until, edit } = dryRun([...args, ...Object.keys(files)], { files })
    await until(/^/)
    for (const name of Object.keys(files)) edit(name, cloud(`new-${name}`))
    expect(await until(/changed/)).toContain(' a.json, b.json, c.json and 2 more changed\n')
  })
})

test('a plugin that waits for something as it is loaded is named', async () => {
  const conf = `${CONF}scheduler_driver = ./slow.mjs\n`
  const files = { 'nova.conf': conf, 'slow.mjs': 'await new Promise(() => {})\n' }
  const { sees } = dryRun(NAMED, { files })
  expect(await sees(/still loading/)).toContain('watch: slow.mjs is still loading\n')
})

test('a run that never ends is left when something changes', async () => {
  const never = `import { defineSchedulerDriver } from '${new URL('../../core/dist/plugin/index.js', import.meta.url).href}'
export const d = defineSchedulerDriver({ name: 'Never', create: () => ({ selectDestinations: () => new Promise(() => {}) }) })`
  const conf = `${CONF}scheduler_driver = ./never.mjs\n`
  const { until, sees, edit } = dryRun(NAMED, { files: { 'nova.conf': conf, 'never.mjs': never } })
  await sees(/release kilo/)
  edit('nova.conf', CONF)
  expect(await until(/nova\.conf changed/)).toContain('Placed 1 of 1')
})

describe('it ends', () => {
  test('with 130 when it is interrupted', async () => {
    const { until, end } = dryRun(NAMED)
    await until(/^/)
    expect(await end()).toBe(130)
  })

  test.each([
    ['standard input', ['--inventory', '-', '--request', 'boot.json'], /^error: -: --watch reads files again/m],
    ['a device', ['--inventory', 'cloud.json', '--request', '/dev/null'], /^error: \/dev\/null: --watch/m],
    ['a wrong option', ['--top', 'x', '--inventory', 'cloud.json', '--request', 'boot.json'], /^error: --top x/m],
    ['a wrong seed', ['--seed', 'x', '--inventory', 'cloud.json', '--request', 'boot.json'], /^error: --seed x/m],
  ])('with 2 for %s', async (_what, args, message) => {
    const { code, stderr } = await nova(['dry-run', '--watch', ...args], { cwd: folderWith(FILES) })
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
  })
})
