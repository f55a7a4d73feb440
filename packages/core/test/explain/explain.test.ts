import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseConf } from '../../src/conf/index.ts'
import type { ExplainOptions, Explanation } from '../../src/explain/explanation.ts'
import { CONTRACT, folderWith } from '../folder.ts'
import { node, novaRequest, schedulerOver } from '../scheduling.ts'

const filters = (names: string, more = ''): string =>
  `[DEFAULT]\nscheduler_max_attempts = 1\nscheduler_default_filters = ${names}\n${more}`

async function explain(
  hosts: Parameters<typeof schedulerOver>[0],
  conf: string,
  request = novaRequest(),
  options: ExplainOptions & Parameters<typeof schedulerOver>[2] = {},
): Promise<Explanation> {
  const { aggregates = [], file, resolveFrom, ...what } = options
  const where = { ...(file === undefined ? {} : { file }), ...(resolveFrom === undefined ? {} : { resolveFrom }) }
  return (await schedulerOver(hosts, conf, { aggregates, ...where })).explain(request, what)
}

const verdicts = ({ hosts }: Explanation): Record<string, string> =>
  Object.fromEntries(hosts.map(({ host, verdict }) => [host, verdict]))
const of = ({ hosts }: Explanation, name: string) => hosts.find(({ host }) => host === name)

describe('what became of a host', () => {
  test('the first filter that said no, with what was needed, there, and short', async () => {
    const ops = node('ops1', { memory_mb: 131072, free_ram_mb: -106745 })
    const explanation = await explain(
      [ops],
      filters('RamFilter', 'ram_allocation_ratio = 1.0'),
      novaRequest(1, { flavor: { memory_mb: 16384 } }),
    )
    expect(explanation.hosts).toEqual([
      expect.objectContaining({
        host: 'ops1',
        verdict: 'rejected',
        filter: 'RamFilter',
        reason: 'not_enough_ram',
        instance: 0,
      }),
    ])
    expect(of(explanation, 'ops1')?.details).toMatchObject({
      needed: 16384,
      available: -106745,
      short: 123129,
      unit: 'MiB',
    })
    expect(explanation.reasons).toEqual({ 'RamFilter: not_enough_ram': 1 })
  })

  test('nobody known, skipped hosts and rejected hosts are told apart', async () => {
    const none = await explain([], filters('RamFilter'))
    expect(none.hosts).toEqual([])
    const skipped = await explain(
      [node('a', { service: null }), node('b', { service: { disabled: true, disabled_reason: 'disk' } })],
      filters('RamFilter'),
    )
    expect(skipped.counts).toMatchObject({ skipped: 2, rejected: 0 })
    expect(of(skipped, 'a')).toMatchObject({ reason: 'no_service_record', filter: null })
    expect(of(skipped, 'b')?.message).toBe('its compute service is disabled (disk)')
  })

  test('the instance at which it was lost, and the places found before', async () => {
    const explanation = await explain(
      [node('a', { memory_mb: 4096 }), node('b', { memory_mb: 2048 })],
      filters('RamFilter', 'ram_allocation_ratio = 1.0'),
      novaRequest(4),
    )
    expect(explanation).toMatchObject({ instance: 3, requested: 4, error: { code: 'NO_VALID_HOST' } })
    expect(explanation.placed.map(({ host }) => host)).toEqual(['a', 'b', 'a'])
    expect(explanation.hosts.map(({ instance }) => instance)).toEqual([3, 2])
  })

  test('another instance is explained when it is asked for', async () => {
    const hosts = [node('a', { memory_mb: 2048 }), node('b', { memory_mb: 4096 })]
    const second = await explain(hosts, filters('RamFilter', 'ram_allocation_ratio = 1.0'), novaRequest(2), {
      instance: 1,
    })
    expect(second).toMatchObject({ instance: 1, placed: [{ host: 'b' }], chosen: { host: 'a' }, error: null })
    await expect(explain(hosts, filters('RamFilter'), novaRequest(2), { instance: 2 })).rejects.toThrow('instance 3')
  })

  test('forced hosts are told with what forcing bypassed, others as ignored', async () => {
    const hosts = [node('a'), node('b', { memory_mb: 1024, service: { up: false } }), node('c'), node('d')]
    const properties = {
      force_hosts: ['b', 'c'],
      ignore_hosts: ['d'],
      group_policies: ['anti-affinity'],
      group_hosts: ['b'],
      group_updated: true,
    }
    const explanation = await explain(
      hosts,
      filters('ComputeFilter,RamFilter,ServerGroupAntiAffinityFilter'),
      novaRequest(1, { properties }),
    )
    expect(verdicts(explanation)).toEqual({ a: 'ignored', b: 'forced', c: 'chosen', d: 'ignored' })
    expect(of(explanation, 'b')?.bypassed.map(({ filter, reason }) => [filter, reason])).toEqual([
      ['ComputeFilter', 'service_down'],
      ['RamFilter', 'not_enough_ram'],
      ['ServerGroupAntiAffinityFilter', 'holds_member'],
    ])
    expect(of(explanation, 'a')?.reason).toBe('not_forced')
    expect(of(explanation, 'd')?.reason).toBe('ignored_host')
  })
})

