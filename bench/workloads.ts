import type { CloudName } from './clouds.ts'
import { FULL } from './clouds.ts'
import { THIRD_PARTY_FILE } from './third-party.ts'

/**
 * What is timed. `choice`: what is left of a decision when its request has been read and prepared. `end_to_end`: a
 * request object in; destinations, limits and counts out. `first`: the same, of a request whose like was never asked.
 */
export type Mode = 'choice' | 'end_to_end' | 'first'

export const MODES: readonly Mode[] = ['choice', 'end_to_end', 'first']

/** What is decided over and over. */
export interface Workload {
  readonly name: string
  readonly about: string
  readonly release: 'kilo' | 'zed'
  readonly cloud: CloudName
  readonly modes: readonly Mode[]
  /** How many shapes take turns; each request has one of its own where the mode is `first`. */
  readonly shapes: number
  /** Extra specs of the shapes, which take turns too. */
  readonly extraSpecs?: readonly Readonly<Record<string, string>>[]
  /** Instances of a request; more than one go to hosts of their own. */
  readonly instances?: number
  /** Options of nova.conf, by section; one of several values is a list. */
  readonly conf?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>
  /** What happens between two requests, which is not timed: its cost falls on the request after it. */
  readonly between?: 'a tenth of the hosts changes' | 'an instance leaves'
  /** Decisions take long, or use up the hosts: few are made. */
  readonly few?: true
  /** Sizes of the cloud that it is for. Absent: any. */
  readonly hosts?: { readonly least?: number; readonly most?: number }
}

/**
 * One of {@link WORKLOADS}.
 *
 * @throws RangeError when there is none of that name
 */
export function workloadNamed(name: string): Workload {
  const found = WORKLOADS.find((workload) => workload.name === name)
  if (found === undefined) throw new RangeError(`there is no workload ${name}`)
  return found
}

const LARGE = { least: 1000 }
const CAPABILITY = [{ 'capabilities:vcpus_total': '>= 8' }]
const STACK = { ram_weight_multiplier: '-1.0' }
const ZED_FILTERS =
  'ComputeFilter,ComputeCapabilitiesFilter,ImagePropertiesFilter,ServerGroupAntiAffinityFilter,ServerGroupAffinityFilter'
const KILO_FILTERS_BEFORE = 'RetryFilter,AvailabilityZoneFilter'
const KILO_FILTERS_AFTER =
  'ComputeFilter,ComputeCapabilitiesFilter,ImagePropertiesFilter,ServerGroupAntiAffinityFilter,ServerGroupAffinityFilter'

/** Of each shape: pinned CPUs, a device, both, CPUs on two cells, and nothing of the kind. */
const NUMA_AND_PCI = [
  { 'hw:cpu_policy': 'dedicated', 'hw:numa_nodes': '1' },
  { 'pci_passthrough:alias': 'nic:1' },
  { 'hw:cpu_policy': 'dedicated', 'hw:numa_nodes': '1', 'pci_passthrough:alias': 'nic:1' },
  { 'hw:numa_nodes': '2' },
  {},
]

