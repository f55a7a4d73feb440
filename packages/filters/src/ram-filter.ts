import { defineFilter } from '@nova-sched/core/plugin'
import { RAM_OPTIONS, ramParts, ramReasons } from './lib/ram.ts'
import { optionLimit } from './lib/limit.ts'

/** Enough memory, with the overcommit ratio of the configuration. */
export const RamFilter = defineFilter({
  name: 'RamFilter',
  help: 'Hosts with enough memory: total × ram_allocation_ratio - used, against the memory of the flavor.',
  classPath: 'nova.scheduler.filters.ram_filter.RamFilter',
  resources: ['memory'],
  options: RAM_OPTIONS,
  reasons: ramReasons(),
  create: ({ conf }) => ramParts(optionLimit('ram_allocation_ratio', conf.ram_allocation_ratio)),
})
