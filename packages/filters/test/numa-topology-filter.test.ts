import type {
  HostCell,
  HostTopology,
  InstanceCell,
  InstanceTopology,
  PciPool,
  PciRequest,
} from '@nova-sched/core/plugin'
import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { NUMATopologyFilter } from '../src/numa-topology-filter.ts'

const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7]

/** Host cells of 8 CPUs and 4096 MiB, all free; each says what differs. */
const hostCells = (...cells: Partial<HostCell>[]): HostTopology => ({
  cells: cells.map((cell, id) => {
    const cpus = EIGHT.map((cpu) => cpu + 8 * id)
    const siblings = cpus.map((cpu) => [cpu])
    const usage = { cpuUsage: 0, memoryUsage: 0, pages: [], pinnedCpus: [] }
    return { id, socket: null, cpuset: cpus, pcpuset: cpus, memory: 4096, siblings, ...usage, ...cell }
  }),
})

/** Cells of an instance of 2 CPUs and 1024 MiB; each says what differs. */
const instanceCells = (...cells: Partial<InstanceCell>[]): InstanceTopology => ({
  cells: cells.map((cell, id) => {
    const policies = { pageSize: null, cpuPolicy: null, cpuThreadPolicy: null, cpuTopology: null }
    return { id, cpuset: [0, 1], pcpuset: [], memory: 1024, ...policies, cpuPinning: [], reservedCpus: [], ...cell }
  }),
  emulatorThreadsPolicy: null,
})

const nic: PciRequest = { count: 1, spec: [{ vendor_id: '8086' }], aliasName: 'nic', requestId: null, numaPolicy: null }
const nicOn = (numaNode: number): PciPool => ({ count: 1, numaNode, properties: { vendor_id: '8086' } })

const ONE_CELL = instanceCells({})
/** Changes that raise an option to these values, each alone. */
const raises = (option: string, ...values: number[]) =>
  values.map((value) => ({ kind: 'option', option, value }) as const)
const RATIO_1 = { cpu_allocation_ratio: 1 }
const BUSY = hostCells({ cpuUsage: 8 }, {})
const P82 = {
  host: { numaTopology: BUSY, pciDevicePools: [nicOn(0)] },
  request: { numaTopology: ONE_CELL, pciRequests: [nic] },
}

const THREADS = { 'hw:cpu_policy': 'dedicated', 'hw:cpu_thread_policy': 'require' }

describe('NUMATopologyFilter', () => {
  const cases = filterCases(NUMATopologyFilter, {
    passes: [
      { name: 'who asks for no cells', host: { numaTopology: hostCells({}) }, limits: {} },
      { name: 'who asks for none, on a host that has none', request: { numaTopology: instanceCells() }, limits: {} },
      {
        name: 'a host with room on another cell, and tells the limits of the configuration',
        conf: RATIO_1,
        host: { numaTopology: BUSY },
        request: { numaTopology: ONE_CELL },
        limits: { numa_topology: { cpu_allocation_ratio: 1, ram_allocation_ratio: 1.5 } },
      },
      {
        name: 'a host with room, and tells the limits of the node where nodes have them',
        release: 'zed',
        host: { numaTopology: BUSY, cpuAllocationRatio: 2, ramAllocationRatio: 3 },
        request: { numaTopology: ONE_CELL },
        limits: { numa_topology: { cpu_allocation_ratio: 2, ram_allocation_ratio: 3 } },
      },
      { name: 'a device on a busy cell that may be overcommitted (P82)', ...P82 },
      { name: 'a busy cell without devices (P82)', ...P82, conf: RATIO_1, request: { numaTopology: ONE_CELL } },
      {
        name: 'whoever requires threads, in releases that do not look',
        host: P82.host,
        request: { flavor: { extraSpecs: THREADS } },
      },
      {
        name: 'whoever requires threads, on a host without cells',
        release: 'zed',
        request: { flavor: { extraSpecs: THREADS } },
      },
    ],
    rejects: [
      {
        name: 'a host without cells',
        host: { numaTopology: null },
        request: { numaTopology: ONE_CELL },
        reason: 'no_host_cells',
        details: { needed: 1, available: 0, unit: 'NUMA cell' },
        message: 'NUMA cells needed: 1; the host tells of none',
      },
      {
        name: 'a device on a cell that is full (P82)',
        ...P82,
        conf: RATIO_1,
        reason: 'pci_not_near',
        details: { needed: 2, available: 0, unit: 'CPU' },
        message: 'PCI device is on cell 0 which has 0 free CPUs; cell 1 has 8',
        changes: raises('cpu_allocation_ratio', 1.25),
      },
      {
        name: 'a host whose cells have too little memory',
        host: { numaTopology: hostCells({ memoryUsage: 6000 }, { memoryUsage: 5200 }) },
        request: { numaTopology: ONE_CELL },
        reason: 'not_enough_memory',
        details: { needed: 1024, available: 944, unit: 'MiB' },
        changes: raises('ram_allocation_ratio', 1.5196, 1.7149),
      },
      {
        name: 'a host without threads, in releases that look',
        release: 'zed',
        host: { numaTopology: hostCells({}) },
        request: {
          flavor: { extraSpecs: { 'hw:cpu_policy': 'dedicated' } },
          image: { properties: { hw_cpu_thread_policy: 'require' } },
        },
        reason: 'no_hardware_threads',
      },
      {
        name: 'cells of which too few CPUs are free to pin',
        release: 'zed',
        host: { numaTopology: hostCells({ pinnedCpus: EIGHT.slice(1) }) },
        request: { numaTopology: instanceCells({ cpuset: [], pcpuset: [0, 1], cpuPolicy: 'dedicated' }) },
        reason: 'not_enough_owned_cpus',
        details: { needed: 2, available: 1, unit: 'CPU' },
        message: 'cell 0 has 1 free CPU to pin, needs 2',
        changes: [],
      },
      {
        name: 'a page size that no cell has, in releases that take it for a no',
        release: 'zed',
        host: { numaTopology: hostCells({}) },
        request: { numaTopology: instanceCells({ pageSize: 2048 }) },
        reason: 'page_size_missing',
      },
      {
        name: 'a device on a cell that is full, where nodes tell the ratios',
        release: 'zed',
        host: { numaTopology: BUSY, cpuAllocationRatio: 1, pciDevicePools: [nicOn(0)] },
        request: P82.request,
        reason: 'pci_not_near',
        changes: [],
      },
    ],
    faults: [
      {
        name: 'a page size that a cell does not have',
        host: { numaTopology: hostCells({}) },
        request: { numaTopology: instanceCells({ pageSize: 2048 }) },
        code: 'PAGE_SIZE_NOT_SUPPORTED',
      },
      {
        name: 'a node that reports no ratio',
        release: 'zed',
        host: { numaTopology: hostCells({}), ramAllocationRatio: null },
        request: { numaTopology: ONE_CELL },
        code: 'VALUE_MALFORMED',
      },
    ],
  })
  for (const { name, run } of cases) test(name, run)
})
