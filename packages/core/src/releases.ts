import { PYTHON_2 } from './plugin/python.ts'
import type { Rules } from './plugin/rules.ts'
import type { ServiceGroupRules } from './plugin/servicegroup-driver.ts'

/** The releases whose rules a scheduler can follow, oldest first. */
export const RELEASES = ['kilo', 'zed', '2026.1'] as const

/** One of {@link RELEASES}. */
export type Release = (typeof RELEASES)[number]

/** Releases whose rules are built; the others are recognised, and their options are read. */
export const BUILT_RELEASES = ['kilo'] as const satisfies readonly Release[]

/** One of {@link BUILT_RELEASES}. */
export type BuiltRelease = (typeof BUILT_RELEASES)[number]

/** Whether the rules of a release are built. */
export function isBuilt(release: Release): release is BuiltRelease {
  return (BUILT_RELEASES as readonly Release[]).includes(release)
}

/** How each release behaves. */
export const RULES: Readonly<Record<BuiltRelease, Rules>> = {
  kilo: Object.freeze({
    python: PYTHON_2,
    disabledServicesAreCandidates: false,
    forcedDownCounts: false,
    deletedAggregateLingers: true,
    claimFaultEndsRequest: true,
    ioOpsFollowTask: true,
    claimForgetsOtherCells: true,
    sameHostEmptyPasses: true,
    unknownCapabilityRejects: true,
    flavorNamesAreLists: false,
  }),
}

/** In-tree plugins that every release since Kilo has. */
const LASTING_PLUGINS = [
  'AffinityFilter',
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
    forcedDownCounts: release >= 12,
    plainCacheKeys: release < 13,
  }
}
