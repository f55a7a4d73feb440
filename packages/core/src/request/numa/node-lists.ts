import { NovaSchedError } from '../../errors.ts'
import { inWords } from '../../util/documents/value-words.ts'
import { flavorText, wholeNumber, type NumaAsk } from './ask.ts'
import { assignedCells, evenCells, type CellShare } from './cells.ts'
import { parseCpuList } from './cpu-list.ts'
import { eitherSide, onBothSides } from './node-count.ts'
import { invalid } from './refusal.ts'

/** The NUMA nodes that Nova looks for. */
export const MOST_NODES = 128

/**
 * What each node is given, where flavor and image are told apart key by key: the CPUs of a node may come from one, its
 * memory from the other. Node by node when the CPUs of node 0 are given, else evenly.
 *
 * @throws NUMA_CONSTRAINT_INVALID, NUMA_CONSTRAINT_FORBIDDEN, VALUE_MALFORMED
 */
export function cellsByKey(nodes: number, ask: NumaAsk): readonly CellShare[] {
  if (eitherSide(ask, 'numa_cpus.0') !== null) return assignedCells(rowsByKey(nodes, ask), ask)
  const cells = evenCells(nodes, ask)
  for (const node of cells.keys()) {
    const [cpus, memory] = [eitherSide(ask, `numa_cpus.${node}`), eitherSide(ask, `numa_mem.${node}`)]
    if (cpus !== null || memory !== null) throw incomplete()
  }
  return cells
}

function* rowsByKey(nodes: number, ask: NumaAsk): Iterable<CellShare> {
  for (let node = 0; node < nodes; node += 1) {
    const [cpus, mem] = [eitherSide(ask, `numa_cpus.${node}`), eitherSide(ask, `numa_mem.${node}`)]
    if (cpus === null || mem === null) throw incomplete()
    const memory = wholeNumber(mem.text, mem.setting, ask)
    yield { cpus: parseCpuList(cpus.text, cpus.setting, ask), memory }
  }
}

/**
 * What each node is given, where a list comes from one side: all CPUs of the flavor or all of the image, and likewise
 * memory. Evenly when neither is given.
 *
 * @throws NUMA_CONSTRAINT_INVALID, NUMA_CONSTRAINT_FORBIDDEN, VALUE_MALFORMED
 */
export function cellsByList(nodes: number, ask: NumaAsk): readonly CellShare[] {
  const cpus = oneList(ask, 'numa_cpus', isListOfNumbers, (text, setting) => parseCpuList(text, setting, ask))
  const memory = oneList(ask, 'numa_mem', isNumber, (text, setting) => wholeNumber(text, setting, ask))
  if (cpus === null && memory === null) return evenCells(nodes, ask)
  if (cpus?.length !== nodes || memory?.length !== nodes) throw incomplete()
  const rows = cpus.map((list, node) => ({ cpus: list, memory: memory[node] ?? 0 }))
  return assignedCells(rows, ask)
}

function oneList<T>(
  ask: NumaAsk,
  name: string,
  isItem: (value: unknown) => value is T,
  read: (text: string, setting: string) => T,
): readonly T[] | null {
  const flavor = flavorList(ask, name, read)
  const image = ask.image?.[`hw_${name}`] ?? null
  if (image === null) return flavor
  if (flavor !== null) throw onBothSides(`hw_${name}`, `hw:${name}`)
  if (Array.isArray(image) && image.every(isItem)) return image
  const message = `hw_${name}: ${inWords(['array'], image)}: one item a node`
  throw new NovaSchedError('REQUEST_INVALID', message, { path: `hw_${name}` })
}

/** Up to the first node that is not given. */
function flavorList<T>(ask: NumaAsk, name: string, read: (text: string, setting: string) => T): readonly T[] | null {
  const list: T[] = []
  for (let node = 0; node < MOST_NODES; node += 1) {
    const text = flavorText(ask, `${name}.${node}`)
    if (text === null) break
    list.push(read(text, `hw:${name}.${node}`))
  }
  return list.length > 0 ? list : null
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function isListOfNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every(isNumber)
}

function incomplete(): Error {
  const text = 'CPU and memory allocation must be provided for all NUMA nodes'
  return invalid('ImageNUMATopologyIncomplete', text, ['hw:numa_cpus.N', 'hw:numa_mem.N'])
}
