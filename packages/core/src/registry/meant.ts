import { nearName } from '../util/documents/near-names.ts'

/** What a name that is not found was probably meant to be. */
export interface Meant {
  /**
   * `lost`: a built-in filter that is not available; `class_path`: an available filter, named by its class path;
   * `near`: a name that is nearly the same; `unknown`: nothing is like it.
   */
  readonly how: 'lost' | 'class_path' | 'near' | 'unknown'
  /** The name to write; empty where none is known. */
  readonly name: string
}

/** Nothing is like the name. */
export const UNKNOWN: Meant = { how: 'unknown', name: '' }

/** What a filter's name was probably meant to be, among those that are available and those that are built in. */
export function meantBy(value: string, available: readonly string[], builtIn: ReadonlySet<string>): Meant {
  if (builtIn.has(value)) return { how: 'lost', name: value }
  const name = lastPart(value)
  if (name !== value && available.includes(name)) return { how: 'class_path', name }
  const near = nearName(value, [...available, ...builtIn])
  return near === undefined ? UNKNOWN : { how: 'near', name: near }
}

/** The class's own name of a dotted path. */
export function lastPart(value: string): string {
  return value.slice(value.lastIndexOf('.') + 1)
}
