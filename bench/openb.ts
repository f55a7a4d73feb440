import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Inventory } from '@nova-sched/core'
import { sizedHost } from './clouds.ts'
import type { Shape } from './shapes.ts'

const NODES = '20-alibaba_openb_node_list_all_node.csv'
const PODS = '22-alibaba_openb_pod_list_default.csv'

/** Files of the trace; they are no part of this repository. */
export const OPENB_FILES: readonly string[] = [NODES, PODS]
/** What they hold. */
export const OPENB_NODES = 1523
export const OPENB_PODS = 8152

/** The nodes of a GPU cluster, and the pods that were placed on them. */
export interface OpenbTrace {
  readonly inventory: Inventory
  /** What pods ask for, each once. */
  readonly shapes: readonly Shape[]
  /** The shape of each pod, in order of creation. */
  readonly order: readonly number[]
}

/** Whether the files of the trace are in a folder. */
export function hasOpenb(folder: string): boolean {
  return OPENB_FILES.every((file) => existsSync(join(folder, file)))
}

/**
 * Reads the trace. A part of a CPU counts as a CPU; GPUs are left out, since pods share them.
 *
 * @throws an error of the file system when a file cannot be read
 */
export function readOpenb(folder: string): OpenbTrace {
  const hosts = recordsIn(join(folder, NODES)).map(({ sn = '', cpu_milli, memory_mib }) =>
    sizedHost(sn, Math.ceil(Number(cpu_milli) / 1000), Number(memory_mib)),
  )
  const shapes = new Map<string, { readonly shape: Shape; readonly at: number }>()
  const order = recordsIn(join(folder, PODS)).map(({ cpu_milli, memory_mib }) => {
    const [vcpus, memoryMb] = [Math.ceil(Number(cpu_milli) / 1000), Number(memory_mib)]
    const key = `${vcpus} ${memoryMb}`
    const known = shapes.get(key) ?? { shape: { memoryMb, vcpus, diskGb: 0, extraSpecs: {} }, at: shapes.size }
    shapes.set(key, known)
    return known.at
  })
  const inventory = { hosts, aggregates: [], server_groups: [], flavors: [], images: [] }
  return { inventory, shapes: Array.from(shapes.values(), ({ shape }) => shape), order }
}

/** Lines of a file by the names of its first; no value holds a comma. */
function recordsIn(file: string): readonly Readonly<Record<string, string>>[] {
  const [names = [], ...rows] = readFileSync(file, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])))
}
