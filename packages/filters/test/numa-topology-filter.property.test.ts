import {
  Host,
  NovaSchedError,
  type CpuPolicy,
  type CpuThreadPolicy,
  type HostCell,
  type Hosts,
  type InstanceCell,
  type InstanceTopology,
  type Request,
} from '@nova-sched/core/plugin'
import { aHost, aRequest, testEnv } from '@nova-sched/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NUMATopologyFilter } from '../src/numa-topology-filter.ts'

const CPUS = [0, 1, 2, 3]
const NO_HOSTS = [] as unknown as Hosts
const RATIO_1 = { cpu_allocation_ratio: 1 }

const hostCell = fc.record({
  owned: fc.subarray(CPUS),
  cpuUsage: fc.nat(5),
  memory: fc.constantFrom(1024, 4096),
  memoryUsage: fc.nat(2048),
  pages: fc.subarray([
    { sizeKb: 4, total: 262144, used: 0, reserved: 0 },
    { sizeKb: 2048, total: 512, used: 500, reserved: 4 },
  ]),
})
const hostCells = fc.array(hostCell, { maxLength: 3 }).map((cells) =>
  cells.map(({ owned, ...cell }, id): HostCell => {
    const cpus = CPUS.map((cpu) => cpu + 4 * id)
    const siblings = [cpus.slice(0, 2), cpus.slice(2)]
    return {
      id,
      socket: id,
      cpuset: cpus,
      pcpuset: cpus,
      siblings,
      pinnedCpus: owned.map((cpu) => cpu + 4 * id),
      ...cell,
    }
  }),
)

const instanceCell = fc.record({
  count: fc.integer({ min: 1, max: 4 }),
  memory: fc.constantFrom(256, 512, 2048),
  pageSize: fc.constantFrom(null, null, -1, -3, 2048),
})
const instances = fc
  .record({
    cells: fc.array(instanceCell, { maxLength: 3 }),
    cpuPolicy: fc.constantFrom<(CpuPolicy | null)[]>(null, 'shared', 'dedicated'),
    cpuThreadPolicy: fc.constantFrom<(CpuThreadPolicy | null)[]>(null, 'isolate', 'require'),
    emulatorThreadsPolicy: fc.constantFrom<InstanceTopology['emulatorThreadsPolicy'][]>(null, 'isolate'),
    release: fc.constantFrom('kilo' as const, 'zed' as const),
  })
  .map(({ cells, emulatorThreadsPolicy, release, ...policies }) => {
    const ownsApart = policies.cpuPolicy === 'dedicated' && release === 'zed'
    const asked = cells.map(({ count, ...cell }, id): InstanceCell => {
      const cpus = CPUS.slice(0, count)
      const lists = ownsApart ? { cpuset: [], pcpuset: cpus } : { cpuset: cpus, pcpuset: [] }
      return { id, ...lists, ...cell, ...policies, cpuPinning: [], cpuTopology: null, reservedCpus: [] }
    })
    return { release, numaTopology: { cells: asked, emulatorThreadsPolicy } }
  })

const NIC = { vendor_id: '8086' }
const pools = fc.array(
  fc.record({ count: fc.nat(2), numaNode: fc.constantFrom(null, 0, 1), properties: fc.constant(NIC) }),
  { maxLength: 2 },
)
const pciRequests = fc.option(
  fc.array(
    fc.record({
      count: fc.integer({ min: 1, max: 2 }),
      spec: fc.constant([NIC]),
      aliasName: fc.constant('nic'),
      requestId: fc.constant(null),
      numaPolicy: fc.constantFrom(null, 'required', 'preferred', 'socket'),
    }),
    { minLength: 1, maxLength: 2 },
  ),
)

/** What one filter is asked: a request, and hosts in their order. */
interface Round {
  readonly release: 'kilo' | 'zed'
  readonly request: Request
  readonly hosts: readonly Host[]
}

const hosts = fc
  .record({ cells: hostCells, pciDevicePools: pools })
  .map(({ cells, pciDevicePools }) => new Host({ ...aHost(), numaTopology: { cells }, pciDevicePools }))

/** As the kit's hosts and requests, and not frozen inside: a filter that wrote there would be found out. */
const rounds = fc
  .record({ hosts: fc.array(hosts, { minLength: 1, maxLength: 4 }), instance: instances, pciRequests })
  .map(({ hosts: all, instance: { release, numaTopology }, pciRequests }): Round => {
    return { release, request: { ...structuredClone(aRequest()), numaTopology, pciRequests }, hosts: all }
  })

type Ask = (host: Host) => unknown

/** A new filter, prepared for the request: its verdict of a host, or what it breaks with there. */
function asker({ release, request }: Round): Ask {
  const created = NUMATopologyFilter.create(testEnv(NUMATopologyFilter.options, { release, conf: RATIO_1 }))
  const { prepare } = typeof created === 'function' ? { prepare: created } : created
  const verdictOf = prepare(request, NO_HOSTS, undefined)
  return (host) => {
    try {
      return verdictOf === null || verdictOf(host)
    } catch (error) {
      if (error instanceof NovaSchedError) return { code: error.code, message: error.message }
      throw error
    }
  }
}

test('asked twice, it answers the same, and changes neither request nor hosts (P80)', () => {
  fc.assert(
    fc.property(rounds, (round) => {
      const before = structuredClone({ request: round.request, hosts: round.hosts.map((host) => ({ ...host })) })
      const ask = asker(round)
      const answers = round.hosts.map(ask)
      expect(round.hosts.map(ask)).toEqual(answers)
      expect({ request: round.request, hosts: round.hosts.map((host) => ({ ...host })) }).toEqual(before)
    }),
    { numRuns: 500 },
  )
})

test('what it answers of a host does not depend on the hosts that it was asked before (P80)', () => {
  fc.assert(
    fc.property(rounds, (round) => {
      const answers = round.hosts.map(asker(round))
      expect(round.hosts.map((host) => asker(round)(host))).toEqual(answers)
    }),
    { numRuns: 500 },
  )
})
