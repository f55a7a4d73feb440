import type { HostStateShape } from './attributes.ts'
import type { NumaRules } from './numa/rules.ts'
import type { PciRules } from './pci/rules.ts'
import type { PythonRules } from './python.ts'

/**
 * What differs between Nova's releases, as named behaviours. Plugins ask for a behaviour, never for a release;
 * `releases.ts` says which release behaves how.
 */
export interface Rules {
  /** How the Python of the release reads, writes and compares values. */
  readonly python: PythonRules
  /** What Nova's HostState answers to, for filters that read by name. */
  readonly hostState: HostStateShape
  /** How instances are fitted to NUMA cells. */
  readonly numa: NumaRules
  /** How PCI devices are found for a request. */
  readonly pci: PciRules

  /** Compute nodes of disabled services are candidates, and ComputeFilter says no to them. */
  readonly disabledServicesAreCandidates: boolean
  /** A service that is forced down is down, whatever is heard of it. */
  readonly forcedDownCounts: boolean
  /** A deleted aggregate leaves its id with members that the deletion does not name, and breaks on them. */
  readonly deletedAggregateLingers: boolean
  /** Host states are kept between requests, claims and limits with them; else each request reads all anew. */
  readonly hostStatesLiveOn: boolean
  /** A node without `free_disk_gb` is a candidate of zeros; else it breaks every request. */
  readonly unreportedNodesAreEmpty: boolean
  /** Metrics have known names and whole numbers. */
  readonly metricsAreTyped: boolean
  /** Allocation ratios come from the compute node; else from the configuration of the scheduler. */
  readonly ratiosComeFromNode: boolean

  /** Requests are objects: image properties are typed, hints are lists, sizes are the flavor's. */
  readonly requestsAreTyped: boolean
  /** Placement decides on vCPUs, memory, disk and zones, before any filter is asked. */
  readonly placementDecidesCapacity: boolean
  /** Names of ignored and forced hosts compare in any letter case. */
  readonly hostNamesIgnoreCase: boolean
  /** Once no forced host is left, the filters are asked of none; else they are not asked at all. */
  readonly forcingNoneAsksFilters: boolean
  /** A request that only checks a host, such as a rebuild, asks the filters of a forced host too. */
  readonly checksAskFilters: boolean
  /** A rebuild asks only the filters that say that they concern it. */
  readonly rebuildSkipsFilters: boolean

  /** Weighers normalise by the smallest and largest weight ever seen; else weights are clamped, and each request is on its own. */
  readonly extremesAreRemembered: boolean
  /** A host that is alone is weighed too. */
  readonly singleHostIsWeighed: boolean
  /** Aggregate metadata sets the multipliers of weighers for its hosts. */
  readonly aggregatesSetMultipliers: boolean
  /** The next instance sees the hosts in the order of the last ranking, the chosen one first; else in their first order. */
  readonly rankingOrdersNextRound: boolean
  /** Each choice comes with other hosts that would do, where the request asks for them. */
  readonly alternatesAreTold: boolean

  /** A claim that breaks ends the request (else the host stays chosen). */
  readonly claimFaultEndsRequest: boolean
  /** A claim counts as an I/O operation only while the instance builds or a disk-heavy task runs. */
  readonly ioOpsFollowTask: boolean
  /** A claim takes PCI devices before it counts NUMA cells: one that breaks between them leaves the cells as they were. */
  readonly devicesAreClaimedBeforeCells: boolean
  /** On a host without NUMA cells an instance asks for none any more. */
  readonly unplacedCellsAreForgotten: boolean

  /** SameHostFilter passes a host without instances. */
  readonly sameHostEmptyPasses: boolean
  /** An extra spec without a scope that no host knows rejects in ComputeCapabilitiesFilter. */
  readonly unknownCapabilityRejects: boolean
  /** AggregateTypeAffinityFilter reads comma-separated lists of flavor names. */
  readonly flavorNamesAreLists: boolean
  /** Anti-affinity counts the members on a host, up to the group's rule; else the hosts of members are told. */
  readonly antiAffinityCountsMembers: boolean
}
