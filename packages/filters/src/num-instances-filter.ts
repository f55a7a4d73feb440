import { defineFilter } from '@nova-sched/core/plugin'
import { NUM_INSTANCES_OPTIONS, fewInstances, numInstancesReasons } from './lib/host-counts.ts'
import { optionLimit } from './lib/limit.ts'

/** Hosts with room for one more instance, by the configuration. */
export const NumInstancesFilter = defineFilter({
  name: 'NumInstancesFilter',
  help: 'Hosts with fewer instances than max_instances_per_host.',
  classPath: 'nova.scheduler.filters.num_instances_filter.NumInstancesFilter',
  options: NUM_INSTANCES_OPTIONS,
  reasons: numInstancesReasons(),
  create: ({ conf }) => fewInstances(optionLimit('max_instances_per_host', conf.max_instances_per_host)),
})
