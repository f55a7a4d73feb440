import { describe, expect, test } from 'vitest'
import type { ExplainOptions, Explanation } from '../../src/explain/explanation.ts'
import type { InventoryAggregate } from '../../src/inventory/inventory.ts'
import { node, zedOver, zedRequest } from '../scheduling.ts'

const BY_RAM = 'weight_classes = nova.scheduler.weights.ram.RAMWeigher\n'

interface Asked extends ExplainOptions {
  readonly request?: ReturnType<typeof zedRequest>
  readonly aggregates?: readonly InventoryAggregate[]
}

async function explain(
  hosts: Parameters<typeof zedOver>[0],
  conf: string,
  { request = zedRequest(), aggregates = [], ...what }: Asked = {},
): Promise<Explanation> {
  const scheduler = await zedOver(hosts, conf, { aggregates, capacityIsChecked: true })
  return scheduler.explain(request, what)
}

const grouped = (group: object, instances = 1) =>
  zedRequest(instances, {
    properties: { scheduler_hints: { group: ['g'] }, instance_group: { uuid: 'g', members: [], hosts: [], ...group } },
  })

describe('what would let a host in', () => {
  test('leaving out a server group that is told whole', async () => {
    const request = grouped({ policy: 'anti-affinity', members: ['uuid-0', 'uuid-1'] })
    const hosts = [node('a', { instances: [{ uuid: 'uuid-0' }] })]
    const { nearest } = await explain(hosts, 'enabled_filters = ServerGroupAntiAffinityFilter\n', { request })
    expect(nearest).toMatchObject([
      {
        host: 'a',
        reason: 'too_many_members',
        needed: 1,
        available: 0,
        short: 1,
        changes: [{ change: { kind: 'drop_group' }, text: 'leave the server group out of the request' }],
      },
    ])
  })

  test('a service that is forced down is let go', async () => {
    const hosts = [node('a', { service: { forced_down: true, up: true } })]
    const { hosts: told, nearest } = await explain(hosts, 'enabled_filters = ComputeFilter\n')
    expect(told[0]?.message).toBe('the compute service is down: it is forced down')
    const text = 'unset forced_down of its compute service (openstack compute service set --up a nova-compute)'
    expect(nearest[0]?.changes.map((change) => change.text)).toEqual([text])
  })

  test('PCI devices that two filters miss are one shortage', async () => {
    const requests = [{ count: 2, spec: [{ vendor_id: '8086' }], alias_name: 'nic', request_id: null }]
    const cell = { id: 0, cpuset: [0], pcpuset: [], memory: 1, pagesize: null }
    const asks = { numa_topology: { cells: [cell] }, pci_requests: { requests } }
    const request = zedRequest(1, { spec: { instance_properties: { uuid: 'uuid-1', ...asks } } })
    const pools = [{ vendor_id: '8086', product_id: '1572', numa_node: 0, count: 1 }]
    const numa = { cells: [{ id: 0, cpuset: [0, 1], memory: 64 }] }
    const hosts = [node('a', { numa_topology: numa, pci_device_pools: pools })]
    const conf = 'enabled_filters = PciPassthroughFilter,NUMATopologyFilter\n'
    const { nearest } = await explain(hosts, conf, { request })
    const short = { needed: 2, available: 1, short: 1, unit: 'devices' }
    expect(nearest).toMatchObject([{ filter: 'PciPassthroughFilter', also: ['NUMATopologyFilter'], ...short }])
  })

  test.each([
    ['hypervisor_type', { hypervisor_type: 'xen' }],
    ['img_hv_type', { img_hv_type: 'xen' }],
  ])('dropping an image property by the name that the image has: %s', async (name, properties) => {
    const request = zedRequest(1, { spec: { image: { id: 'i', properties } } })
    const hosts = [node('a', { supported_instances: [['x86_64', 'kvm', 'hvm']] })]
    const { nearest } = await explain(hosts, 'enabled_filters = ImagePropertiesFilter\n', { request })
    expect(nearest[0]?.changes.map(({ text }) => text)).toEqual([`drop the image property ${name}`])
  })
})

describe('a host that the request leaves out', () => {
  test('is told the requested destination before forcing, in the order in which they count', async () => {
    const properties = { force_hosts: ['a'], requested_destination: { host: 'b', node: null } }
    const { hosts } = await explain([node('a'), node('b'), node('c')], '', { request: zedRequest(1, { properties }) })
    expect(hosts.map(({ host, reason }) => [host, reason])).toEqual([
      ['a', 'not_requested'],
      ['b', 'not_forced'],
      ['c', 'not_requested'],
    ])
  })
})

