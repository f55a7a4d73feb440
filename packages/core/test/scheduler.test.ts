import { describe, expect, test } from 'vitest'
import { parseConf } from '../src/conf/index.ts'
import { seededRng } from '../src/util/rng.ts'
import { IN_TREE, node, novaRequest, placed, schedulerOver } from './scheduling.ts'

const RAM_ONLY = '[DEFAULT]\nscheduler_default_filters = RamFilter\nram_allocation_ratio = 1.0\n'

describe('a request', () => {
  test('fails as a whole when not every instance finds a place; the claims stay (A2.2)', async () => {
    const stamped = { updated_at: '2020-01-01T00:00:00', memory_mb: 4096, local_gb: 1000 }
    const scheduler = await schedulerOver([node('a', stamped), node('b', stamped)], RAM_ONLY)
    const flavor = { memory_mb: 4096 }
    const decision = await scheduler.select(novaRequest(3, { flavor }))
    expect(decision.destinations).toEqual([])
    expect(decision.error).toMatchObject({
      code: 'NO_VALID_HOST',
      message: 'No valid host was found. There are not enough hosts available.',
      reasons: { 'RamFilter: not_enough_ram': 2 },
      placed: [{ host: 'a' }, { host: 'b' }],
    })
    expect(await placed(scheduler, novaRequest(1, { flavor }))).toBe('NO_VALID_HOST')
  })

  test('finds claimed places free again where the nodes are read again (P62)', async () => {
    const scheduler = await schedulerOver([node('a', { memory_mb: 4096 })], RAM_ONLY)
    const request = novaRequest(1, { flavor: { memory_mb: 4096 } })
    expect(await placed(scheduler, request)).toEqual(['a'])
    expect(await placed(scheduler, request)).toEqual(['a'])
  })

  test('tells hosts that no filter saw apart from hosts that were rejected (P02, P05)', async () => {
    const hosts = [
      node('h1', { service: { disabled: true, disabled_reason: 'broken fan' } }),
      node('h2', { service: null }),
      node('h3', { free_ram_mb: 0 }),
    ]
    const decision = await (await schedulerOver(hosts, RAM_ONLY)).select(novaRequest())
    expect(decision.known).toBe(3)
    expect(decision.skipped).toEqual([
      { host: 'h1', nodename: 'h1', reason: 'service_disabled', detail: 'broken fan' },
      { host: 'h2', nodename: 'h2', reason: 'no_service_record', detail: null },
    ])
    expect(decision.instances).toMatchObject([{ funnel: [{ filter: 'RamFilter', before: 1, after: 0 }] }])
  })

  test('blames no filter when no host is known (P05)', async () => {
    const decision = await (await schedulerOver([], RAM_ONLY)).select(novaRequest())
    expect(decision).toMatchObject({
      known: 0,
      error: { code: 'NO_VALID_HOST', reasons: {} },
      instances: [{ funnel: [] }],
    })
  })

  test('for no instance is placed nowhere', async () => {
    expect(await placed(await schedulerOver([node('a')]), novaRequest(0))).toEqual([])
  })

  test('that lacks what Nova reads first is a fault before any filter', async () => {
    const { request_spec: spec, filter_properties } = novaRequest()
    const { instance_properties: properties } = spec as { instance_properties: Record<string, unknown> }
    const left = Object.fromEntries(Object.entries(properties).filter(([key]) => key !== 'os_type'))
    const request = { request_spec: { ...spec, instance_properties: left }, filter_properties }
    expect(await placed(await schedulerOver([node('a')]), request)).toBe('KEY_MISSING')
  })

  test('is decided after the one before it, however many are asked at once', async () => {
    const stamped = { updated_at: '2020-01-01T00:00:00', memory_mb: 2048 }
    const scheduler = await schedulerOver([node('a', stamped), node('b', stamped)], RAM_ONLY)
    const answers = await Promise.all([1, 2, 3].map(() => placed(scheduler, novaRequest())))
    expect(answers).toEqual([['a'], ['b'], 'NO_VALID_HOST'])
  })
})

describe('a node whose record breaks Nova', () => {
  test('ends every request, and is named (P71)', async () => {
    const hosts = [node('good'), node('NEW', { free_disk_gb: null, free_ram_mb: null })]
    const { error } = await (await schedulerOver(hosts)).select(novaRequest())
    expect(error).toMatchObject({
      code: 'PLUGIN_FAULT',
      plugin: 'HostManager',
      host: 'NEW',
      cause: { code: 'TYPE_MISMATCH' },
    })
    expect(error?.message).toContain('has not reported yet')
  })

  test('a count that is no number', async () => {
    const { error } = await (
      await schedulerOver([node('a', { stats: { num_instances: 'many' } })])
    ).select(novaRequest())
    expect(error).toMatchObject({ host: 'a', cause: { code: 'VALUE_MALFORMED' } })
  })
})