describe('faults', () => {
  const conf = filters('RetryFilter,ComputeFilter,CoreFilter,AggregateInstanceExtraSpecsFilter')
  const request = novaRequest(1, { flavor: { extra_specs: { 'aggregate_instance_extra_specs:size': '>= 4' } } })
  const aggregates = [
    { id: 1, hosts: ['a', 'c'], metadata: { size: '8' } },
    { id: 2, hosts: ['b'], metadata: { size: '4GB' } },
  ]

  test('one malformed value leaves the other hosts explained', async () => {
    const explanation = await explain([node('a'), node('b'), node('c'), node('d')], conf, request, { aggregates })
    expect(verdicts(explanation)).toEqual({ a: 'passed', b: 'fault', c: 'passed', d: 'rejected' })
    expect(explanation.error).toMatchObject({
      code: 'PLUGIN_FAULT',
      plugin: 'AggregateInstanceExtraSpecsFilter',
      host: 'b',
    })
    expect(of(explanation, 'b')).toMatchObject({
      filter: 'AggregateInstanceExtraSpecsFilter',
      reason: 'VALUE_MALFORMED',
    })
  })

  test('a record that breaks the reading of all leaves the others explained', async () => {
    const explanation = await explain([node('NEW', { free_disk_gb: null }), node('a')], filters('RamFilter'))
    expect(verdicts(explanation)).toEqual({ NEW: 'fault', a: 'passed' })
    expect(explanation.error).toMatchObject({ code: 'PLUGIN_FAULT', host: 'NEW' })
    expect(of(explanation, 'NEW')?.message).toContain('free_disk_gb')
  })

  test('every host that a weigher breaks on is told', async () => {
    const weights = '\n[metrics]\nweight_setting = m=1.0\nrequired = true'
    const metrics = [{ name: 'm', value: 1, timestamp: null, source: null }]
    const hosts = [node('a', { metrics }), node('b'), node('c')]
    const explanation = await explain(hosts, filters('RamFilter', weights))
    expect(verdicts(explanation)).toEqual({ a: 'passed', b: 'fault', c: 'fault' })
    expect(explanation.error).toMatchObject({ plugin: 'MetricsWeigher', host: 'b' })
  })

  test('what a request breaks on is told of every host that reached the filter', async () => {
    const none = novaRequest(1, { spec: { instance_type: null } })
    const explanation = await explain(
      [node('a'), node('b', { service: { up: false } })],
      filters('ComputeFilter,RamFilter'),
      none,
    )
    expect(verdicts(explanation)).toEqual({ a: 'fault', b: 'rejected' })
  })

  test('the next request is not burdened by the faults of the last', async () => {
    const scheduler = await schedulerOver([node('a'), node('b')], conf, { aggregates })
    await scheduler.explain(request)
    expect((await scheduler.select(novaRequest())).error).toBeNull()
    expect((await scheduler.select(request)).error?.code).toBe('PLUGIN_FAULT')
  })
})

