import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { InventoryHost } from '../src/inventory/inventory.ts'
import type { Decision } from '../src/trace/trace.ts'
import { CONTRACT, folderWith } from './folder.ts'
import { node, novaRequest, schedulerOver, zedOver, zedRequest } from './scheduling.ts'

const BY_RAM = 'weight_classes = nova.scheduler.weights.ram.RAMWeigher\n'
const GIB = 1024

/** A host with so many GiB, of which more are better. */
const sized = (host: string, gib: number, more: Partial<InventoryHost> = {}): InventoryHost =>
  node(host, { memory_mb: gib * GIB, ...more })

const FIVE = [sized('e', 5), sized('d', 6), sized('c', 7), sized('b', 8), sized('a', 9)]

/** Names of the chosen hosts, each with its alternates. */
function told({ destinations, error }: Decision): unknown {
  return error?.code ?? destinations.map(({ host, alternates }) => [host, ...alternates.map((other) => other.host)])
}

async function decide(
  hosts: readonly InventoryHost[],
  request = zedRequest(),
  conf = '',
  options: Parameters<typeof zedOver>[2] = {},
): Promise<Decision> {
  return (await zedOver(hosts, `${BY_RAM}${conf}`, options)).select(request, { hosts: true })
}

describe('alternates', () => {
  test('are the next best, one fewer than max_attempts', async () => {
    expect(told(await decide(FIVE))).toEqual([['a', 'b', 'c']])
    expect(told(await decide(FIVE, zedRequest(), '[scheduler]\nmax_attempts = 5\n'))).toEqual([
      ['a', 'b', 'c', 'd', 'e'],
    ])
    expect(told(await decide(FIVE, zedRequest(), '[scheduler]\nmax_attempts = 1\n'))).toEqual([['a']])
  })

  test('are as many as there are', async () => {
    expect(told(await decide(FIVE.slice(3)))).toEqual([['a', 'b']])
    expect(told(await decide([sized('a', 9)]))).toEqual([['a']])
  })

  test('are none unless they are asked for, and none in Kilo', async () => {
    expect(told(await decide(FIVE, { ...zedRequest(), return_alternates: false }))).toEqual([['a']])
    expect(told(await decide(FIVE, novaRequest()))).toEqual([['a']])
    const kilo = await schedulerOver(FIVE, '[DEFAULT]\nscheduler_default_filters = AllHostsFilter\n')
    expect(told(await kilo.select(zedRequest()))).toEqual([['a']])
  })

  test('are of the same cell as the chosen host', async () => {
    const hosts = FIVE.map((host) => ({ ...host, cell: ['a', 'd', 'e'].includes(host.host) ? 'one' : 'two' }))
    expect(told(await decide(hosts))).toEqual([['a', 'd', 'e']])
  })

  test('are chosen for no instance', async () => {
    expect(told(await decide(FIVE, zedRequest(2)))).toEqual([
      ['a', 'c', 'd'],
      ['b', 'c', 'd'],
    ])
    expect(told(await decide(FIVE.slice(3), zedRequest(2)))).toEqual([['a'], ['b']])
  })

  test('are each of the cell of their own choice', async () => {
    const hosts = FIVE.map((host) => ({ ...host, cell: ['a', 'd'].includes(host.host) ? 'one' : 'two' }))
    expect(told(await decide(hosts, zedRequest(2)))).toEqual([
      ['a', 'd'],
      ['b', 'c', 'e'],
    ])
  })

  test('name host, node and limits', async () => {
    const hosts = [sized('a', 9), sized('b', 8, { nodename: 'n1' })]
    const { destinations } = await decide(hosts)
    expect(destinations[0]?.alternates).toEqual([{ host: 'b', nodename: 'n1', limits: {} }])
  })
})

describe('after several instances', () => {
  const module = `import { defineFilter, reject } from '${CONTRACT}'
export const room = defineFilter({ name: 'Room', reasons: { full: 'full' }, create: () => ({
  prepare: ({ memoryMb }) => ({ freeRamMb }) => freeRamMb >= memoryMb || reject('full'),
  limits: ({ totalRamMb }) => ({ memory_mb: totalRamMb }),
}) })
export const once = defineFilter({ name: 'Once', oncePerRequest: true, create: () => ({
  prepare: () => null,
  limits: () => ({ once: 1 }),
}) })`

  async function withRoom(hosts: readonly InventoryHost[], instances: number, filters = 'Room'): Promise<Decision> {
    const folder = folderWith({ 'room.mjs': module })
    const conf = `enabled_filters = ${filters}\navailable_filters = ./room.mjs\n`
    return decide(hosts, zedRequest(instances), conf, { file: join(folder, 'nova.conf') })
  }

  test('the hosts are ranked once more, with all claims on them; after one they are not', async () => {
    const one = await withRoom(FIVE, 1)
    expect(one.alternates).toBeNull()
    const three = await withRoom(FIVE, 3)
    expect(three.destinations.map(({ host }) => host)).toEqual(['a', 'b', 'a'])
    expect(three.alternates?.passed.map(({ host }) => host).sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(three.alternates?.weighed.map(({ host, weight }) => [host, weight])).toEqual([
      ['c', 1],
      ['b', 6 / 7],
      ['d', 6 / 7],
      ['a', 5 / 7],
      ['e', 5 / 7],
    ])
    expect(three.instances, 'which is no instance').toHaveLength(3)
  })

  test('a host without room any more is none', async () => {
    const hosts = [sized('a', 8), sized('b', 3), sized('c', 1)]
    expect(told(await withRoom(hosts, 2))).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  test('there may be none: the choice stays', async () => {
    const decision = await withRoom([sized('a', 4)], 2)
    expect(told(decision)).toEqual([['a'], ['a']])
    expect(decision.alternates).toEqual({ passed: [], weighed: [] })
  })

  test('limits are those that the filters leave on each', async () => {
    const limitsOf = ({ destinations }: Decision): unknown =>
      destinations.map(({ limits, alternates }) => [limits, ...alternates.map((other) => other.limits)])
    const hosts = [sized('a', 9), sized('b', 6), sized('c', 5)]
    expect(limitsOf(await withRoom(hosts, 1, 'Room,Once'))).toEqual([
      [
        { memory_mb: 9216, once: 1 },
        { memory_mb: 6144, once: 1 },
        { memory_mb: 5120, once: 1 },
      ],
    ])
    const [first] = limitsOf(await withRoom(hosts, 2, 'Room,Once')) as unknown[][]
    expect(first, 'a filter that runs once has not run again').toEqual([
      { memory_mb: 9216, once: 1 },
      { memory_mb: 6144 },
      { memory_mb: 5120 },
    ])
  })
})

test('without placement, a node that never reported breaks Nova as an alternate too', async () => {
  const hosts = [sized('a', 9), sized('b', 8), node('new', { free_disk_gb: null })]
  const { error } = await decide(hosts, { ...zedRequest(), instance_uuids: null })
  expect(error).toMatchObject({ code: 'PLUGIN_FAULT', host: 'new', instance: 0, cause: { code: 'VALUE_MALFORMED' } })
  expect(told(await decide(hosts, zedRequest())), 'placement leaves it out').toEqual([['a', 'b']])
})
