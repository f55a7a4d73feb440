import type { PythonRules } from './python.ts'

/**
 * What differs between Nova's releases, as named behaviours. Plugins ask for a behaviour, never for a release;
 * `releases.ts` says which release behaves how.
 */
export interface Rules {
  /** How the Python of the release reads, writes and compares values. */
  readonly python: PythonRules
  /** Compute nodes of disabled services are candidates, and ComputeFilter says no to them. */
  readonly disabledServicesAreCandidates: boolean
  /** A service that is forced down is down, whatever is heard of it. */
  readonly forcedDownCounts: boolean
  /** A deleted aggregate leaves its id with members that the deletion does not name, and breaks on them. */
  readonly deletedAggregateLingers: boolean
  /** A claim that breaks ends the request (else the host stays chosen). */
  readonly claimFaultEndsRequest: boolean
  /** A claim counts as an I/O operation only while the instance builds or a disk-heavy task runs. */
  readonly ioOpsFollowTask: boolean
  /** A claim forgets what is in use on NUMA cells that the instance does not use. */
  readonly claimForgetsOtherCells: boolean
  /** SameHostFilter passes a host without instances. */
  readonly sameHostEmptyPasses: boolean
  /** An extra spec without a scope that no host knows rejects in ComputeCapabilitiesFilter. */
  readonly unknownCapabilityRejects: boolean
  /** AggregateTypeAffinityFilter reads comma-separated lists of flavor names. */
  readonly flavorNamesAreLists: boolean
}
