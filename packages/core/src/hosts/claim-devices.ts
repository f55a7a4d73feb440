import { isNovaSchedError, type NovaSchedError } from '../errors.ts'
import type { Host } from '../plugin/host.ts'
import { fitNuma } from '../plugin/numa/fit.ts'
import { numaQuestion } from '../plugin/numa/question.ts'
import { numaUsage } from '../plugin/numa/usage.ts'
import type { InstanceCell, InstanceTopology, NumaLimits } from '../plugin/numa/topology.ts'
import type { PciPlace } from '../plugin/pci/sieves.ts'
import { takePciDevices } from '../plugin/pci/take.ts'
import type { Limits, Request } from '../plugin/request.ts'
import type { Rules } from '../plugin/rules.ts'

/** What a claim made of a host's cells and devices. */
export interface ClaimedDevices {
  readonly fields: Pick<Host, 'numaTopology' | 'pciDevicePools'>
  /** What later instances of the request ask for: this one's cells as they were placed. */
  readonly numaTopology: InstanceTopology | null
  readonly fault?: NovaSchedError
}

/** How cells and devices are taken. */
export interface ClaimRules {
  readonly rules: Rules
  /** `packing_host_numa_cells_allocation_strategy`. */
  readonly packs: boolean
}

/** Takes NUMA cells and PCI devices of a host for one instance, in Nova's order; what breaks leaves what was taken before. */
export function claimDevices(host: Host, request: Request, limits: Limits, made: ClaimRules): ClaimedDevices {
  const { rules } = made
  // Most hosts have no cells, and most requests want no device.
  if (host.numaTopology === null && !wantsDevices(request)) {
    const fields = { numaTopology: null, pciDevicePools: host.pciDevicePools }
    return { fields, numaTopology: placedCells(host, request, limits, made) }
  }
  const taken: { -readonly [K in keyof ClaimedDevices]: ClaimedDevices[K] } = {
    fields: { numaTopology: host.numaTopology, pciDevicePools: host.pciDevicePools },
    numaTopology: request.numaTopology,
  }
  const steps = {
    place: () => void (taken.numaTopology = placedCells(host, request, limits, made)),
    cells: () => {
      const used = host.numaTopology === null ? null : numaUsage(host.numaTopology, taken.numaTopology, rules.numa)
      taken.fields = { ...taken.fields, numaTopology: used }
    },
    devices: () => {
      const requests = host.hasReported ? (request.claimedPciRequests ?? []) : []
      const place = placeOf(host, taken.numaTopology?.cells ?? null)
      const { pools: pciDevicePools, fault } = takePciDevices(host.pciDevicePools, requests, place, rules.pci)
      taken.fields = { ...taken.fields, pciDevicePools }
      if (fault !== undefined) throw fault
    },
  }
  try {
    steps.place()
    for (const step of rules.devicesAreClaimedBeforeCells ? DEVICES_FIRST : CELLS_FIRST) steps[step]()
    return taken
  } catch (error) {
    if (!isNovaSchedError(error)) throw error
    return { ...taken, fault: error }
  }
}

const DEVICES_FIRST = ['devices', 'cells'] as const
const CELLS_FIRST = ['cells', 'devices'] as const

function placeOf({ numaTopology }: Host, cells: readonly InstanceCell[] | null): PciPlace {
  return { cells: cells?.map(({ id }) => id) ?? null, topology: numaTopology }
}

function numaLimits({ numa_topology: limits }: Limits): NumaLimits | null {
  if (typeof limits !== 'object') return null
  const { cpu_allocation_ratio: cpuAllocationRatio = 0, ram_allocation_ratio: ramAllocationRatio = 0 } = limits
  return { cpuAllocationRatio, ramAllocationRatio }
}

function wantsDevices({ claimedPciRequests }: Request): boolean {
  return claimedPciRequests !== null && claimedPciRequests.length > 0
}

function placedCells(
  host: Host,
  request: Request,
  limits: Limits,
  { rules, packs }: ClaimRules,
): InstanceTopology | null {
  const { numaTopology: instance, claimedPciRequests: pciRequests } = request
  if (host.numaTopology === null || instance === null) return rules.unplacedCellsAreForgotten ? null : instance
  const asked = { instance, limits: numaLimits(limits), packs, pciRequests, rules }
  return fitNuma(numaQuestion(host.numaTopology, host.pciDevicePools, asked))
}
