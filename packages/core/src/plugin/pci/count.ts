import type { PciPool } from './pool.ts'

/** How many devices are free on a host. */
export function freePciDevices(pools: readonly PciPool[]): number {
  return pools.reduce((sum, { count }) => sum + count, 0)
}

/** How many devices are free near a NUMA cell of a host; those of unknown place are near none. */
export function pciDevicesOn(pools: readonly PciPool[], cellId: number): number {
  return freePciDevices(pools.filter(({ numaNode }) => numaNode === cellId))
}
