import { groupKey, type KnownOption, nameKey } from './known.ts'
import type { Assignment, ConfDocument } from './lines.ts'
import type { OptionName } from './options/shape.ts'

/** Where a value stands. */
export interface Place {
  /** The text as it is written. */
  readonly value: string
  readonly file: string
  /** Line of the key, from 1. */
  readonly line: number
}

/** A value found for an option, with the name that it was found under. */
export interface Occurrence extends Place {
  readonly name: OptionName
}

/** All that a set of files says, for look-ups by group and name. The last file is the strongest. */
export interface Contents {
  readonly documents: readonly ConfDocument[]
  /** Per file, the strongest first. */
  readonly indexes: readonly FileIndex[]
}

interface FileIndex {
  readonly file: string
  readonly assignments: ReadonlyMap<string, readonly Assignment[]>
}

/** Prepares documents, the weakest first, for look-ups. */
export function contentsOf(documents: readonly ConfDocument[]): Contents {
  return { documents, indexes: documents.map(indexOf).reverse() }
}

function indexOf({ file, assignments }: ConfDocument): FileIndex {
  const index = new Map<string, Assignment[]>()
  for (const assignment of assignments) {
    const key = nameKey(assignment.section, assignment.key)
    const same = index.get(key)
    if (same) same.push(assignment)
    else index.set(key, [assignment])
  }
  return { file, assignments: index }
}

/** Every value of a name, whether it is a declared option or not, weakest first. */
export function valuesOf({ indexes }: Contents, group: string, name: string): Place[] {
  const key = nameKey(groupKey(group), name)
  return indexes.toReversed().flatMap(({ file, assignments }) => {
    return (assignments.get(key) ?? []).map(({ value, line }) => ({ value, file, line }))
  })
}

/**
 * The values that count for an option. A `multi` option has them all, earlier files first. Any other has the last value
 * of the last file that holds it under any of its names; within one file the newer name wins.
 */
export function occurrencesOf({ indexes }: Contents, option: KnownOption): Occurrence[] {
  let found: Occurrence[] = []
  for (const { file, assignments } of indexes) {
    for (const name of option.names) {
      const values = assignments.get(nameKey(name.group, name.name)) ?? []
      const here = values.map(({ value, line }) => ({ value, file, line, name }))
      if (option.spec.type === 'multi') found = [...here, ...found]
      else if (here.length > 0) return here.slice(-1)
    }
  }
  return found
}
