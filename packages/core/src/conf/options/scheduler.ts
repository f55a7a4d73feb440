import { bool, int, list, multi, str } from '../../plugin/options.ts'
import { KILO_DEFAULT_FILTERS as KILO_FILTERS } from '../../releases.ts'
import { before, moved, named, option } from './shape.ts'

const NEWEST_FILTERS = KILO_FILTERS.filter(
  (name) => !['RetryFilter', 'AvailabilityZoneFilter', 'RamFilter'].includes(name),
)

const BAREMETAL_FILTERS = [
  'RetryFilter',
  'AvailabilityZoneFilter',
  'ComputeFilter',
  'ComputeCapabilitiesFilter',
  'ImagePropertiesFilter',
  'ExactRamFilter',
  'ExactDiskFilter',
  'ExactCoreFilter',
]

const FILTERS_HELP = {
  help: 'The filters that hosts must pass, in this order. Each must be among the available filters.',
}
const DRIVER_HELP = { help: 'The scheduler driver: a name, a class path of Nova, a package, a folder or a file.' }
const MANAGER_HELP = { help: 'What keeps the state of the hosts: HostManager, IronicHostManager, or one of your own.' }
const ATTEMPTS_HELP = 'How often one instance is tried on a host before its request fails.'
const SUBSET_HELP = 'An instance goes to one of this many best hosts, at random.'
const TASK_HELP = {
  help: 'Seconds between two runs of the periodic tasks of the scheduler driver. 0: every 60 seconds. Below 0: never.',
}

/** Options of the filter scheduler: what it runs, and how it chooses. */
export const FILTER_SCHEDULER_OPTIONS = {
  available_filters: option(
    multi(['nova.scheduler.filters.all_filters'], {
      help: 'What the filters may be taken from: names or class paths of Nova, packages, folders, files. May be given several times; giving it replaces the default.',
    }),
    ...moved('scheduler_available_filters', 'filter_scheduler', 'available_filters'),
  ),
  enabled_filters: [
    { until: 23, filters: KILO_FILTERS.filter((name) => name !== 'RetryFilter' && name !== 'RamFilter') },
    { until: 19, filters: KILO_FILTERS.filter((name) => name !== 'RamFilter') },
    { until: 15, filters: KILO_FILTERS.toSpliced(3, 0, 'DiskFilter') },
    { until: 11, filters: KILO_FILTERS },
  ].reduce(
    (later, { until, filters }) => before(until, list(filters, FILTERS_HELP), later),
    option(
      list(NEWEST_FILTERS, FILTERS_HELP),
      ...moved('scheduler_default_filters', 'filter_scheduler', 'enabled_filters'),
    ),
  ),
  weight_classes: option(
    list(['nova.scheduler.weights.all_weighers'], {
      help: 'The weighers that order the hosts which passed: names or class paths of Nova, packages, folders, files.',
    }),
    ...moved('scheduler_weight_classes', 'filter_scheduler', 'weight_classes'),
  ),
  host_subset_size: before(
    14,
    int(1, { help: `${SUBSET_HELP} Less than 1 counts as 1.` }),
    option(
      int(1, { min: 1, help: SUBSET_HELP }),
      ...moved('scheduler_host_subset_size', 'filter_scheduler', 'host_subset_size'),
    ),
  ),
  shuffle_best_same_weighed_hosts: option(
    bool(false, { help: 'Hosts that share the best weight are put in random order before one is taken.' }),
    named('filter_scheduler', 'shuffle_best_same_weighed_hosts', { since: 17 }),
  ),
  track_instance_changes: option(
    bool(true, { help: 'The scheduler knows the instances of every host, and is told when they change.' }),
    ...moved('scheduler_tracks_instance_changes', 'filter_scheduler', 'track_instance_changes'),
  ),
  use_baremetal_filters: option(
    bool(false, { help: 'Use the list of baremetal filters in place of the usual one.' }),
    ...moved('scheduler_use_baremetal_filters', 'filter_scheduler', 'use_baremetal_filters', 17),
  ),
  baremetal_enabled_filters: option(
    list(BAREMETAL_FILTERS, { help: 'The filters for baremetal hosts, in this order.' }),
    ...moved('baremetal_scheduler_default_filters', 'filter_scheduler', 'baremetal_enabled_filters', 17),
  ),
}