describe('near misses', () => {
  test('the smallest shortfall over need comes first, then disabled services, then what has no number', async () => {
    const hosts = [
      node('zone', {}),
      node('off', { service: { disabled: true } }),
      node('far', { memory_mb: 500 }),
      node('near', { memory_mb: 1300 }),
      node('both', { memory_mb: 500, service: { up: false } }),
    ]
    const aggregates = [{ id: 1, hosts: ['off', 'far', 'near', 'both'], metadata: { availability_zone: 'az1' } }]
    const request = novaRequest(1, {
      spec: { instance_properties: { project_id: 'p', os_type: null, availability_zone: 'az1' } },
    })
    const { nearest } = await explain(hosts, filters('AvailabilityZoneFilter,ComputeFilter,RamFilter'), request, {
      aggregates,
    })
    expect(nearest.map(({ host }) => host)).toEqual(['near', 'far', 'off', 'zone'])
    expect(nearest[0]).toMatchObject({ filter: 'RamFilter', needed: 2048, available: 1950, short: 98, unit: 'MiB' })
    expect(nearest[0]?.changes[0]?.text).toBe('[DEFAULT] ram_allocation_ratio = 1.5754 (now 1.5)')
    expect(nearest[2]?.changes).toEqual([
      { change: { kind: 'service', state: 'enabled' }, text: 'enable its compute service' },
    ])
  })

  test('a disabled host that filters would reject is none', async () => {
    const { nearest } = await explain(
      [node('off', { memory_mb: 1, service: { disabled: true } })],
      filters('RamFilter'),
    )
    expect(nearest).toEqual([])
  })

  test('a change that another filter would not accept is not told', async () => {
    const { nearest } = await explain(
      [node('a', { memory_mb: 2049, free_ram_mb: 1000 })],
      filters('RamFilter,ExactRamFilter'),
      novaRequest(1, { flavor: { memory_mb: 1000 } }),
    )
    expect(nearest).toEqual([])
  })
})

describe('how the best host came out', () => {
  test.each([
    [
      'a tie',
      [node('a'), node('b'), node('c', { memory_mb: 4096 })],
      '',
      '2 hosts tie at the best weight, and the first of them is taken: a, b',
    ],
    ['one host left', [node('a')], '', 'only one host left; weights not decisive'],
    [
      'a choice at random',
      [node('a'), node('b', { memory_mb: 4096 })],
      'scheduler_host_subset_size = 2',
      'one of the 2 best hosts is taken at random: a, b',
    ],
  ])('%s', async (_, hosts, conf, note) => {
    expect((await explain(hosts, filters('RamFilter', conf))).notes).toContain(note)
  })

  test('a weigher that nobody could outvote', async () => {
    const [a, b] = [
      node('a', { memory_mb: 8192, stats: { io_workload: '1' } }),
      node('b', { memory_mb: 2048, stats: { io_workload: '0' } }),
    ]
    const { notes, chosen } = await explain([a, b], filters('RamFilter', 'io_ops_weight_multiplier = -1000000'))
    expect(chosen?.host).toBe('b')
    expect(notes).toEqual([
      'decided by IoOpsWeigher: 1000000 against a difference of 0.75 of RAMWeigher for a; no other weigher can outvote it',
    ])
  })

  test('weights that follow extremes of an earlier request', async () => {
    const scheduler = await schedulerOver([node('a'), node('b', { memory_mb: 4096 })], filters('RamFilter'))
    expect((await scheduler.explain(novaRequest())).notes).toEqual([])
    scheduler.update({ kind: 'remove_node', host: 'a' })
    scheduler.update({ kind: 'update_node', node: node('c', { memory_mb: 2048 }) })
    expect((await scheduler.explain(novaRequest())).notes).toEqual([
      'RAMWeigher is normalised by extremes of an earlier instance or request, which the release in force remembers',
    ])
  })

  test('the host that Nova chose: the same, a lighter one, a rejected one, an unknown one', async () => {
    const hosts = [node('a'), node('b', { memory_mb: 4096 }), node('c', { service: { up: false } })]
    const actual = async (name: string): Promise<Explanation['actual']> =>
      (await explain(hosts, filters('ComputeFilter,RamFilter'), novaRequest(), { actual: name })).actual
    expect(await actual('a')).toMatchObject({ verdict: 'chosen', message: 'it is chosen here too' })
    expect(await actual('b')).toMatchObject({
      weight: 0.5,
      chosenWeight: 1,
      weighers: { RAMWeigher: 0.5, IoOpsWeigher: 0 },
    })
    expect((await actual('b'))?.message).toBe('it passes, and weighs less than the host chosen here: RAMWeigher by 0.5')
    expect((await actual('c'))?.message).toContain('it is rejected here (ComputeFilter: ')
    await expect(actual('bb')).rejects.toThrow('bb: no such host is known')
  })
})

