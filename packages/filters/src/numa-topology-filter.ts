import {
  defineFilter,
  describeNumaShortage,
  NUMA_OPTIONS,
  NUMA_SHORTAGE_REASONS,
  numaQuestion,
  numaShortage,
  reject,
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
  options: { ...CORE_OPTIONS, ...RAM_OPTIONS, ...NUMA_OPTIONS },
  reasons: {
    ...Object.fromEntries(NUMA_SHORTAGE_REASONS.map((reason) => [reason, '{why}'])),
    no_host_cells: 'NUMA cells needed: {needed}; the host tells of none',
    no_hardware_threads: 'hardware threads are required, and no core of the host has more than one',
  },
  create({ conf, rules }) {
    const configured = { cpuAllocationRatio: conf.cpu_allocation_ratio, ramAllocationRatio: conf.ram_allocation_ratio }
    const packs = conf.packing_host_numa_cells_allocation_strategy
    const limitsOf = (host: Host): NumaLimits => (rules.ratiosComeFromNode ? reportedRatios(host) : configured)
    return {
      prepare(request) {
        const instance = someCells(request.numaTopology)
        const needsThreads = rules.numa.requireNeedsThreads && requiresThreads(request)
        if (instance === null && !needsThreads) return null
        const pciRequests = instance === null ? null : request.pciRequests
        return (node) => {
          const host = node.numaTopology
          if (needsThreads && host !== null && !hasThreads(host)) return reject('no_hardware_threads')
          if (instance === null) return true
          if (host === null) {
            return reject('no_host_cells', { needed: instance.cells.length, available: 0, unit: 'NUMA cell' })
          }
          const asked = { instance, limits: limitsOf(node), packs, pciRequests, rules }
          const shortage = numaShortage(numaQuestion(host, node.pciDevicePools, asked))
          if (shortage === null) return true
          const { reason, ...details } = shortage
          return reject(reason, { ...details, why: describeNumaShortage(shortage) })
        }
      },
      limits(node, { numaTopology }) {
        if (someCells(numaTopology) === null || node.numaTopology === null) return {}
        const { cpuAllocationRatio, ramAllocationRatio } = limitsOf(node)
        return { numa_topology: { cpu_allocation_ratio: cpuAllocationRatio, ram_allocation_ratio: ramAllocationRatio } }
      },
      changes(node, { numaTopology }) {
        const [host, instance] = [node.numaTopology, someCells(numaTopology)]
        return rules.ratiosComeFromNode || host === null || instance === null
          ? []
          : ratioRaises(host, instance, configured)
      },
    }
  },
})
