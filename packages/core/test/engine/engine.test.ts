import { describe, expect, test } from 'vitest'
import { Engine } from '../../src/engine/engine.ts'
import { filterAtWork } from '../../src/filter/filter-at-work.ts'
import { HostTable } from '../../src/hosts/host-table.ts'
import { holdersOf } from '../../src/plugin/holders.ts'
import {
  askHolders,
  defineFilter,
  defineWeigher,
  Host,
  reject,
  type FilterParts,
  type HostTest,
  type Request,
} from '../../src/plugin/index.ts'
import { RULES } from '../../src/releases.ts'
import { aHost, aRequest, testEnv } from '../../src/testing/index.ts'
import { weigherAtWork } from '../../src/weigh/weigher-at-work.ts'

const MIB = 1 << 20

/** Hosts of 1000, 2000, 3000 and 4000 MiB. */
const HOSTS = [1, 2, 3, 4].map((at) => aHost({ host: `h${at}`, nodename: `h${at}`, freeRamMb: 1000 * at }))

interface Asked {
  /** Hosts that the filter was asked about. */
  readonly asked: string[]
  readonly engine: Engine
  readonly table: HostTable
}

interface Made {
  readonly bytes?: number
  readonly volatile?: boolean
  /** How the filter prepares. Absent: for hosts with enough memory. */
  readonly prepare?: FilterParts['prepare']
}

/** An engine whose one filter wants memory for a request, and whose one weigher likes memory. */
function engineOf({ bytes = MIB, volatile = false, prepare = roomy }: Made = {}): Asked {
  const asked: string[] = []
  const noting: FilterParts['prepare'] = (...given) => {
    const test = prepare(...given)
    if (test === null) return null
    const noted: HostTest = (host) => {
      asked.push(host.host)
      return test(host)
    }
    const held = holdersOf(test)
    return held === null ? noted : askHolders(held, noted)
  }
  const filter = defineFilter({ name: 'Asked', reasons: { held: 'Held.' }, volatile, create: () => noting })
  const weigher = defineWeigher({ name: 'Free', help: 'Free memory.', create: () => () => (host) => host.freeRamMb })
  const env = testEnv({}, { release: 'zed' })
  const parts = { filters: [filterAtWork(filter, env)], weighers: [weigherAtWork(weigher, env)], rules: RULES.zed }
  const table = new HostTable(HOSTS)
  return { asked, table, engine: new Engine(parts, table, bytes) }
}

function roomy({ memoryMb }: Request): (host: Host) => boolean {
  return ({ freeRamMb }) => (freeRamMb ?? 0) >= memoryMb
}

/** The host in a place, holding instances. */
function holding(place: number, ...uuids: string[]): Host {
  const instances = Object.fromEntries(uuids.map((uuid) => [uuid, { uuid, projectId: null, instanceTypeId: null }]))
  return new Host(HOSTS[place] as Host, { instances })
}

/** The best place for a request, and the hosts that were asked about to find it. */
function decide({ asked, engine }: Asked, request: Request): readonly [best: number | null, asked: string] {
  asked.length = 0
  const ranking = engine.shared(engine.prepare(request, false))
  ranking.catchUp()
  return [ranking.best(), asked.join()]
}

const small = aRequest({ memoryMb: 1500 })
const large = aRequest({ memoryMb: 3500 })
const huge = aRequest({ memoryMb: 9000 })
const ALL = 'h1,h2,h3,h4'

describe('an engine', () => {
  test('asks about each host once for requests that agree in what the filter read', () => {
    const world = engineOf()
    expect(decide(world, small)).toEqual([3, ALL])
    expect(decide(world, aRequest({ memoryMb: 1500, vcpus: 9, uuid: 'another' }))).toEqual([3, ''])
    expect(decide(world, large)).toEqual([3, ALL])
    expect(decide(world, huge)).toEqual([null, ALL])
    expect(decide(world, small)).toEqual([3, ''])
  })

  test('asks again about hosts that changed, and no others', () => {
    const world = engineOf()
    decide(world, small)
    decide(world, large)
    world.table.set(3, aHost({ host: 'h4', nodename: 'h4', freeRamMb: 1600 }))
    expect(decide(world, small)).toEqual([2, 'h4'])
    expect(decide(world, large)).toEqual([null, 'h4'])
  })

  test('forgets first what was used longest ago, when memory is short', () => {
    const world = engineOf({ bytes: 1600 })
    decide(world, small)
    decide(world, large)
    expect(decide(world, small)).toEqual([3, ''])
    expect(decide(world, huge)).toEqual([null, ALL])
    expect(decide(world, small)).toEqual([3, ''])
    expect(decide(world, large)).toEqual([3, ALL])
  })

  test('decides the same with hardly any memory', () => {
    const [rich, poor] = [engineOf(), engineOf({ bytes: 1 })]
    for (const request of [small, large, small, huge, large, small]) {
      expect(decide(poor, request)[0]).toBe(decide(rich, request)[0])
    }
  })

  test('asks holders of instances alone, where a filter says no to no others', () => {
    const world = engineOf({ prepare: ({ group }) => askHolders(group.members, () => reject('held')) })
    const apart = (...members: string[]): Request => aRequest({ group: { ...small.group, members } })
    world.table.set(3, holding(3, 'a', 'b'))
    expect(decide(world, apart('a', 'c'))).toEqual([2, 'h4'])
    expect(decide(world, apart('c'))).toEqual([3, ''])
    world.table.set(2, holding(2, 'c'))
    expect(decide(world, apart('a', 'c'))).toEqual([1, 'h3'])
    expect(decide(world, apart('c'))).toEqual([3, 'h3'])
    world.table.set(3, holding(3, 'b'))
    expect(decide(world, apart('a', 'c'))).toEqual([3, ''])
    world.table.set(2, holding(2))
    expect(decide(world, apart('c', 'b'))).toEqual([2, 'h4'])
  })

  test('asks anew where other hosts know the instance in hand', () => {
    const world = engineOf({
      prepare:
        (_, { ofInstance }) =>
        ({ host }) =>
          !ofInstance.includes(host),
    })
    expect(decide(world, aRequest({ uuid: 'a' }))).toEqual([3, ALL])
    expect(decide(world, aRequest({ uuid: 'b' }))).toEqual([3, ''])
    expect(decide(world, aRequest({ uuid: null }))).toEqual([3, ''])
    world.table.set(3, holding(3, 'a'))
    expect(decide(world, aRequest({ uuid: 'b' }))).toEqual([3, 'h4'])
    expect(decide(world, aRequest({ uuid: 'a' }))).toEqual([2, ALL])
    world.table.set(3, holding(3))
    expect(decide(world, aRequest({ uuid: 'a' }))).toEqual([3, 'h4'])
  })

  test('asks a volatile filter each time', () => {
    const world = engineOf({ volatile: true })
    expect(decide(world, small)).toEqual([3, ALL])
    expect(decide(world, small)).toEqual([3, ALL])
  })
})
