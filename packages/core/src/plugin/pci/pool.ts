import type { DataMap } from '../request.ts'

/** Devices of a host that are alike. */
export interface PciPool {
  /** How many are free. */
  readonly count: number
  /** The NUMA cell that they are near; null when not known. */
  readonly numaNode: number | null
  /** `vendor_id`, `product_id`, and the tags by which operators mark devices. */
  readonly properties: DataMap
}

/** Devices that a request asks for. */
export interface PciRequest {
  readonly count: number
  /** Alternatives: a device serves when it has all properties of one of them. */
  readonly spec: readonly DataMap[]
  /** Null for devices of a network port. */
  readonly aliasName: string | null
  readonly requestId: string | null
  /** How near devices must be to the instance's cells: `required`, `legacy`, `preferred`, `socket`. */
  readonly numaPolicy: string | null
}