describe('how many instances would fit', () => {
  const fits = async (request: ReturnType<typeof zedRequest>, conf: string): Promise<unknown> =>
    (await explain([node('a'), node('b')], conf, { request, host: 'a', count: 9 })).inspected[0]?.fits

  test('as many as the rule of the group allows: each instance joins the host', async () => {
    const conf = 'enabled_filters = ServerGroupAntiAffinityFilter\n'
    const request = grouped({ policy: 'anti-affinity', rules: { max_server_per_host: 2 }, members: ['uuid-1'] })
    expect(await fits(request, conf)).toMatchObject({
      count: 2,
      more: false,
      stoppedBy: { filter: 'ServerGroupAntiAffinityFilter', reason: 'too_many_members' },
    })
  })

  test('any number where nothing keeps them out', async () => {
    expect(await fits(zedRequest(), '')).toEqual({ count: 9, more: true, stoppedBy: null })
  })

  test('as many as there are devices for', async () => {
    const devices = { pci_requests: { requests: [{ count: 1, spec: [{ vendor_id: '8086' }] }] } }
    const pools = [{ vendor_id: '8086', product_id: '1', numa_node: null, count: 3, tags: {} }]
    const conf = '[filter_scheduler]\nenabled_filters = PciPassthroughFilter\n'
    const { inspected } = await explain([node('a', { pci_device_pools: pools })], conf, {
      request: zedRequest(1, { flavor: devices }),
      host: 'a',
      count: 9,
    })
    expect(inspected[0]?.fits).toMatchObject({ count: 3, stoppedBy: { filter: 'PciPassthroughFilter' } })
  })
})

describe('what nobody heeds', () => {
  test.each<[string, object, string[]]>([
    ['a group that weighers look at', grouped({ policy: 'soft-affinity' }), []],
    [
      'a group that no enabled filter looks at',
      grouped({ policy: 'affinity' }),
      ['no enabled filter honours the hint group: ServerGroupAffinityFilter or ServerGroupAntiAffinityFilter would'],
    ],
    [
      'the hint by which Nova checks a host',
      zedRequest(1, { properties: { scheduler_hints: { _nova_check_type: ['rebuild'] } } }),
      [],
    ],
    [
      'a hint that nobody knows',
      zedRequest(1, { properties: { scheduler_hints: { rack: ['r1'] } } }),
      ['no enabled filter honours the hint rack'],
    ],
  ])('%s', async (_name, request, expected) => {
    const { notes } = await explain([node('a'), node('b')], '', { request: request as ReturnType<typeof zedRequest> })
    const unheeded = notes.filter((note) => note.startsWith('no enabled filter') || note.startsWith('RetryFilter'))
    expect(unheeded.map((note) => note.split(' or ').sort().join(' or '))).toEqual(
      expected.map((note) => note.split(' or ').sort().join(' or ')),
    )
  })
})

describe('how the chosen host came out', () => {
  test('by chance, where equals are shuffled', async () => {
    const { notes } = await explain([node('a'), node('b')], `${BY_RAM}shuffle_best_same_weighed_hosts = true\n`)
    expect(notes).toContain('2 hosts tie at the best weight, and one of them is taken at random: a, b')
  })

  test('by the multiplier that its aggregate sets', async () => {
    const hosts = [node('a', { memory_mb: 8192 }), node('b', { memory_mb: 4096 })]
    const aggregates = [{ id: 1, hosts: ['a'], metadata: { ram_weight_multiplier: '-2' } }]
    const explanation = await explain(hosts, BY_RAM, { aggregates, actual: 'a' })
    expect(explanation.weighed).toMatchObject([
      { host: 'b', weight: 0.5, weighers: { RAMWeigher: { multiplier: 1, normalized: 0.5 } } },
      { host: 'a', weight: -2, weighers: { RAMWeigher: { multiplier: -2, normalized: 1 } } },
    ])
    expect(explanation.actual?.weighers).toEqual({ RAMWeigher: 2.5 })
  })

  test('tells of no remembered extremes, as there are none', async () => {
    const scheduler = await zedOver([node('a'), node('b', { memory_mb: 1024 })], BY_RAM)
    await scheduler.select(zedRequest(2))
    expect((await scheduler.explain(zedRequest())).notes.join()).not.toContain('extremes')
  })
})

test('a later instance is explained in the order of the last ranking', async () => {
  const hosts = [node('a', { memory_mb: 4096 }), node('b', { memory_mb: 6144 }), node('c', { memory_mb: 6144 })]
  const explanation = await explain(hosts, BY_RAM, { request: zedRequest(3), instance: 2 })
  expect(explanation).toMatchObject({ chosen: { host: 'c' }, placed: [{ host: 'b' }, { host: 'c' }] })
  expect(explanation.weighed.map(({ host }) => host)).toEqual(['c', 'b', 'a'])
})
