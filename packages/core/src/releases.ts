import { EARLY_HOST_STATE, LATER_HOST_STATE } from './plugin/attributes.ts'
import { NUMA_ONE_CPU_LIST, NUMA_OWNED_CPUS_APART, NUMA_OWNERS_COUNT_PAGES } from './plugin/numa/rules.ts'
import { PCI_BY_KIND_AND_POLICY, PCI_BY_PROPERTIES } from './plugin/pci/rules.ts'
import { PYTHON_2, PYTHON_3, type PythonRules } from './plugin/python.ts'
import type { Rules } from './plugin/rules.ts'
import { TYPED_IMAGES } from './request/image-meta/properties.ts'
import type { RequestMaking } from './request/making.ts'
import { EARLY_NUMA_CONSTRAINTS, LATER_NUMA_CONSTRAINTS } from './request/numa/rules.ts'
import { EARLY_PCI_REQUESTS, LATER_PCI_REQUESTS } from './request/pci/rules.ts'
import type { ServiceGroupRules } from './plugin/servicegroup-driver.ts'

/** The releases whose rules a scheduler can follow, oldest first. */
export const RELEASES = ['kilo', 'zed', '2026.1'] as const

/** One of {@link RELEASES}. */
export type Release = (typeof RELEASES)[number]

/** Releases whose rules are built; the others are recognised, and their options are read. */
export const BUILT_RELEASES = ['kilo', 'zed'] as const satisfies readonly Release[]

/** One of {@link BUILT_RELEASES}. */
export type BuiltRelease = (typeof BUILT_RELEASES)[number]

/** Whether the rules of a release are built. */
export function isBuilt(release: Release): release is BuiltRelease {
  return (BUILT_RELEASES as readonly Release[]).includes(release)
}

/** Nova's major version of each release; Kilo counts as 11. */
export const RELEASE_NUMBERS: Readonly<Record<Release, number>> = { kilo: 11, zed: 26, '2026.1': 33 }

/** A behaviour over Nova's releases: Kilo's, and what it became, oldest first. */
type History<T> = readonly [kilo: T, ...later: readonly { readonly since: number; readonly value: T }[]]

const from = <T>(since: number, value: T) => ({ since, value })

/** The Python that Nova runs on. */
const PYTHON: History<PythonRules> = [PYTHON_2, from(21, PYTHON_3)]

/** How each release behaves: the one table. Numbers are Nova's major versions. */
const HISTORY: { readonly [K in keyof Rules]: History<Rules[K]> } = {
  python: PYTHON,
  hostState: [EARLY_HOST_STATE, from(18, LATER_HOST_STATE)],
  numa: [NUMA_ONE_CPU_LIST, from(20, NUMA_OWNED_CPUS_APART), from(33, NUMA_OWNERS_COUNT_PAGES)],
  pci: [PCI_BY_PROPERTIES, from(18, PCI_BY_KIND_AND_POLICY)],

  disabledServicesAreCandidates: [false, from(13, true)],
  forcedDownCounts: [false, from(12, true)],
  deletedAggregateLingers: [true, from(13, false)],
  hostStatesLiveOn: [true, from(17, false)],
  unreportedNodesAreEmpty: [false, from(15, true)],
  metricsAreTyped: [false, from(13, true)],
  ratiosComeFromNode: [false, from(12, true)],

  requestsAreTyped: [false, from(13, true)],
  placementDecidesCapacity: [false, from(16, true)],
  hostNamesIgnoreCase: [false, from(13, true)],
  forcingNoneAsksFilters: [true, from(13, false)],
  checksAskFilters: [false, from(17, true)],
  rebuildSkipsFilters: [false, from(17, true)],

  extremesAreRemembered: [true, from(22, false)],
  singleHostIsWeighed: [true, from(12, false)],
  aggregatesSetMultipliers: [false, from(19, true)],
  rankingOrdersNextRound: [false, from(17, true)],
  alternatesAreTold: [false, from(17, true)],

  claimFaultEndsRequest: [true, from(13, false)],
  ioOpsFollowTask: [true, from(13, false)],
  devicesAreClaimedBeforeCells: [true, from(13, false)],
  unplacedCellsAreForgotten: [true, from(13, false)],

  sameHostEmptyPasses: [true, from(13, false)],
  unknownCapabilityRejects: [true, from(14, false)],
  flavorNamesAreLists: [false, from(12, true)],
  antiAffinityCountsMembers: [false, from(18, true)],
}

/** How requests are made before the scheduler is asked. */
const MAKING_HISTORY: { readonly [K in keyof RequestMaking]: History<RequestMaking[K]> } = {
  python: PYTHON,
  image: [null, from(13, TYPED_IMAGES)],
  forcedHostDecidesZone: [false, from(24, true)],
  filtersAreToldDevices: [true, from(13, false)],
  groupsAreTold: [false, from(13, true)],
  attemptsAreCounted: [true, from(22, false)],
  destinationsAreRequested: [false, from(20, true)],
  instancesAreNamed: [false, from(17, true)],
  volumesSpareRootDisk: [false, from(18, true)],
  enabledFiltersOption: ['scheduler_default_filters', from(15, '[filter_scheduler] enabled_filters')],
  numa: [EARLY_NUMA_CONSTRAINTS, from(21, LATER_NUMA_CONSTRAINTS)],
  pci: [EARLY_PCI_REQUESTS, from(18, LATER_PCI_REQUESTS)],
}

