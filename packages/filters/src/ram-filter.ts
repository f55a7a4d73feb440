import { defineFilter } from '@nova-sched/core/plugin'
import { RAM_OPTIONS, RAM_REASONS, ramParts } from './lib/ram.ts'

/** Enough memory, with the overcommit ratio of the configuration. */
export const RamFilter = defineFilter({
  name: 'RamFilter',
  help: 'Hosts with enough memory: total × ram_allocation_ratio - used, against the memory of the flavor.',
  classPath: 'nova.scheduler.filters.ram_filter.RamFilter',
  options: RAM_OPTIONS,
  reasons: RAM_REASONS,
  create: ({ conf }) => ramParts(() => conf.ram_allocation_ratio),
})
