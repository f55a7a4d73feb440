import {
  bool,
  defineFilter,
  describeNumaShortage,
  NUMA_SHORTAGE_REASONS,
  numaShortage,
  pciDevicesOn,
  reject,
  supportsPciRequests,
  type Host,
  type NumaLimits,
} from '@nova-sched/core/plugin'
import { CORE_OPTIONS } from './lib/cores.ts'
import { hasThreads, ratioRaises, reportedRatios, requiresThreads, someCells } from './lib/numa.ts'
import { RAM_OPTIONS } from './lib/ram.ts'

/** Room for the NUMA cells that are asked for, each on a cell of the host, near the PCI devices that are asked for. */
export const NUMATopologyFilter = defineFilter({
  name: 'NUMATopologyFilter',
  help: 'Hosts with room for every NUMA cell of the instance on a NUMA cell of theirs, near the PCI devices asked for.',
  classPath: 'nova.scheduler.filters.numa_topology_filter.NUMATopologyFilter',
  options: {
    ...CORE_OPTIONS,
    ...RAM_OPTIONS,
    packing_host_numa_cells_allocation_strategy: bool(false, {
      group: 'compute',
      help: 'Instances go to the NUMA cells of a host that are used most; else to those that are used least.',
    }),
  },
  reasons: {
    ...Object.fromEntries(NUMA_SHORTAGE_REASONS.map((reason) => [reason, '{why}'])),
    no_host_cells: 'the instance needs {needed} NUMA cells, and the host tells of none',
    no_hardware_threads: 'hardware threads are required, and no core of the host has more than one',
  },
  create({ conf, rules }) {
    const configured = { cpuAllocationRatio: conf.cpu_allocation_ratio, ramAllocationRatio: conf.ram_allocation_ratio }
    const limitsOf = (host: Host): NumaLimits => (rules.ratiosComeFromNode ? reportedRatios(host) : configured)
    return {
      prepare(request) {
        const instance = someCells(request.numaTopology)
        const needsThreads = rules.numa.requireNeedsThreads && requiresThreads(request)
        if (instance === null && !needsThreads) return null
        const pciRequests = instance === null ? null : request.pciRequests
        return (node) => {
          const host = someCells(node.numaTopology)
          const { pciDevicePools: pools } = node
          if (needsThreads && host !== null && !hasThreads(host)) return reject('no_hardware_threads')
          if (instance === null) return true
          if (host === null) {
            return reject('no_host_cells', { needed: instance.cells.length, available: 0, unit: 'NUMA cell' })
          }
          const shortage = numaShortage({
            host,
            instance,
            limits: limitsOf(node),
            pciNear: pciRequests?.length
              ? (cells: readonly number[]) =>
                  supportsPciRequests(pools, pciRequests, { cells, topology: host }, rules.pci)
              : null,
            pciDevicesOn: (cell: number) => pciDevicesOn(pools, cell),
            packs: conf.packing_host_numa_cells_allocation_strategy,
            rules: rules.numa,
          })
          if (shortage === null) return true
          const { reason, ...details } = shortage
          return reject(reason, { ...details, why: describeNumaShortage(shortage) })
        }
      },
      limits(node, { numaTopology }) {
        if (someCells(numaTopology) === null || someCells(node.numaTopology) === null) return {}
        const { cpuAllocationRatio, ramAllocationRatio } = limitsOf(node)
        return { numa_topology: { cpu_allocation_ratio: cpuAllocationRatio, ram_allocation_ratio: ramAllocationRatio } }
      },
      changes(node, { numaTopology }) {
        const [host, instance] = [someCells(node.numaTopology), someCells(numaTopology)]
        return rules.ratiosComeFromNode || host === null || instance === null
          ? []
          : ratioRaises(host, instance, configured)
      },
    }
  },
})
