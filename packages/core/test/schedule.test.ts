import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { InventoryHost } from '../src/inventory/inventory.ts'
import { seededRng } from '../src/util/rng.ts'
import { CONTRACT, folderWith } from './folder.ts'
import { node, novaRequest, placed, schedulerOver, zedOver, zedRequest } from './scheduling.ts'

const GIB = 1024
const BY_RAM = 'weight_classes = nova.scheduler.weights.ram.RAMWeigher\n'
const KILO = `[DEFAULT]
scheduler_default_filters = AllHostsFilter
scheduler_weight_classes = nova.scheduler.weights.ram.RAMWeigher
`
const ALL_EQUAL = `${BY_RAM}ram_weight_multiplier = 0\n`

describe('the order in which later instances see the hosts', () => {
  const hosts = [
    node('a', { memory_mb: 4 * GIB }),
    node('b', { memory_mb: 6 * GIB }),
    node('c', { memory_mb: 6 * GIB }),
  ]

  test('is that of the last ranking in Zed: equals follow it', async () => {
    expect(await placed(await zedOver(hosts, BY_RAM), zedRequest(3))).toEqual(['b', 'c', 'c'])
  })

  test('is the first one in Kilo', async () => {
    expect(await placed(await schedulerOver(hosts, KILO), novaRequest(3))).toEqual(['b', 'c', 'a'])
  })

  test('begins with the chosen host in Zed, also where it was taken by chance', async () => {
    const four = ['a', 'b', 'c', 'd'].map((name) => node(name))
    const third = (): number => 0.9
    const zed = await zedOver(four, `${ALL_EQUAL}host_subset_size = 3\n`, { rng: third })
    expect(await placed(zed, zedRequest(4))).toEqual(['c', 'b', 'a', 'c'])
    const conf = `${KILO}ram_weight_multiplier = 0\nscheduler_host_subset_size = 3\n`
    const kilo = await schedulerOver(four, conf, { rng: third })
    expect(await placed(kilo, novaRequest(4))).toEqual(['c', 'c', 'c', 'c'])
  })

  test('is the inventory’s again for the next request', async () => {
    const scheduler = await zedOver(hosts, BY_RAM)
    await scheduler.select(zedRequest(3))
    expect(await placed(scheduler, zedRequest(1))).toEqual(['b'])
  })
})

describe('chance', () => {
  const hosts = ['a', 'b', 'c'].map((name) => node(name))
  const chosen = async (conf: string): Promise<ReadonlySet<unknown>> => {
    const runs = Array.from({ length: 20 }, async (_, seed) =>
      placed(await zedOver(hosts, `${ALL_EQUAL}${conf}`, { rng: seededRng(seed) }), zedRequest()),
    )
    return new Set((await Promise.all(runs)).flat())
  }

  test('decides among equals where they are shuffled, and nowhere else', async () => {
    expect(await chosen('shuffle_best_same_weighed_hosts = true\n')).toEqual(new Set(['a', 'b', 'c']))
    expect(await chosen('')).toEqual(new Set(['a']))
  })

  test('decides among the best few', async () => {
    expect(await chosen('host_subset_size = 2\n')).toEqual(new Set(['a', 'b']))
  })
})

test('a host that is alone is not weighed in Zed', async () => {
  const alone = async (hosts: readonly InventoryHost[]): Promise<unknown> =>
    (await (await zedOver(hosts, BY_RAM)).select(zedRequest())).instances[0]?.weighed
  expect(await alone([node('a')])).toEqual([{ host: 'a', nodename: 'a', weight: 0, weighers: {} }])
  expect(await alone([node('a'), node('b', { memory_mb: GIB })])).toMatchObject([
    { host: 'a', weight: 1, weighers: { RAMWeigher: { raw: 8192 } } },
    { host: 'b', weight: 0.125 },
  ])
})

describe('nodes that never reported', () => {
  const unreported = node('new', { free_disk_gb: null })
  /** Least memory first: the node of zeros is the best. */
  const conf = `${BY_RAM}ram_weight_multiplier = -1\n`

  test('pass and are weighed, and the next best is taken: placement knows none of them', async () => {
    const scheduler = await zedOver([node('a'), unreported, node('b', { memory_mb: GIB })], conf)
    const decision = await scheduler.select(zedRequest(2), { hosts: true })
    expect(decision.destinations.map(({ host }) => host)).toEqual(['b', 'b'])
    expect(decision.instances[0]?.passed.map(({ host }) => host)).toEqual(['a', 'new', 'b'])
    expect(decision.instances[0]?.weighed[0]).toMatchObject({ host: 'new', weight: 0 })
    expect(decision.destinations[0]?.alternates.map(({ host }) => host)).toEqual(['a'])
  })

  test('alone are no valid host', async () => {
    expect(await placed(await zedOver([unreported]), zedRequest())).toBe('NO_VALID_HOST')
  })

  test('break Nova when they are chosen without placement: they have no uuid', async () => {
    const legacy = { ...novaRequest(), instance_uuids: null }
    const { error } = await (await zedOver([node('a'), unreported], conf)).select(legacy)
    expect(error).toMatchObject({
      code: 'PLUGIN_FAULT',
      plugin: 'HostManager',
      host: 'new',
      instance: 0,
      cause: { code: 'VALUE_MALFORMED' },
    })
    expect(await placed(await zedOver([node('a'), unreported], BY_RAM), legacy)).toEqual(['a'])
  })
})

