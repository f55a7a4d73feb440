import { defineFilter } from '@nova-sched/core/plugin'

/** Every host. */
export const AllHostsFilter = defineFilter({
  name: 'AllHostsFilter',
  help: 'Every host.',
  classPath: 'nova.scheduler.filters.all_hosts_filter.AllHostsFilter',
  oncePerRequest: true,
  create: () => () => null,
})
