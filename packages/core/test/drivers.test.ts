import { rmSync, writeFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { seededRng } from '../src/util/rng.ts'
import { CONTRACT, folderWith } from './folder.ts'
import { node, novaRequest, placed, schedulerOver } from './scheduling.ts'

describe('CachingScheduler', () => {
  const conf = (driver: string): string =>
    `[DEFAULT]\nscheduler_driver = ${driver}\nscheduler_default_filters = RamFilter\nram_allocation_ratio = 1.0\nscheduler_driver_task_period = 60\n`
  const full = node('h1', { memory_mb: 2048, free_ram_mb: 0 })
  const empty = node('h1', { memory_mb: 2048, free_ram_mb: 2048 })

  async function afterDelete(driver: string, at: number): Promise<unknown> {
    let now = 0
    const scheduler = await schedulerOver([full], conf(driver), { clock: () => now })
    expect(await placed(scheduler, novaRequest())).toBe('NO_VALID_HOST')
    now = 10_000
    scheduler.update({ kind: 'update_node', node: empty })
    now = at * 1000
    return placed(scheduler, novaRequest())
  }

  test('sees a deleted instance when its period is over, FilterScheduler at once (P65)', async () => {
    expect(await afterDelete('nova.scheduler.caching_scheduler.CachingScheduler', 20)).toBe('NO_VALID_HOST')
    expect(await afterDelete('caching_scheduler', 59.9)).toBe('NO_VALID_HOST')
    expect(await afterDelete('caching_scheduler', 60)).toEqual(['h1'])
    expect(await afterDelete('nova.scheduler.filter_scheduler.FilterScheduler', 20)).toEqual(['h1'])
  })

  test('keeps claims until then, where FilterScheduler reads the nodes again', async () => {
    const scheduler = await schedulerOver([empty], conf('caching_scheduler'), { clock: () => 0 })
    expect(await placed(scheduler, novaRequest())).toEqual(['h1'])
    expect(await placed(scheduler, novaRequest())).toBe('NO_VALID_HOST')
    const other = await schedulerOver([empty], conf('filter_scheduler'), { clock: () => 0 })
    expect(await placed(other, novaRequest())).toEqual(['h1'])
    expect(await placed(other, novaRequest())).toEqual(['h1'])
  })
})

describe('ChanceScheduler', () => {
  const conf = '[DEFAULT]\nscheduler_driver = nova.scheduler.chance.ChanceScheduler\n'

  test('takes any live host, without a node, limits or a claim', async () => {
    const hosts = [
      node('up'),
      node('down', { service: { up: false } }),
      node('off', { service: { disabled: true } }),
      node('none', { service: null }),
    ]
    const { destinations } = await (await schedulerOver(hosts, conf)).select(novaRequest(2))
    expect(destinations).toMatchObject([
      { host: 'up', nodename: null, limits: null },
      { host: 'up', nodename: null, limits: null },
    ])
  })

  test('reaches every host, and repeats with the same seed', async () => {
    const hosts = ['a', 'b', 'c'].map((name) => node(name))
    const run = async (seed: number): Promise<unknown> =>
      placed(await schedulerOver(hosts, conf, { rng: seededRng(seed) }), novaRequest(40))
    expect(new Set((await run(1)) as string[])).toEqual(new Set(['a', 'b', 'c']))
    expect(await run(1)).toEqual(await run(1))
  })

  test.each([
    [
      'no live host',
      [node('h', { service: { up: false } })],
      {},
      'NO_VALID_HOST',
      'Is the appropriate service running?',
    ],
    ['only ignored hosts', [node('h')], { ignore_hosts: ['h'] }, 'NO_VALID_HOST', 'Could not find another compute'],
    ['a null list of ignored hosts', [node('h')], { ignore_hosts: null }, 'TYPE_MISMATCH', 'ignore_hosts is null'],
  ])('%s', async (_name, hosts, properties, code, message) => {
    const { error } = await (await schedulerOver(hosts, conf)).select(novaRequest(1, { properties }))
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) })
  })
})

