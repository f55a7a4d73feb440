import type { FlavorRecord, ImageRecord } from '../inventory/inventory.ts'

/** A flavor in full, in a request: unlike one of an inventory it needs no name, disks or swap. */
export type InlineFlavor = Pick<FlavorRecord, 'vcpus' | 'memory_mb'> & Partial<FlavorRecord>

/** A request in short: what an operator asks for (design, section 7). */
export interface ShortRequest {
  /** A name of the inventory's flavors, or a flavor in full. */
  readonly flavor: string | InlineFlavor
  /** An id or name of the inventory's images, or an image in full. */
  readonly image?: string | ImageRecord | null
  readonly boot_from_volume?: boolean
  /** How many instances, from 1. */
  readonly count?: number
  /** Uuid of the first instance. */
  readonly uuid?: string
  readonly project_id?: string | null
  readonly user_id?: string | null
  /** `zone`, `zone:host`, `zone:host:node` or `zone::node`. */
  readonly availability_zone?: string | null
  readonly hints?: Readonly<Record<string, unknown>> | null
  /** Uuid or name of a server group of the inventory. */
  readonly group?: string
  readonly ignore_hosts?: readonly string[]
  readonly force_hosts?: readonly string[]
  readonly force_nodes?: readonly string[]
  readonly retry?: ShortRetry | null
  /** Later than Kilo. */
  readonly requested_destination?: Readonly<Record<string, unknown>> | null
}

/** Attempts that were made before. */
export interface ShortRetry {
  readonly num_attempts?: number
  /** Pairs of host and node. */
  readonly hosts?: readonly (readonly (string | null)[])[]
  /** What the last attempt failed with. */
  readonly exc?: string | null
}
