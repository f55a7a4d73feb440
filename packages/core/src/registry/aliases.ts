/** Packages of the in-tree plugins, by the Python package that Nova keeps them in. */
export const IN_TREE_PACKAGES: ReadonlyMap<string, string> = new Map([
  ['nova.scheduler.filters.', '@nova-sched/filters'],
  ['nova.scheduler.weights.', '@nova-sched/weighers'],
])

/** Nova's functions that stand for every in-tree plugin of a kind. */
export const IN_TREE_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['nova.scheduler.filters.all_filters', '@nova-sched/filters'],
  ['nova.scheduler.filters.standard_filters', '@nova-sched/filters'],
  ['nova.scheduler.weights.all_weighers', '@nova-sched/weighers'],
])

/** Short names of the drivers and host managers (Mitaka and later), by plugin. */
export const ENTRY_POINTS: ReadonlyMap<string, string> = new Map([
  ['filter_scheduler', 'FilterScheduler'],
  ['caching_scheduler', 'CachingScheduler'],
  ['chance_scheduler', 'ChanceScheduler'],
  ['host_manager', 'HostManager'],
  ['ironic_host_manager', 'IronicHostManager'],
])

/** Names of the ServiceGroup drivers, by package. */
export const SERVICEGROUP_DRIVERS: ReadonlyMap<string, string> = new Map([
  ['db', '@nova-sched/servicegroup-db'],
  ['zk', '@nova-sched/servicegroup-zk'],
  ['mc', '@nova-sched/servicegroup-mc'],
])