export const WORKLOADS: readonly Workload[] = [
  {
    name: 'repeating-spread',
    about: 'five shapes take turns, the emptiest host wins',
    release: 'zed',
    cloud: 'mixed',
    modes: ['choice', 'end_to_end'],
    shapes: 5,
    extraSpecs: CAPABILITY,
  },
  {
    name: 'repeating-stack',
    about: 'five shapes take turns, the fullest host by memory wins',
    release: 'zed',
    cloud: 'mixed',
    modes: ['choice'],
    shapes: 5,
    extraSpecs: CAPABILITY,
    conf: { filter_scheduler: STACK },
  },
  {
    name: 'repeating-fifty-shapes',
    about: 'fifty shapes take turns',
    release: 'zed',
    cloud: 'mixed',
    modes: ['choice', 'end_to_end'],
    shapes: 50,
    extraSpecs: CAPABILITY,
  },
  {
    name: 'one-off-spread',
    about: 'each request is of a shape of its own, the emptiest host wins',
    release: 'zed',
    cloud: 'mixed',
    modes: ['first'],
    shapes: 1,
  },
  {
    name: 'kilo-spread',
    about: 'five shapes take turns, by the rules of Kilo',
    release: 'kilo',
    cloud: 'mixed',
    modes: ['choice', 'end_to_end'],
    shapes: 5,
    extraSpecs: CAPABILITY,
  },
  {
    name: 'kilo-one-off-stack',
    about: 'each request is of a shape of its own, the fullest host by memory wins, by the rules of Kilo',
    release: 'kilo',
    cloud: 'mixed',
    modes: ['first'],
    shapes: 1,
    conf: { DEFAULT: STACK },
  },
  {
    name: 'numa-pci-mix',
    about: 'pinned CPUs, network cards, both, CPUs on two cells, and neither take turns',
    release: 'zed',
    cloud: 'numa',
    modes: ['choice'],
    shapes: 5,
    extraSpecs: NUMA_AND_PCI,
    few: true,
    hosts: { most: 10_000 },
    conf: {
      filter_scheduler: { enabled_filters: `${ZED_FILTERS},NUMATopologyFilter,PciPassthroughFilter` },
      pci: { alias: '{ "name": "nic", "vendor_id": "8086", "product_id": "1572" }' },
    },
  },
  {
    name: 'built-in-filter',
    about: "RamFilter of Nova's own, to be compared with third-party-filter",
    release: 'kilo',
    cloud: 'mixed',
    modes: ['choice', 'first'],
    shapes: 5,
    conf: {
      DEFAULT: { scheduler_default_filters: `${KILO_FILTERS_BEFORE},RamFilter,${KILO_FILTERS_AFTER}` },
    },
  },
  {
    name: 'third-party-filter',
    about: 'the rule of RamFilter in a file of its own, written in the plainest way',
    release: 'kilo',
    cloud: 'mixed',
    modes: ['choice', 'first'],
    shapes: 5,
    conf: {
      DEFAULT: {
        scheduler_available_filters: ['nova.scheduler.filters.all_filters', THIRD_PARTY_FILE],
        scheduler_default_filters: `${KILO_FILTERS_BEFORE},EnoughMemoryFilter,${KILO_FILTERS_AFTER}`,
      },
    },
  },
  {
    name: 'openb-pods',
    about: 'the pods of a GPU cluster on its nodes, in order of creation, by CPUs and memory',
    release: 'kilo',
    cloud: 'openb',
    modes: ['choice'],
    shapes: 0,
    conf: {
      DEFAULT: {
        scheduler_default_filters: `${KILO_FILTERS_BEFORE},RamFilter,CoreFilter,${KILO_FILTERS_AFTER}`,
        cpu_allocation_ratio: '1.5',
      },
    },
  },
  {
    name: 'hard-moving-extreme',
    about: 'the host with the most free memory wins and has it no more, so that the largest weight moves each time',
    release: 'zed',
    cloud: 'distinct',
    modes: ['choice'],
    shapes: 1,
    conf: { filter_scheduler: { cpu_weight_multiplier: '0', disk_weight_multiplier: '0' } },
    hosts: LARGE,
  },
  {
    name: 'hard-all-equal',
    about: 'every host is the same',
    release: 'zed',
    cloud: 'equal',
    modes: ['choice'],
    shapes: 5,
    hosts: LARGE,
  },
  {
    name: 'hard-tenth-changes',
    about: 'a tenth of the hosts changes before each request',
    release: 'zed',
    cloud: 'mixed',
    modes: ['choice'],
    shapes: 5,
    between: 'a tenth of the hosts changes',
    few: true,
    hosts: LARGE,
  },
  {
    name: 'hard-fifty-apart',
    about: 'fifty instances at once, each on a host of its own',
    release: 'zed',
    cloud: 'mixed',
    modes: ['choice'],
    shapes: 1,
    instances: 50,
    few: true,
    hosts: LARGE,
  },
  {
    name: 'hard-subset-ten',
    about: 'one of the ten best at random',
    release: 'zed',
    cloud: 'mixed',
    modes: ['choice'],
    shapes: 5,
    conf: { filter_scheduler: { host_subset_size: '10' } },
    hosts: LARGE,
  },
  {
    name: 'hard-flipping',
    about: 'each placement fills its host, and an instance leaves a full one before the next',
    release: 'zed',
    cloud: 'full',
    modes: ['choice'],
    shapes: 5,
    between: 'an instance leaves',
    conf: {
      filter_scheduler: { enabled_filters: `${ZED_FILTERS},NumInstancesFilter`, max_instances_per_host: String(FULL) },
    },
    hosts: LARGE,
  },
]