describe('IronicHostManager', () => {
  const manager = 'scheduler_host_manager = nova.scheduler.ironic_host_manager.IronicHostManager\n'
  const conf = `[DEFAULT]\n${manager}scheduler_use_baremetal_filters = True\n`
  const metal = {
    hypervisor_type: 'ironic',
    vcpus: 1,
    memory_mb: 2048,
    local_gb: 20,
    supported_instances: [['x86_64', 'baremetal', 'hvm']],
  }

  test('gives a whole node to each instance', async () => {
    const scheduler = await schedulerOver(
      [node('c1', { ...metal, nodename: 'n1' }), node('c1', { ...metal, nodename: 'n2' })],
      conf,
    )
    const { destinations } = await scheduler.select(novaRequest(2))
    expect(destinations.map(({ nodename }) => nodename)).toEqual(['n1', 'n2'])
    expect(scheduler.hosts()).toMatchObject([
      { freeRamMb: 0, freeDiskMb: 0, vcpusUsed: 1, numInstances: 0 },
      { freeRamMb: 0, freeDiskMb: 0, vcpusUsed: 1, numInstances: 0 },
    ])
    expect(await placed(await schedulerOver([node('c1', metal)], conf), novaRequest(2))).toBe('NO_VALID_HOST')
  })

  test('its filters want an exact fit', async () => {
    expect(await placed(await schedulerOver([node('c1', { ...metal, memory_mb: 4096 })], conf), novaRequest())).toBe(
      'NO_VALID_HOST',
    )
    const usual = await schedulerOver([node('c1', { ...metal, memory_mb: 4096 })], `[DEFAULT]\n${manager}`)
    expect(await placed(usual, novaRequest())).toEqual(['c1'])
  })

  test('reads its nodes anew at each request, and does not look at disk_available_least', async () => {
    const record = node('c1', { ...metal, updated_at: '2020-01-01T00:00:00', disk_available_least: 1 })
    const scheduler = await schedulerOver([record], conf)
    expect(await placed(scheduler, novaRequest())).toEqual(['c1'])
    expect(await placed(scheduler, novaRequest())).toEqual(['c1'])
  })

  test('treats other hypervisors as HostManager does', async () => {
    const scheduler = await schedulerOver([node('kvm1', { hypervisor_type: 'QEMU' })], `[DEFAULT]\n${manager}`)
    await scheduler.select(novaRequest())
    expect(scheduler.hosts()).toMatchObject([{ freeRamMb: 6144, numInstances: 1 }])
  })
})

describe('the JSON options file (P91)', () => {
  const reader = `import { defineFilter, reject } from '${CONTRACT}'
export const f = defineFilter({ name: 'Reader', reasons: { no: 'no' }, create: () => (request) => {
  const { want } = request.configOptions
  return (host) => want === undefined || host.host === want || reject('no')
} })`

  test('is looked at for every request', async () => {
    const folder = folderWith({ 'reader.mjs': reader, 'options.json': '{"want": "b"}' })
    const file = join(folder, 'options.json')
    const conf = `[DEFAULT]\nscheduler_json_config_location = ${file}\nscheduler_available_filters = ./reader.mjs\nscheduler_default_filters = Reader\n`
    const scheduler = await schedulerOver([node('a'), node('b')], conf, { file: join(folder, 'nova.conf') })
    const write = (text: string, second: number): void => {
      writeFileSync(file, text)
      utimesSync(file, second, second)
    }
    write('{"want": "b"}', 1000)
    expect(await placed(scheduler, novaRequest())).toEqual(['b'])
    write('{"want": "a"}', 1000)
    expect(await placed(scheduler, novaRequest()), 'same time: not read again').toEqual(['b'])
    write('{"want": "a"}', 1001)
    expect(await placed(scheduler, novaRequest())).toEqual(['a'])
    write('{"want": ', 1002)
    expect(await placed(scheduler, novaRequest()), 'broken: empty').toEqual(['a'])
    rmSync(file)
    expect(await placed(scheduler, novaRequest())).toBe('OPTIONS_FILE_UNREADABLE')
  })

  test('is none by default', async () => {
    expect(await placed(await schedulerOver([node('a')]), novaRequest())).toEqual(['a'])
  })
})

test.each([
  ['names instead of places', `['a']`],
  ['too few', '[]'],
  ['nothing', 'undefined'],
])('a scheduler driver that gives %s is at fault', async (_name, gives) => {
  const driver = `import { defineSchedulerDriver } from '${CONTRACT}'
export const d = defineSchedulerDriver({ name: 'Bad', create: () => ({ selectDestinations: async () => ${gives} }) })`
  const file = join(folderWith({ 'bad.mjs': driver }), 'nova.conf')
  const scheduler = await schedulerOver([node('a')], '[DEFAULT]\nscheduler_driver = ./bad.mjs\n', { file })
  const { error } = await scheduler.select(novaRequest())
  expect(error).toMatchObject({ code: 'PLUGIN_FAULT', plugin: 'Bad', cause: { code: 'PLUGIN_INVALID' } })
})

test('a driver or host manager of the site is left out: the default decides', async () => {
  const conf = '[DEFAULT]\nscheduler_driver = site.HpcScheduler\nscheduler_host_manager = site.SiteHostManager\n'
  await expect(schedulerOver([node('a')], conf)).rejects.toMatchObject({ code: 'DRIVER_NOT_FOUND' })
  const scheduler = await schedulerOver([node('a')], conf, { without: ['HpcScheduler', 'SiteHostManager'] })
  expect(await placed(scheduler, novaRequest())).toEqual(['a'])
  expect(scheduler.notes).toEqual([
    'decided without SiteHostManager',
    'HostManager decides in its place',
    'decided without HpcScheduler',
    'FilterScheduler decides in its place',
  ])
})

test('a scheduler driver of a third party runs', async () => {
  const driver = `import { defineSchedulerDriver } from '${CONTRACT}'
export const d = defineSchedulerDriver({ name: 'LastHost', create: ({ engine }) => ({
  selectDestinations: (request) => engine.schedule(engine.hostStates().slice(-1), request),
}) })`
  const folder = folderWith({ 'last.mjs': driver })
  const scheduler = await schedulerOver([node('a'), node('b')], '[DEFAULT]\nscheduler_driver = ./last.mjs\n', {
    file: join(folder, 'nova.conf'),
  })
  expect(await placed(scheduler, novaRequest(2))).toEqual(['b', 'b'])
})
