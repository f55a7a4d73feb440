/**
 * A host's NUMA topology after a claim that uses none of its cells. Kilo forgets the CPUs and memory in use on every
 * cell that the claimed instance does not use; pages and pinned CPUs stay.
 */
export function withoutCellUsage(topology: unknown): unknown {
  const { cells } = (topology ?? {}) as { readonly cells?: readonly object[] }
  if (cells === undefined) return topology
  const emptied = cells.map((cell) => Object.freeze({ ...cell, cpu_usage: 0, memory_usage: 0 }))
  return Object.freeze({ ...(topology as object), cells: Object.freeze(emptied) })
}
