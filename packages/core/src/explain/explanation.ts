import type { Change } from '../plugin/change.ts'
import type { DataMap } from '../plugin/request.ts'
import type { DecisionError, FunnelStep, WeighedHost } from '../trace/trace.ts'

/** A host and a node on it. */
export interface NodeName {
  readonly host: string
  readonly nodename: string
}

/**
 * What became of a host. `skipped`: no filter saw it; `ignored`: the request left it out; `forced`: the request forced
 * it, and another forced one was chosen; `fault`: a plugin, or its own record, broke on it.
 */
export type HostVerdict = 'passed' | 'chosen' | 'rejected' | 'skipped' | 'ignored' | 'forced' | 'fault'

/** Every {@link HostVerdict}, in the order in which they are told. */
export const HOST_VERDICTS = ['chosen', 'passed', 'forced', 'rejected', 'fault', 'skipped', 'ignored'] as const

/** What a filter would have said. */
export interface Refusal {
  readonly filter: string
  /** A key of the filter's reasons; null when it gave none, or broke. */
  readonly reason: string | null
  readonly message: string
}

/** What became of one known host, and why. */
export interface ExplainedHost extends NodeName {
  readonly verdict: HostVerdict
  /** Number of the instance at which it was lost, from 0; null when it was not. */
  readonly instance: number | null
  /** What filters would have said of a forced host. */
  readonly bypassed: readonly Refusal[]
  /** The first filter that said no, or the plugin that broke. */
  readonly filter: string | null
  /** A key of the filter's reasons, or why the host was skipped or ignored. */
  readonly reason: string | null
  /** Null where there is nothing to say: it passed. */
  readonly message: string | null
  /** Numbers and texts of the reason; `short` is `needed` less `available`. */
  readonly details: DataMap
  readonly notes: readonly string[]
}

/** One change by which a host would pass. */
export interface TriedChange {
  readonly change: Change
  /** The same for people, such as `[DEFAULT] ram_allocation_ratio = 1.6 (now 1.5)`. */
  readonly text: string
}

/** A host that one filter alone keeps out, or its disabled service. */
export interface NearMiss extends NodeName {
  /** Null for a host that was skipped because its service is disabled. */
  readonly filter: string | null
  /** Other filters that keep it out for the same shortage. */
  readonly also: readonly string[]
  readonly reason: string
  readonly message: string
  readonly needed: number | null
  readonly available: number | null
  readonly short: number | null
  readonly unit: string | null
  /** Each alone lets the host pass every filter: it was tried. The filter's smallest comes first. */
  readonly changes: readonly TriedChange[]
}

/** What one filter says of one host. */
export interface FilterWord {
  readonly filter: string
  readonly verdict: 'passed' | 'rejected' | 'fault'
  readonly reason: string | null
  readonly message: string | null
  readonly details: DataMap
  readonly notes: readonly string[]
}

/** What every filter says of a host that was asked about, and how many instances would fit there. */
export interface InspectedHost extends NodeName {
  /** Why no filter would see it, though each was asked; null when they would. */
  readonly skipped: string | null
  readonly filters: readonly FilterWord[]
  readonly fits: {
    readonly count: number
    /** Whether more may fit: counting ended here. */
    readonly more: boolean
    /** What keeps the next one out; null when counting ended first. */
    readonly stoppedBy: Refusal | null
  }
}

/** The host that Nova is said to have chosen, against the one chosen here. */
export interface ActualHost {
  readonly host: string
  readonly verdict: HostVerdict
  /** Why it would be chosen, or why it was not. */
  readonly message: string
  /** Its weight and that of the host chosen here; null where one was not weighed. */
  readonly weight: number | null
  readonly chosenWeight: number | null
  /** By how much each weigher prefers the host chosen here; negative: it prefers the other. */
  readonly weighers: DataMap<number>
}

/** Why one instance of a request went where it went, or nowhere: every known host stands in it once. */
export interface Explanation {
  /** Number of the instance that is explained, from 0. */
  readonly instance: number
  /** Instances that were asked for. */
  readonly requested: number
  /** Where the instances before it went. */
  readonly placed: readonly NodeName[]
  readonly chosen: NodeName | null
  readonly error: DecisionError | null
  /** Hosts of each verdict. */
  readonly counts: Readonly<Record<HostVerdict, number>>
  readonly hosts: readonly ExplainedHost[]
  /** Rejected hosts by filter and reason: they add up to the rejected ones. */
  readonly reasons: DataMap<number>
  /** By shortfall over need, the nearest first. */
  readonly nearest: readonly NearMiss[]
  readonly funnel: readonly FunnelStep[]
  /** Best first; as many as were asked for. */
  readonly weighed: readonly WeighedHost[]
  readonly notes: readonly string[]
  /** The nodes of the host that was asked about. */
  readonly inspected: readonly InspectedHost[]
  readonly actual: ActualHost | null
}

/** What is to be explained. */
export interface ExplainOptions {
  /** Number of the instance, from 0. Absent: the first that found no host, else the first. */
  readonly instance?: number | undefined
  /** Ask every filter of this host. */
  readonly host?: string | undefined
  /** The most instances whose fit on that host is counted. Default 100. */
  readonly count?: number | undefined
  /** The host that Nova chose. */
  readonly actual?: string | undefined
  /** How many near misses, and how many of the best hosts, are told. Default 10. */
  readonly top?: number | undefined
  /** As in {@link TraceOptions}: the request ends before its next instance, and what was decided is explained. */
  readonly signal?: AbortSignal | undefined
}