describe('forced and ignored hosts', () => {
  const hosts = [node('h1'), node('h2', { free_ram_mb: 0 }), node('h3')]

  test.each([
    ['skip every filter (P53)', { force_hosts: ['h2'] }, ['h2']],
    ['are compared exactly', { force_hosts: ['H2'] }, 'NO_VALID_HOST'],
    ['ignored wins over forced', { force_hosts: ['h1'], ignore_hosts: ['h1'] }, 'NO_VALID_HOST'],
    ['host and node must agree', { force_hosts: ['h1'], force_nodes: ['h3'] }, 'NO_VALID_HOST'],
    ['a node alone', { force_nodes: ['h3'] }, ['h3']],
    ['null means none', { force_hosts: null, ignore_hosts: null }, ['h1']],
  ])('%s', async (_name, properties, expected) => {
    expect(await placed(await schedulerOver(hosts, RAM_ONLY), novaRequest(1, { properties }))).toEqual(expected)
  })

  test('limits of an earlier request linger on a forced host (P56)', async () => {
    const scheduler = await schedulerOver(
      [node('A', { memory_mb: 8192 })],
      '[DEFAULT]\nscheduler_default_filters = RamFilter\n',
    )
    const first = await scheduler.select(novaRequest())
    const forced = await scheduler.select(novaRequest(1, { properties: { force_hosts: ['A'] } }))
    expect(first.destinations).toMatchObject([{ limits: { memory_mb: 12288 } }])
    expect(forced.destinations).toMatchObject([{ limits: { memory_mb: 12288 } }])
  })

  test('the last of many hosts is found (P59)', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => node(`host${index}`))
    const request = novaRequest(1, { properties: { force_hosts: ['host1999'] } })
    expect(await placed(await schedulerOver(many), request)).toEqual(['host1999'])
  })
})

describe('server groups grow within a request', () => {
  const hosts = [node('node1'), node('node2'), node('node3')]
  const properties = { group_policies: ['anti-affinity'], group_hosts: [], group_updated: true }

  test('three instances on three hosts, four on none (P76)', async () => {
    const scheduler = await schedulerOver(hosts, '')
    expect(await placed(scheduler, novaRequest(3, { properties }))).toEqual(['node1', 'node2', 'node3'])
    const { error } = await (await schedulerOver(hosts, '')).select(novaRequest(4, { properties }))
    expect(error).toMatchObject({
      code: 'NO_VALID_HOST',
      placed: [{ host: 'node1' }, { host: 'node2' }, { host: 'node3' }],
    })
  })

  test('not where the conductor did not say so', async () => {
    const request = novaRequest(2, {
      properties: { ...properties, group_updated: false, group_hosts: ['node1', 'node2'] },
    })
    expect(await placed(await schedulerOver(hosts, ''), request)).toEqual(['node3', 'node3'])
  })
})

describe('scheduler_host_subset_size', () => {
  const hosts = Array.from({ length: 8 }, (_, index) => node(`h${index}`, { memory_mb: 65536 - index * 4096 }))
  const conf = '[DEFAULT]\nscheduler_host_subset_size = 3\n'

  test('chooses among the best few, the same with the same seed', async () => {
    const run = async (seed: number): Promise<unknown> => {
      const scheduler = await schedulerOver(hosts, conf, { rng: seededRng(seed) })
      return Promise.all(Array.from({ length: 20 }, () => placed(scheduler, novaRequest())))
    }
    const chosen = await run(1)
    expect(await run(1)).toEqual(chosen)
    expect(await run(2)).not.toEqual(chosen)
    expect(new Set((chosen as string[][]).flat())).toEqual(new Set(['h0', 'h1', 'h2']))
  })

  test('more than there are hosts is all of them; less than 1 is 1', async () => {
    const all = await schedulerOver(hosts.slice(0, 2), conf.replace('3', '50'))
    expect(['h0', 'h1']).toContain(((await placed(all, novaRequest())) as string[])[0])
    expect(await placed(await schedulerOver(hosts, conf.replace('3', '0')), novaRequest())).toEqual(['h0'])
  })
})

describe('reload', () => {
  test('takes another configuration, and keeps the running one when it fails', async () => {
    const scheduler = await schedulerOver([node('a', { free_ram_mb: 1024 }), node('b', { memory_mb: 2048 })], RAM_ONLY)
    expect(await placed(scheduler, novaRequest())).toEqual(['b'])
    const broken = parseConf('[DEFAULT]\nscheduler_default_filters = NoSuchFilter\n', { release: 'kilo' })
    await expect(scheduler.reload(broken)).rejects.toMatchObject({ code: 'FILTER_NOT_FOUND' })
    expect(await placed(scheduler, novaRequest())).toEqual(['b'])
    await scheduler.reload(
      parseConf('[DEFAULT]\nscheduler_default_filters = AllHostsFilter\nram_weight_multiplier = -1\n', {
        release: 'kilo',
      }),
    )
    expect(await placed(scheduler, novaRequest())).toEqual(['a'])
  })

  test('not to another release', async () => {
    const scheduler = await schedulerOver([node('a')])
    await expect(scheduler.reload(parseConf('', { release: 'zed' }))).rejects.toMatchObject({ code: 'USAGE' })
  })
})

test('rules that are not built are refused, with the way out', async () => {
  const { createScheduler } = await import('../src/scheduler.ts')
  const made = createScheduler({
    conf: parseConf('', { release: '2026.1' }),
    inventory: { hosts: [], aggregates: [] },
    resolveFrom: [IN_TREE],
  })
  await expect(made).rejects.toMatchObject({
    code: 'RELEASE_NOT_BUILT',
    exitCode: 2,
    message: expect.stringContaining('--release kilo'),
  })
})