describe('one host', () => {
  test('every filter is asked, and how many instances fit is counted', async () => {
    const hosts = [
      ...Array.from({ length: 49 }, (_, at) => node(`cn${at + 50}`)),
      node('cn17', { memory_mb: 4096, vcpus_used: 200 }),
    ]
    const conf = filters(
      'ComputeFilter,RamFilter,CoreFilter,DiskFilter',
      'ram_allocation_ratio = 1.0\ncpu_allocation_ratio = 16',
    )
    const { inspected } = await explain(hosts, conf, novaRequest(3), { host: 'cn17', count: 3 })
    expect(inspected).toHaveLength(1)
    expect(inspected[0]?.filters.map(({ filter, verdict }) => [filter, verdict])).toEqual([
      ['ComputeFilter', 'passed'],
      ['RamFilter', 'passed'],
      ['CoreFilter', 'rejected'],
      ['DiskFilter', 'passed'],
    ])
    const free = await explain(hosts, filters('RamFilter', 'ram_allocation_ratio = 1.0'), novaRequest(3), {
      host: 'cn17',
      count: 3,
    })
    expect(free.inspected[0]?.fits).toMatchObject({ count: 2, more: false, stoppedBy: { filter: 'RamFilter' } })
    const all = await explain(hosts, filters('ComputeFilter'), novaRequest(), { host: 'cn17' })
    expect(all.inspected[0]?.fits).toEqual({ count: 100, more: true, stoppedBy: null })
  })

  test('a skipped one is asked all the same', async () => {
    const { inspected } = await explain(
      [node('a', { service: { disabled: true } })],
      filters('ComputeFilter,RamFilter'),
      novaRequest(),
      { host: 'a' },
    )
    expect(inspected[0]).toMatchObject({
      skipped: 'its compute service is disabled',
      filters: [{ verdict: 'rejected' }, { verdict: 'passed' }],
    })
  })
})

test('a hint that no enabled filter honours is told, with the filter that would', async () => {
  const request = novaRequest(1, { properties: { scheduler_hints: { different_host: 'u1', unheard_of: 'x' } } })
  expect((await explain([node('a'), node('b', { memory_mb: 4096 })], filters('RamFilter'), request)).notes).toEqual([
    'no enabled filter honours the hint different_host: DifferentHostFilter would',
    'no enabled filter honours the hint unheard_of',
  ])
})

test('attempts that RetryFilter does not tell apart are told', async () => {
  expect((await explain([node('a')], filters('RamFilter', 'scheduler_max_attempts = 3'))).notes).toContain(
    'RetryFilter is not enabled, and scheduler_max_attempts is 3: a host that failed may be tried again',
  )
})

test('attempts are told by the name that the option has in the release', async () => {
  const text = '[filter_scheduler]\nenabled_filters = RamFilter\n[scheduler]\nmax_attempts = 2\n'
  const conf = parseConf(text, { release: 'ocata' })
  const { notes } = await (await schedulerOver([node('a')], '', { conf })).explain(novaRequest())
  expect(notes).toContain(
    'RetryFilter is not enabled, and [scheduler] max_attempts is 2: a host that failed may be tried again',
  )
})

