import type { InventoryHost } from '../inventory/inventory.ts'
import type { Host } from '../plugin/host.ts'
import type { Limits, Request } from '../plugin/request.ts'
import type { OnFault, SkippedHost } from '../trace/trace.ts'
import type { Cloud, HostKnowledge } from './cloud.ts'

/** The hosts of one moment. */
export interface Snapshot {
  /** Candidates, in the order of the inventory. A host that did not change is the same object as before. */
  readonly hosts: readonly Host[]
  readonly skipped: readonly SkippedHost[]
}

/** Names one claim: an instance on a node. */
export interface ClaimName {
  readonly host: string
  readonly nodename: string
  readonly uuid: string | null
}

/** A claim as it was taken, to be taken again when an earlier one is given back. */
interface Claim {
  readonly request: Request
  readonly limits: Limits
}

/** What is kept of a node between requests. */
export interface NodeState {
  /** The host with its claims. */
  host: Host
  /** The host as it was last read, before any claim. */
  base: Host
  claims: Claim[]
  limits: Limits
  /** What `base` was made of. */
  record: InventoryHost
  known: HostKnowledge
  /** Where it stands in the last snapshot. */
  place: number
}

/** The last reading of all nodes. It holds as long as nothing changes in the cloud. */
export interface Reading {
  readonly cloud: Cloud
  readonly version: number
  readonly cell: string | null
  readonly snapshot: Snapshot
}

/** Which nodes are read, and how. */
export interface RefreshOptions {
  /** Only the nodes of this cell are read; null: those of all. */
  readonly cell?: string | null
  /** Goes on past records that cannot be read; absent: the first ends it. */
  readonly onFault?: OnFault | undefined
}