/** Options of the scheduler service, whatever its driver. */
export const SCHEDULER_OPTIONS = {
  driver: before(
    12,
    str('nova.scheduler.filter_scheduler.FilterScheduler', DRIVER_HELP),
    option(str('filter_scheduler', DRIVER_HELP), ...moved('scheduler_driver', 'scheduler', 'driver', 22)),
  ),
  host_manager: before(
    12,
    str('nova.scheduler.host_manager.HostManager', MANAGER_HELP),
    option(str('host_manager', MANAGER_HELP), ...moved('scheduler_host_manager', 'scheduler', 'host_manager', 17)),
  ),
  scheduler_manager: option(
    str('nova.scheduler.manager.SchedulerManager', { help: 'Class of the scheduler service. Read and not used.' }),
    named('DEFAULT', 'scheduler_manager', { until: 15 }),
  ),
  periodic_task_interval: option(
    int(60, TASK_HELP),
    ...moved('scheduler_driver_task_period', 'scheduler', 'periodic_task_interval', 22),
  ),
  max_attempts: before(
    14,
    int(3, { help: `${ATTEMPTS_HELP} Nova refuses requests when it is less than 1.` }),
    option(int(3, { min: 1, help: ATTEMPTS_HELP }), ...moved('scheduler_max_attempts', 'scheduler', 'max_attempts')),
  ),
  scheduler_json_config_location: option(
    str('', { help: 'A JSON file whose content reaches every filter and weigher. Empty: none.' }),
    named('DEFAULT', 'scheduler_json_config_location', { until: 14 }),
  ),
  scheduler_topic: option(
    str('scheduler', { help: 'The topic that the scheduler listens on.' }),
    named('DEFAULT', 'scheduler_topic', { until: 16 }),
  ),
  scheduler_workers: option(
    int(null, { min: 0, help: 'How many scheduler processes to run. Not set: one for every CPU.' }),
    named('scheduler', 'workers', { since: 18 }),
  ),
  discover_hosts_in_cells_interval: option(
    int(-1, { min: -1, help: 'Seconds between two looks for new hosts in cells. -1: never.' }),
    named('scheduler', 'discover_hosts_in_cells_interval', { since: 15 }),
  ),
}

const yesNo = (help: string, since: number, name: string) =>
  option(bool(false, { help }), named('scheduler', name, { since }))

/** Options of the questions that are asked of placement. */
export const PLACEMENT_OPTIONS = {
  max_placement_results: option(
    int(1000, { min: 1, help: 'How many candidates placement is asked for at most.' }),
    named('scheduler', 'max_placement_results', { since: 17 }),
  ),
  limit_tenants_to_placement_aggregate: yesNo(
    'Projects are kept to the aggregates whose filter_tenant_id names them.',
    18,
    'limit_tenants_to_placement_aggregate',
  ),
  placement_aggregate_required_for_tenants: yesNo(
    'A project that no aggregate names gets no host.',
    18,
    'placement_aggregate_required_for_tenants',
  ),
  query_placement_for_availability_zone: before(
    23,
    bool(false, { help: 'Placement is asked for the hosts of the zone.' }),
    option(
      bool(true, { help: 'Placement is asked for the hosts of the zone.' }),
      named('scheduler', 'query_placement_for_availability_zone', { since: 18, until: 27, deprecatedSince: 24 }),
    ),
  ),
  query_placement_for_image_type_support: yesNo(
    'Placement is asked for hosts that can take the disk format of the image.',
    20,
    'query_placement_for_image_type_support',
  ),
  enable_isolated_aggregate_filtering: yesNo(
    'Hosts of aggregates with trait metadata take only instances that require those traits.',
    20,
    'enable_isolated_aggregate_filtering',
  ),
  image_metadata_prefilter: yesNo(
    'Placement is asked for hosts that support the devices that the image names.',
    21,
    'image_metadata_prefilter',
  ),
  query_placement_for_routed_network_aggregates: yesNo(
    'Placement is asked for hosts that reach the network segments of the ports.',
    23,
    'query_placement_for_routed_network_aggregates',
  ),
  disable_fallback_pcpu_query: option(
    bool(false, { help: 'Placement is not asked again for VCPU when no host has enough PCPU.' }),
    named('workarounds', 'disable_fallback_pcpu_query', { since: 20 }),
  ),
}
