import { isNovaSchedError } from '../../errors.ts'
import type { PciShortage } from '../pci/shortage.ts'
import { fitCell, type FitTerms } from './fit-cell.ts'
import { fitNuma } from './fit.ts'
import { freeCpus, guestCell, ownedCpus, owns, sharedCpus, threadsReserved } from './guest-cell.ts'
import { LACK_REASONS, lacking, type Lack } from './lack.ts'
import { freePages } from './pages.ts'
import type { NumaQuestion } from './question.ts'
import type { HostCell, InstanceCell } from './topology.ts'

/** Why an instance's NUMA cells do not fit onto a host: of one cell, or of all together. */
export const NUMA_SHORTAGE_REASONS = [
  ...LACK_REASONS,
  'too_few_cells',
  'cells_collide',
  'pci_not_near',
  'too_few_devices',
  'arrangement_missed',
] as const

/** One of {@link NUMA_SHORTAGE_REASONS}. */
export type NumaShortageReason = (typeof NUMA_SHORTAGE_REASONS)[number]

/** Why an instance's NUMA cells do not fit: what was nearest to do, and every pair of cells. */
export interface NumaShortage extends Lack<NumaShortageReason> {
  readonly cells: readonly GuestCellAnswer[]
  /** What the host lacks of the PCI devices that are asked for, where no cell has them near it. */
  readonly pci?: PciShortage
}

/** What a cell of the instance needs, and what each host cell says to it. */
export interface GuestCellAnswer {
  /** Which cell of the instance, from 0. */
  readonly cell: number
  readonly cpus: number
  /** CPUs that must have a host CPU each, those for emulator threads among them. */
  readonly ownedCpus: number
  /** MiB. */
  readonly memory: number
  /** As {@link InstanceCell} has it. */
  readonly pageSize: number | null
  readonly threadPolicy: string | null
  readonly hostCells: readonly HostCellAnswer[]
}

/** What a host cell has for a cell of the instance. */
export interface HostCellAnswer {
  readonly id: number
  /** CPUs that may still be shared, as far as limits are set. */
  readonly freeCpus: number
  /** CPUs that may still be owned. */
  readonly freeOwnedCpus: number
  /** MiB, as far as limits are set; for who owns CPUs, without overcommitment. */
  readonly freeMemory: number
  readonly freePages: readonly { readonly sizeKb: number; readonly free: number }[]
  /** Whether the PCI devices that are asked for are near; null when none are asked for. */
  readonly pciNear: boolean | null
  /** Null: the cell would fit here. */
  readonly lack: Lack | null
}

/**
 * Why an instance's NUMA cells do not fit onto a host, as plain data; null when they do. Who wants no explanation asks
 * {@link fitNuma}.
 *
 * @throws PAGE_SIZE_NOT_SUPPORTED, VALUE_MALFORMED where Nova breaks on the way
 */
export function numaShortage(question: NumaQuestion): NumaShortage | null {
  if (fitNuma(question) !== null) return null
  const { host, instance, pciNear } = question
  const pciIds = new Set(host.cells.map(({ id }) => id).filter((id) => pciNear?.([id])))
  const cells = instance.cells.map((asked, cell) => guestAnswer(question, asked, cell, pciIds))
  const count = cells.length
  if (host.cells.length < count) return { ...lackOfCells('too_few_cells', count, host.cells.length), cells }
  const homeless = cells.find(({ hostCells }) => hostCells.every(({ lack }) => lack !== null))
  const nearest = homeless === undefined ? null : nearestLack(homeless.hostCells)
  if (nearest !== null) return { ...nearest, cells }
  const together = largestMatching(cells)
  if (together < count) return { ...lackOfCells('cells_collide', count, together), cells }
  if (pciNear === null) return { ...lackOfCells('arrangement_missed', 1, 0), cells }
  const whole = question.pciShortage?.(null) ?? null
  if (whole !== null) return { ...lackOfDevices(whole), cells, pci: whole }
  const pci = pciIds.size > 0 ? null : (question.pciShortage?.(host.cells.map(({ id }) => id)) ?? null)
  const near = nearestLack(cells.flatMap(({ hostCells }) => hostCells.filter((answer) => answer.pciNear)))
  return { ...(near ?? lackOfCells('pci_not_near', 1, 0)), reason: 'pci_not_near', cells, ...(pci && { pci }) }
}

/** The same shortage as without any cells: told by the same reason. */
function lackOfDevices({ needed, available, unit }: PciShortage): Lack<NumaShortageReason> {
  return { reason: 'too_few_devices', needed, available, unit }
}

function lackOfCells(reason: NumaShortageReason, needed: number, available: number): Lack<NumaShortageReason> {
  return { reason, needed, available, unit: 'NUMA cell' }
}

function guestAnswer(
  { host, instance, limits, pciNear, rules }: NumaQuestion,
  asked: InstanceCell,
  cell: number,
  pciIds: ReadonlySet<number>,
): GuestCellAnswer {
  const reserved = owns(asked) ? threadsReserved(instance, cell) : 0
  const terms = { limits, reserved, rules }
  const ratios = limits ?? { cpuAllocationRatio: 1, ramAllocationRatio: 1 }
  return {
    cell,
    cpus: sharedCpus(asked, rules),
    ownedCpus: ownedCpus(asked, rules).length + reserved,
    memory: asked.memory,
    pageSize: asked.pageSize,
    threadPolicy: asked.cpuThreadPolicy,
    hostCells: host.cells.map((hostCell) => ({
      id: hostCell.id,
      freeCpus: hostCell.cpuset.length * ratios.cpuAllocationRatio - hostCell.cpuUsage,
      freeOwnedCpus: freeCpus(hostCell, rules).length,
      freeMemory: hostCell.memory * (owns(asked) ? 1 : ratios.ramAllocationRatio) - hostCell.memoryUsage,
      freePages: hostCell.pages.map((pool) => ({ sizeKb: pool.sizeKb, free: freePages(pool) })),
      pciNear: pciNear === null ? null : pciIds.has(hostCell.id),
      lack: lackOn(hostCell, asked, terms),
    })),
  }
}

/** What Nova would break on is a lack here: it broke on nothing on its way. */
function lackOn(host: HostCell, asked: InstanceCell, terms: FitTerms): Lack | null {
  try {
    return fitCell(host, guestCell(asked), terms)
  } catch (error) {
    if (!isNovaSchedError(error)) throw error
    if (error.code !== 'PAGE_SIZE_NOT_SUPPORTED') return lacking('cores_unknown', 'core', 1, 0)
    return lacking('page_size_missing', 'page size', 1, 0)
  }
}

/** The lack that is smallest beside what is needed; null when nothing is lacking. */
function nearestLack(answers: readonly HostCellAnswer[]): Lack | null {
  const lacks = answers.flatMap(({ lack }) => lack ?? [])
  const distance = ({ needed, available }: Lack): number => (needed - available) / Math.max(needed, 1)
  return lacks.toSorted((a, b) => distance(a) - distance(b))[0] ?? null
}

/** How many cells of the instance find a host cell of their own at the same time, at most. */
function largestMatching(cells: readonly GuestCellAnswer[]): number {
  const guestOn = new Map<number, GuestCellAnswer>()
  const settle = (guest: GuestCellAnswer, refused: Set<number>): boolean => {
    return guest.hostCells.some(({ id, lack }) => {
      if (lack !== null || refused.has(id)) return false
      refused.add(id)
      const other = guestOn.get(id)
      if (other !== undefined && !settle(other, refused)) return false
      guestOn.set(id, guest)
      return true
    })
  }
  return cells.filter((guest) => settle(guest, new Set())).length
}
