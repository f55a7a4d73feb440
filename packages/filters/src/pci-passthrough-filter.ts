import { defineFilter } from '@nova-sched/core/plugin'

/**
 * Requests that ask for PCI devices are refused before any filter is asked (REQUEST_NEEDS_PCI). What is left asks for
 * none, and passes, as in Nova.
 */
export const PciPassthroughFilter = defineFilter({
  name: 'PciPassthroughFilter',
  help: 'Every host: requests that ask for PCI devices are not accepted yet.',
  classPath: 'nova.scheduler.filters.pci_passthrough_filter.PciPassthroughFilter',
  create: () => () => null,
})
