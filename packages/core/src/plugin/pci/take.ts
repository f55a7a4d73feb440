import type { NovaSchedError } from '../../errors.ts'
import { fault } from '../fault.ts'
import { describePciShortage } from './describe.ts'
import type { PciPool, PciRequest } from './pool.ts'
import type { PciRules } from './rules.ts'
import { serveInOrder } from './serve.ts'
import { pciShortage } from './shortage.ts'
import type { PciPlace } from './sieves.ts'

/** What a claim of PCI devices came to. */
export interface PciTaken {
  /** The pools that are left. */
  readonly pools: readonly PciPool[]
  /** PCI_REQUEST_FAILED: a request could not be served. What those before it took stays taken, as in Nova. */
  readonly fault?: NovaSchedError
}

/** Whether a host has the devices of all requests at once. Nova's `support_requests`. */
export function supportsPciRequests(
  pools: readonly PciPool[],
  requests: readonly PciRequest[],
  place: PciPlace,
  rules: PciRules,
): boolean {
  return serveInOrder(pools, requests, place, rules).failed === null
}

/** Takes the devices of all requests from a host. Nova's `apply_requests`. */
export function takePciDevices(
  pools: readonly PciPool[],
  requests: readonly PciRequest[],
  place: PciPlace,
  rules: PciRules,
): PciTaken {
  const { pools: left, failed } = serveInOrder(pools, requests, place, rules)
  const shortage = failed === null ? null : pciShortage(pools, requests, place, rules)
  if (shortage === null) return { pools: left }
  const { wanted, needed, available } = shortage
  const message = `PCI devices for ${wanted}: ${available} usable, ${needed} needed (${describePciShortage(shortage)})`
  return { pools: left, fault: fault('PCI_REQUEST_FAILED', message, { ...shortage }) }
}
