import type { NovaSchedError } from '../errors.ts'
import type { Host } from '../plugin/host.ts'
import type { DataMap } from '../plugin/request.ts'
import type { Destination } from '../plugin/scheduler-driver.ts'
import type { Details } from '../plugin/verdict.ts'

/** Is told of a fault, and of the host on which it came. */
export type OnFault = (fault: NovaSchedError, host: Pick<Host, 'host' | 'nodename'>) => void

/** How many hosts reached a filter, and how many it let through. */
export interface FunnelStep {
  readonly filter: string
  readonly before: number
  readonly after: number
}

/** A host that a filter said no to. */
export interface RejectedHost {
  readonly host: string
  readonly nodename: string
  readonly filter: string
  /** A key of the filter's reasons; null when it gave none. */
  readonly reason: string | null
  readonly details: Details
}

/** What one weigher made of a host: `multiplier * normalized` is its part of the weight. */
export interface WeigherShare {
  readonly raw: number
  readonly normalized: number
  readonly multiplier: number
}

/** A host with its weight, and what it is made of. */
export interface WeighedHost {
  readonly host: string
  readonly nodename: string
  readonly weight: number
  readonly weighers: Readonly<Record<string, WeigherShare>>
}

/** How one instance was decided. */
export interface InstanceTrace {
  readonly funnel: readonly FunnelStep[]
  /** Best first; as many as were asked for. */
  readonly weighed: readonly WeighedHost[]
  readonly chosen: { readonly host: string; readonly nodename: string } | null
  readonly notes: readonly string[]
  /** How many hosts each filter rejected for which reason, in this round. Keys: `RamFilter: not_enough_ram`. */
  readonly reasons: DataMap<number>
  /** Every host that a filter said no to in this round, when asked for. */
  readonly rejected: readonly RejectedHost[]
  /** Every host that was weighed, in the order of the inventory, when asked for. */
  readonly passed: readonly { readonly host: string; readonly nodename: string }[]
}

/** How much of a run is kept beside counts. */
export interface TraceOptions {
  /** Hosts of the ranking to keep with their weights. 0: none. Default 10. */
  readonly top?: number
  /** Keep a row for every host: rejected or passed. Default false. */
  readonly hosts?: boolean
  /** Called before each instance is decided, with how many of the request were before it. It must not throw. */
  readonly onInstance?: (before: number) => void
  /**
   * Aborted: the request ends before its next instance, with the error INTERRUPTED. Where it is given, the event loop
   * turns during long requests: hosts should not be changed meanwhile.
   */
  readonly signal?: AbortSignal | undefined
}

/** Hosts that no filter saw. */
export interface SkippedHost {
  readonly host: string
  readonly nodename: string
  readonly reason: 'no_service_record' | 'service_disabled' | 'other_cell'
  /** What the operator wrote when disabling the service; the cell that the host is in. */
  readonly detail: string | null
}

/** A placed instance, with the weight that won. */
export interface PlacedInstance extends Destination {
  /** Null when nothing was weighed. */
  readonly weight: number | null
  /** Other hosts that would do, best first; always empty in Kilo. */
  readonly alternates: readonly Destination[]
}

/** The ranking that alternates are taken from, after several instances. */
export type AlternatesTrace = Pick<InstanceTrace, 'passed' | 'weighed'>

/** Why nothing was placed. */
export interface DecisionError {
  readonly code: string
  readonly message: string
  /** Rejected hosts by filter and reason, all rounds together (NO_VALID_HOST). */
  readonly reasons?: DataMap<number>
  /** Places that were found before it failed; they are given up (NO_VALID_HOST). */
  readonly placed?: readonly Destination[]
  /** The plugin at fault (PLUGIN_FAULT). */
  readonly plugin?: string
  readonly host?: string | null
  readonly nodename?: string | null
  /** Number of the instance within the request, from 0. */
  readonly instance?: number | null
  readonly cause?: { readonly code: string | null; readonly message: string }
}

/** Everything that was decided about one request, as plain data. */
export interface Decision {
  /** One per instance; empty when there is an error. */
  readonly destinations: readonly PlacedInstance[]
  readonly error: DecisionError | null
  readonly instances: readonly InstanceTrace[]
  /** Null where the hosts were not ranked once more. */
  readonly alternates: AlternatesTrace | null
  /** Compute nodes that the scheduler knows, candidates or not. */
  readonly known: number
  readonly skipped: readonly SkippedHost[]
  /** What was worth telling about the request as a whole. */
  readonly notes: readonly string[]
}
