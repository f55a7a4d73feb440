import { pythonStr } from '../../plugin/python.ts'
import type { NumaAsk } from './ask.ts'
import { numbersBelow } from './cpu-list.ts'
import { invalid } from './refusal.ts'

/** What a node is given: CPUs of the guest, and MiB. */
export interface CellShare {
  readonly cpus: readonly number[]
  readonly memory: number
}

/**
 * CPUs and memory divided evenly. A negative number of nodes, which early releases let pass, makes none.
 *
 * @throws NUMA_CONSTRAINT_INVALID when they do not divide
 */
export function evenCells(nodes: number, { flavor, rules }: NumaAsk): readonly CellShare[] {
  const { vcpus, memoryMb } = flavor
  const isUneven = nodes > 0 && (vcpus % nodes > 0 || memoryMb % nodes > 0)
  if (isUneven) throw invalid('ImageNUMATopologyAsymmetric', rules.unevenText, ['hw:numa_nodes'])
  const cpus = numbersBelow(vcpus)
  const share = vcpus / nodes
  return numbersBelow(nodes).map((node) => ({
    cpus: cpus.slice(node * share, (node + 1) * share),
    memory: memoryMb / nodes,
  }))
}

/**
 * CPUs and memory as they are given node by node; rows are read one by one, so an early row's fault comes before a later
 * row is looked at.
 *
 * @throws NUMA_CONSTRAINT_INVALID unless each CPU is given once, and all memory; what `rows` throws
 */
export function assignedCells(rows: Iterable<CellShare>, { flavor, rules, python }: NumaAsk): readonly CellShare[] {
  const { vcpus, memoryMb } = flavor
  const left = new Set(numbersBelow(vcpus))
  const cells: CellShare[] = []
  for (const row of rows) {
    for (const cpu of row.cpus) {
      const number = pythonStr(cpu, python)
      if (cpu > vcpus - 1) throw wrongCpus('CPUOutOfRange', `CPU number ${number} is larger than max ${vcpus - 1}`)
      if (!left.delete(cpu)) throw wrongCpus('CPUDuplicates', `CPU number ${number} is assigned to two nodes`)
    }
    cells.push(row)
  }
  if (left.size > 0) {
    const [open, close] = rules.setBrackets
    const set = `${open}${[...left].join(', ')}${close}`
    throw wrongCpus('CPUsUnassigned', `CPU number ${set} is not assigned to any node`)
  }
  const total = cells.reduce((sum, { memory }) => sum + memory, 0)
  if (total === memoryMb) return cells
  const text = `${pythonStr(total, python)} MB of memory assigned, but expected ${memoryMb} MB`
  throw invalid('ImageNUMATopologyMemoryOutOfRange', text, ['hw:numa_mem.N'])
}

function wrongCpus(kind: string, text: string): Error {
  return invalid(`ImageNUMATopology${kind}`, text, ['hw:numa_cpus.N'])
}
