import { bool } from '../options.ts'
import type { Host } from '../host.ts'
import { pciDevicesOn } from '../pci/count.ts'
import type { PciRequest } from '../pci/pool.ts'
import { pciShortage } from '../pci/shortage.ts'
import { supportsPciRequests } from '../pci/take.ts'
import type { Rules } from '../rules.ts'
import type { NumaQuestion } from './fit.ts'
import type { HostTopology } from './topology.ts'

/** The option by which cells are packed or spread: filters and claims must go by the same. */
export const NUMA_OPTIONS = Object.freeze({
  packing_host_numa_cells_allocation_strategy: bool(false, {
    group: 'compute',
    help: 'Instances go to the NUMA cells of a host that are used most; else to those that are used least.',
  }),
})

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