describe('a claim that breaks', () => {
  const spec = { count: 1, spec: [{ vendor_id: '8086' }] }
  const flavor = { pci_requests: { requests: [spec] } }

  test('ends the request in Kilo', async () => {
    const { error } = await (await schedulerOver([node('a')], KILO)).select(novaRequest(1, { flavor }))
    expect(error).toMatchObject({
      code: 'PLUGIN_FAULT',
      plugin: 'HostManager',
      host: 'a',
      cause: { code: 'PCI_REQUEST_FAILED' },
    })
  })

  test('leaves the host chosen in Zed, its first steps taken', async () => {
    const scheduler = await zedOver([node('a')])
    expect(await placed(scheduler, zedRequest(1, { flavor }))).toEqual(['a'])
    expect(scheduler.hosts()).toMatchObject([{ freeRamMb: 6144, numInstances: 1, numIoOps: 0 }])
  })
})

describe('instances of a server group', () => {
  const conf = 'enabled_filters = ServerGroupAntiAffinityFilter\n'
  const hosts = [node('h', { nodename: 'n1' }), node('h', { nodename: 'n2' }), node('o')]
  const group = (members: readonly string[]) => ({
    properties: { instance_group: { uuid: 'g', policy: 'anti-affinity', members, hosts: [] } },
  })
  const members = ['uuid-1', 'uuid-2', 'uuid-3', 'uuid-9']

  test('are known at once on every node of their host', async () => {
    const scheduler = await zedOver(hosts, conf)
    const decision = await scheduler.select(zedRequest(2, group(members)))
    expect(decision.destinations.map(({ nodename }) => nodename)).toEqual(['n1', 'o'])
    expect(await placed(await zedOver(hosts, conf), zedRequest(3, group(members)))).toBe('NO_VALID_HOST')
  })

  test('stay known to later requests, though claims do not', async () => {
    const scheduler = await zedOver(hosts, conf)
    await scheduler.select(zedRequest(1, group(members)))
    const joined = scheduler.hosts()[0]?.instances['uuid-1']
    const next = { ...zedRequest(1, group(members)), instance_uuids: ['uuid-9'] }
    expect(await placed(scheduler, next)).toEqual(['o'])
    expect(scheduler.hosts().map(({ host, instances }) => [host, Object.keys(instances)])).toEqual([
      ['h', ['uuid-1']],
      ['h', ['uuid-1']],
      ['o', ['uuid-9']],
    ])
    expect(scheduler.hosts()[0]?.instances['uuid-1'], 'by the same record').toEqual(joined)
  })

  test('are known to nobody without a group', async () => {
    const scheduler = await zedOver(hosts, conf)
    await scheduler.select(zedRequest(1))
    expect(scheduler.hosts().flatMap(({ instances }) => Object.keys(instances))).toEqual([])
  })
})

describe('uuids of instances', () => {
  const module = `import { defineFilter } from '${CONTRACT}'
export const f = defineFilter({ name: 'Seen', create: () => ({ uuid }) => { globalThis.seen.push(uuid); return null } })`

  async function seenOf(request: ReturnType<typeof zedRequest>): Promise<readonly unknown[]> {
    const seen: unknown[] = []
    Object.assign(globalThis, { seen })
    const folder = folderWith({ 'seen.mjs': module })
    const conf = 'enabled_filters = Seen\navailable_filters = ./seen.mjs\n'
    await (await zedOver([node('a')], conf, { file: join(folder, 'nova.conf') })).select(request)
    return seen
  }

  test('filters see that of the instance in hand', async () => {
    expect(await seenOf(zedRequest(3))).toEqual(['uuid-1', 'uuid-2', 'uuid-3'])
  })

  test('are made up where they are not told', async () => {
    expect(await seenOf(novaRequest(3))).toEqual(['uuid-1', 'uuid-1-1', 'uuid-1-2'])
  })

  test('say how many instances there are, whatever num_instances says', async () => {
    const scheduler = await zedOver([node('a')])
    expect(await placed(scheduler, { ...zedRequest(5), instance_uuids: ['u1', 'u2'] })).toEqual(['a', 'a'])
    expect(await placed(scheduler, { ...zedRequest(2), instance_uuids: [] }), 'none to try').toBe('NO_VALID_HOST')
  })

  test('of no instance: Nova breaks in the end', async () => {
    expect(await placed(await zedOver([node('a')]), zedRequest(0))).toBe('REQUEST_EMPTY')
    expect(await placed(await schedulerOver([node('a')]), novaRequest(0)), 'Kilo').toEqual([])
  })
})
