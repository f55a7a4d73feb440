import type { HostCell, HostTopology } from './topology.ts'

/** A host cell as Nova's tables and our inventories have it. Memory in MiB. */
export interface HostCellRecord {
  readonly id: number
  readonly socket?: number | null
  readonly cpuset: readonly number[]
  readonly pcpuset?: readonly number[]
  readonly memory: number
  readonly cpu_usage?: number
  readonly memory_usage?: number
  readonly mempages?: readonly PagesRecord[]
  readonly siblings?: readonly (readonly number[])[]
  readonly pinned_cpus?: readonly number[]
}

/** Pages of one size on a host cell. */
export interface PagesRecord {
  readonly size_kb: number
  readonly total: number
  readonly used?: number
  readonly reserved?: number
}

/** A host's NUMA cells as a record. */
export interface HostTopologyRecord {
  readonly cells?: readonly HostCellRecord[] | null
}

/**
 * A host's NUMA cells from the form of the inventory, which the schema has checked; what is absent is 0, or empty.
 *
 * @returns null for a host without a topology, or without cells in it: Nova's checks take both for none
 */
export function readHostTopology(record: unknown): HostTopology | null {
  if (record === null || record === undefined) return null
  const { cells } = record as HostTopologyRecord
  if (cells === null || cells === undefined || cells.length === 0) return null
  return Object.freeze({ cells: Object.freeze(cells.map(readHostCell)) })
}

function readHostCell(cell: HostCellRecord): HostCell {
  const pages = (cell.mempages ?? []).map(({ size_kb, total, used = 0, reserved = 0 }) =>
    Object.freeze({ sizeKb: size_kb, total, used, reserved }),
  )
  return Object.freeze({
    id: cell.id,
    socket: cell.socket ?? null,
    cpuset: numberSet(cell.cpuset),
    pcpuset: numberSet(cell.pcpuset),
    memory: cell.memory,
    cpuUsage: cell.cpu_usage ?? 0,
    memoryUsage: cell.memory_usage ?? 0,
    pages: Object.freeze(pages),
    siblings: Object.freeze((cell.siblings ?? []).map(numberSet)),
    pinnedCpus: numberSet(cell.pinned_cpus),
  })
}

/** A host's NUMA cells in the form of the inventory again. */
export function hostTopologyRecord({ cells }: HostTopology): HostTopologyRecord {
  const records = cells.map(({ id, socket, cpuset, pcpuset, memory, siblings, ...cell }) => ({
    id,
    socket,
    cpuset,
    pcpuset,
    memory,
    cpu_usage: cell.cpuUsage,
    memory_usage: cell.memoryUsage,
    mempages: cell.pages.map(({ sizeKb, ...pages }) => ({ size_kb: sizeKb, ...pages })),
    siblings,
    pinned_cpus: cell.pinnedCpus,
  }))
  return { cells: records }
}

/** Nova keeps CPUs in sets: each once, and here in ascending order. */
export function numberSet(numbers: Iterable<number> | null | undefined): readonly number[] {
  return Object.freeze([...new Set(numbers ?? [])].sort((a, b) => a - b))
}