/** The behaviours of one of Nova's releases, by its number. */
function behavioursAt<T extends object>(histories: { readonly [K in keyof T]: History<T[K]> }, number: number): T {
  const valueOf = ([kilo, ...later]: History<unknown>): unknown => {
    return later.findLast(({ since }) => since <= number)?.value ?? kilo
  }
  const behaviours = Object.entries<History<unknown>>(histories).map(([name, history]) => [name, valueOf(history)])
  return Object.freeze(Object.fromEntries(behaviours)) as T
}

/** How one of Nova's releases behaves, by its number: those between the named ones too. */
export function rulesAt(number: number): Rules {
  return behavioursAt(HISTORY, number)
}

/** How one of Nova's releases makes requests, by its number. */
export function requestMakingAt(number: number): RequestMaking {
  return behavioursAt(MAKING_HISTORY, number)
}

/** How each release behaves. */
export const RULES: Readonly<Record<BuiltRelease, Rules>> = {
  kilo: rulesAt(RELEASE_NUMBERS.kilo),
  zed: rulesAt(RELEASE_NUMBERS.zed),
}

/** How each release makes requests. */
export const REQUEST_MAKING: Readonly<Record<Release, RequestMaking>> = {
  kilo: requestMakingAt(RELEASE_NUMBERS.kilo),
  zed: requestMakingAt(RELEASE_NUMBERS.zed),
  '2026.1': requestMakingAt(RELEASE_NUMBERS['2026.1']),
}

/** In-tree plugins that every release since Kilo has. */
const LASTING_PLUGINS = [
  'AggregateImagePropertiesIsolation',
  'AggregateInstanceExtraSpecsFilter',
  'AggregateIoOpsFilter',
  'AggregateMultiTenancyIsolation',
  'AggregateNumInstancesFilter',
  'AggregateTypeAffinityFilter',
  'AllHostsFilter',
  'ComputeCapabilitiesFilter',
  'ComputeFilter',
  'DifferentHostFilter',
  'ImagePropertiesFilter',
  'IoOpsFilter',
  'IsolatedHostsFilter',
  'JsonFilter',
  'MetricsFilter',
  'NUMATopologyFilter',
  'NumInstancesFilter',
  'PciPassthroughFilter',
  'SameHostFilter',
  'ServerGroupAffinityFilter',
  'ServerGroupAntiAffinityFilter',
  'SimpleCIDRAffinityFilter',
  'IoOpsWeigher',
  'MetricsWeigher',
  'RAMWeigher',
]

/** The in-tree plugins that each release has. */
export const IN_TREE_PLUGINS: Readonly<Record<Release, readonly string[]>> = {
  kilo: [
    ...LASTING_PLUGINS,
    'AffinityFilter',
    'AggregateCoreFilter',
    'AggregateDiskFilter',
    'AggregateRamFilter',
    'AvailabilityZoneFilter',
    'BaseCoreFilter',
    'BaseRamFilter',
    'CoreFilter',
    'DiskFilter',
    'ExactCoreFilter',
    'ExactDiskFilter',
    'ExactRamFilter',
    'RamFilter',
    'RetryFilter',
    'TrustedFilter',
    'TypeAffinityFilter',
  ],
  zed: [
    ...LASTING_PLUGINS,
    'AvailabilityZoneFilter',
    'BuildFailureWeigher',
    'CPUWeigher',
    'CrossCellWeigher',
    'DiskWeigher',
    'PCIWeigher',
    'ServerGroupSoftAffinityWeigher',
    'ServerGroupSoftAntiAffinityWeigher',
  ],
  '2026.1': [
    ...LASTING_PLUGINS,
    'BuildFailureWeigher',
    'CPUWeigher',
    'CrossCellWeigher',
    'DiskWeigher',
    'HypervisorVersionWeigher',
    'ImagePropertiesWeigher',
    'NumInstancesWeigher',
    'PCIWeigher',
    'ServerGroupSoftAffinityWeigher',
    'ServerGroupSoftAntiAffinityWeigher',
  ],
}

/** The filters that Kilo runs where nova.conf names none, in their order. */
export const KILO_DEFAULT_FILTERS: readonly string[] = Object.freeze([
  'RetryFilter',
  'AvailabilityZoneFilter',
  'RamFilter',
  'ComputeFilter',
  'ComputeCapabilitiesFilter',
  'ImagePropertiesFilter',
  'ServerGroupAntiAffinityFilter',
  'ServerGroupAffinityFilter',
])

/** How the ServiceGroup of a release behaves, by Nova's major version: 11 is Kilo. */
export function serviceGroupRules(release: number): ServiceGroupRules {
  return {
    heartbeat: release < 12 ? 'any_write' : release < 15 ? 'report_or_write' : 'report',
    forcedDownCounts: rulesAt(release).forcedDownCounts,
    plainCacheKeys: release < 13,
  }
}
