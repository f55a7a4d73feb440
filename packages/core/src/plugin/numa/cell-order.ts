import { freeCpus, owns } from './guest-cell.ts'
import type { NumaQuestion } from './question.ts'
import type { HostCell } from './topology.ts'

/**
 * The cells of a host in the order in which they are tried. Where there are more than are needed, by PCI devices (most
 * first where some are asked for, else fewest), then by CPUs, then by free memory: those with most to spare first, or
 * with least where cells are packed.
 */
export function cellsInOrder({
  host,
  instance,
  pciNear,
  pciDevicesOn,
  packs,
  rules,
}: NumaQuestion): readonly HostCell[] {
  const { cells } = host
  const [first] = instance.cells
  if (!rules.cellsAreSorted || first === undefined || cells.length <= instance.cells.length) return cells
  const emptiest = packs ? -1 : 1
  const ranked = cells.map((cell) => ({
    cell,
    ranks: [
      pciDevicesOn(cell.id) * (pciNear === null ? -1 : 1),
      emptiest * (owns(first) ? freeCpus(cell, rules).length : -cell.cpuUsage),
      emptiest * (cell.memory - cell.memoryUsage),
    ],
  }))
  return ranked.sort((a, b) => descending(a.ranks, b.ranks)).map(({ cell }) => cell)
}

function descending(a: readonly number[], b: readonly number[]): number {
  for (const [index, rank] of a.entries()) {
    const difference = (b[index] ?? 0) - rank
    if (difference !== 0) return difference
  }
  return 0
}
