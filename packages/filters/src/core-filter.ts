import { defineFilter } from '@nova-sched/core/plugin'
import { CORE_OPTIONS, coreParts, coreReasons } from './lib/cores.ts'
import { optionLimit } from './lib/limit.ts'

/** Enough virtual CPUs, with the overcommit ratio of the configuration. */
export const CoreFilter = defineFilter({
  name: 'CoreFilter',
  help: 'Hosts with enough virtual CPUs: total × cpu_allocation_ratio - used, against the VCPUs of the flavor.',
  classPath: 'nova.scheduler.filters.core_filter.CoreFilter',
  resources: ['vcpus'],
  options: CORE_OPTIONS,
  reasons: coreReasons(),
  create: ({ conf }) => coreParts(optionLimit('cpu_allocation_ratio', conf.cpu_allocation_ratio)),
})
