import { bool } from '../options.ts'
import type { Host } from '../host.ts'
import { pciDevicesOn } from '../pci/count.ts'
import type { PciRequest } from '../pci/pool.ts'
import { pciShortage, type PciShortage } from '../pci/shortage.ts'
import { supportsPciRequests } from '../pci/take.ts'
import type { Rules } from '../rules.ts'
import type { NumaRules } from './rules.ts'
import type { HostTopology, InstanceTopology, NumaLimits } from './topology.ts'

/** The option by which cells are packed or spread: filters and claims must go by the same. */
export const NUMA_OPTIONS = Object.freeze({
  packing_host_numa_cells_allocation_strategy: bool(false, {
    group: 'compute',
    help: 'Instances go to the NUMA cells of a host that are used most; else to those that are used least.',
  }),
})

/** An instance that asks for NUMA cells, and a host that may have them. */
export interface NumaQuestion {
  readonly host: HostTopology
  readonly instance: InstanceTopology
  /** How far the host's cells are overcommitted; null: nobody set a limit. */
  readonly limits: NumaLimits | null
  /** Whether the PCI devices that are asked for are near these host cells; null: none are asked for. */
  readonly pciNear: ((cellIds: readonly number[]) => boolean) | null
  /** Why these host cells, or with null the host as a whole, cannot serve the PCI requests; null when they can. */
  readonly pciShortage?: (cellIds: readonly number[] | null) => PciShortage | null
  /** How many PCI devices are free near a host cell. */
  readonly pciDevicesOn: (cellId: number) => number
  /** Nova's `packing_host_numa_cells_allocation_strategy`: the fullest cells are tried first. */
  readonly packs: boolean
  readonly rules: NumaRules
}

/** What is asked of every host alike. */
export interface NumaAsked extends Pick<NumaQuestion, 'instance' | 'limits' | 'packs'> {
  /** Null or none: no devices are asked for. */
  readonly pciRequests: readonly PciRequest[] | null
  readonly rules: Pick<Rules, 'numa' | 'pci'>
}

/**
 * The question whether a host's cells have room for those of an instance, near the PCI devices that it asks for.
 *
 * @param host - the cells of the host
 * @param pools - its free PCI devices
 */
export function numaQuestion(
  host: HostTopology,
  pools: Host['pciDevicePools'],
  { instance, limits, packs, pciRequests, rules }: NumaAsked,
): NumaQuestion {
  const isNear = (requests: readonly PciRequest[]) => (cells: readonly number[]) =>
    supportsPciRequests(pools, requests, { cells, topology: host }, rules.pci)
  return {
    host,
    instance,
    limits,
    pciNear: pciRequests?.length ? isNear(pciRequests) : null,
    pciShortage: (cells) => pciShortage(pools, pciRequests ?? [], { cells, topology: host }, rules.pci),
    pciDevicesOn: (cell) => pciDevicesOn(pools, cell),
    packs,
    rules: rules.numa,
  }
}