describe('other scheduler drivers', () => {
  test('one that asks no filter', async () => {
    const explanation = await explain(
      [node('a')],
      filters('RamFilter', 'scheduler_driver = nova.scheduler.chance.ChanceScheduler'),
    )
    expect(verdicts(explanation)).toEqual({ a: 'chosen' })
  })

  test('one that offers some hosts first, and others after', async () => {
    const code = `import { defineSchedulerDriver } from '${CONTRACT}'
export const Two = defineSchedulerDriver({ name: 'Two', create: ({ engine }) => ({
  selectDestinations: async (request) => {
    const hosts = engine.hostStates()
    return engine.schedule(hosts.slice(0, 1), request).catch(() => engine.schedule(hosts.slice(1, 2), request))
  } }) })`
    const folder = folderWith({ 'two.mjs': code })
    const hosts = [node('a', { memory_mb: 1 }), node('b'), node('c')]
    const explanation = await explain(hosts, filters('RamFilter', 'scheduler_driver = ./two.mjs'), novaRequest(), {
      file: join(folder, 'nova.conf'),
    })
    expect(verdicts(explanation)).toEqual({ a: 'rejected', b: 'chosen', c: 'skipped' })
    expect(of(explanation, 'c')?.message).toBe('the scheduler driver Two offered it to no filter')
  })

  test('one that places instances one after another, each on some hosts first and others after', async () => {
    const code = `import { defineSchedulerDriver } from '${CONTRACT}'
export const OneByOne = defineSchedulerDriver({ name: 'OneByOne', create: ({ engine }) => ({
  async selectDestinations(request) {
    const [first, ...others] = engine.hostStates()
    const one = { ...request, numInstances: 1 }
    const places = []
    for (let placed = 0; placed < request.numInstances; placed++) {
      places.push(...(await engine.schedule([first], one).catch(() => engine.schedule(others, one))))
    }
    return places
  } }) })`
    const file = join(folderWith({ 'one.mjs': code }), 'nova.conf')
    const hosts = [node('a', { memory_mb: 4096 }), node('b'), node('c', { memory_mb: 1 })]
    const conf = filters('RamFilter', 'ram_allocation_ratio = 1.0\nscheduler_driver = ./one.mjs')
    const third = await explain(hosts, conf, novaRequest(3), { file, instance: 2 })
    expect(third).toMatchObject({ instance: 2, placed: [{ host: 'a' }, { host: 'a' }], chosen: { host: 'b' } })
    expect(verdicts(third)).toEqual({ a: 'rejected', b: 'chosen', c: 'rejected' })
    const failed = await explain(hosts, conf, novaRequest(9), { file })
    expect(failed).toMatchObject({ instance: 6, requested: 9, error: { code: 'NO_VALID_HOST' } })
    expect(failed.placed).toHaveLength(6)
    const scheduler = await schedulerOver(hosts, conf, { file })
    const { destinations, instances } = await scheduler.select(novaRequest(3))
    expect(instances).toHaveLength(3)
    expect(destinations.every(({ weight }) => weight !== null)).toBe(true)
  })
})

test('a change that nova.conf would refuse is no change', async () => {
  const code = `import { defineFilter, int, reject } from '${CONTRACT}'
export const Few = defineFilter({ name: 'Few', options: { few_max: int(1, { max: 10 }) }, reasons: { many: 'many' },
  create: () => ({ prepare: () => () => reject('many'), changes: () => [{ kind: 'option', option: 'few_max', value: 11 }] }) })`
  const file = join(folderWith({ 'few.mjs': code }), 'nova.conf')
  const { nearest } = await explain(
    [node('a')],
    filters('Few', 'scheduler_available_filters = ./few.mjs'),
    novaRequest(),
    { file },
  )
  expect(nearest).toMatchObject([{ host: 'a', changes: [] }])
})
