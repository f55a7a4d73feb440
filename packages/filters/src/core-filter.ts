import { defineFilter } from '@nova-sched/core/plugin'
import { CORE_OPTIONS, CORE_REASONS, coreParts } from './lib/cores.ts'

/** Enough virtual CPUs, with the overcommit ratio of the configuration. */
export const CoreFilter = defineFilter({
  name: 'CoreFilter',
  help: 'Hosts with enough virtual CPUs: total × cpu_allocation_ratio - used, against the VCPUs of the flavor.',
  classPath: 'nova.scheduler.filters.core_filter.CoreFilter',
  options: CORE_OPTIONS,
  reasons: CORE_REASONS,
  create: ({ conf }) => coreParts(() => conf.cpu_allocation_ratio),
})
