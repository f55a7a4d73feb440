import { defineFilter } from '@nova-sched/core/plugin'

/**
 * Requests that ask for NUMA cells, pinned CPUs or large pages are refused before any filter is asked
 * (REQUEST_NEEDS_NUMA). What is left asks for none of them, and passes, as in Nova.
 */
export const NUMATopologyFilter = defineFilter({
  name: 'NUMATopologyFilter',
  help: 'Every host: requests that ask for a NUMA topology are not accepted yet.',
  classPath: 'nova.scheduler.filters.numa_topology_filter.NUMATopologyFilter',
  create: () => () => null,
})
