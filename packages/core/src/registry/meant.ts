import { nearName } from '../util/documents/near-names.ts'
import { IN_TREE_PACKAGES } from './aliases.ts'

/** What a name that is not found was probably meant to be. */
export interface Meant {
  /**
   * `lost`: a built-in filter that is not available; `class_path`: an available filter, named by its class path;
   * `near`: a name that is nearly the same; `unknown`: nothing is like it.
   */
  readonly how: 'lost' | 'class_path' | 'near' | 'unknown'
  /** The name to write; empty where none is known. */
  readonly name: string
  /** Whether that is all: a built-in filter may have to be made available too. */
  readonly isAvailable: boolean
}

/** Nothing is like the name. */
export const UNKNOWN: Meant = { how: 'unknown', name: '', isAvailable: true }

/** What a filter's name was probably meant to be, among those that are available and those that are built in. */
export function meantBy(value: string, available: readonly string[], builtIn: ReadonlySet<string>): Meant {
  if (builtIn.has(value)) return { how: 'lost', name: value, isAvailable: false }
  const name = lastPart(value)
  const isAvailable = available.includes(name)
  if (name !== value && (isAvailable || builtIn.has(name))) return { how: 'class_path', name, isAvailable }
  const near = nearName(value, [...available, ...builtIn])
  return near === undefined ? UNKNOWN : { how: 'near', name: near, isAvailable: available.includes(near) }
}

/** The class path that one of Nova's packages was probably meant to have, such as a module's name without its class. */
export function sourceMeant(value: string, inTree: readonly { readonly plugin: Named }[]): Meant {
  if (!isInNova(value)) return UNKNOWN
  const names = new Map(inTree.map(({ plugin }) => [plugin.name, plugin.classPath]))
  const path = names.get(lastPart(value)) ?? names.get(nearName(lastPart(value), names.keys()) ?? '')
  return path === undefined ? UNKNOWN : { how: 'near', name: path, isAvailable: true }
}

interface Named {
  readonly name: string
  readonly classPath?: string
}

/** Whether a dotted name lies in one of the packages that Nova keeps its own filters and weighers in. */
export function isInNova(value: string): boolean {
  return [...IN_TREE_PACKAGES.keys()].some((prefix) => value.startsWith(prefix))
}

/** Python's classes start with a capital, functions and modules do not. */
export function isClass(value: string): boolean {
  return /^\w+(\.\w+)*\.[A-Z]\w*$/.test(value)
}

/** The class's own name of a dotted path. */
export function lastPart(value: string): string {
  return value.slice(value.lastIndexOf('.') + 1)
}
