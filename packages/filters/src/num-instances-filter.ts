import { defineFilter } from '@nova-sched/core/plugin'
import { fewInstances, NUM_INSTANCES_OPTIONS, NUM_INSTANCES_REASONS } from './lib/host-counts.ts'

/** Hosts with room for one more instance, by the configuration. */
export const NumInstancesFilter = defineFilter({
  name: 'NumInstancesFilter',
  help: 'Hosts with fewer instances than max_instances_per_host.',
  classPath: 'nova.scheduler.filters.num_instances_filter.NumInstancesFilter',
  options: NUM_INSTANCES_OPTIONS,
  reasons: NUM_INSTANCES_REASONS,
  create: ({ conf }) => fewInstances(() => conf.max_instances_per_host),
})
