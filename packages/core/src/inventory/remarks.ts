import type { ErrorCode, Finding } from '../errors.ts'
import { pathText } from '../util/documents/path.ts'
import type { Path } from '../util/documents/path.ts'
import type { Problem } from '../util/documents/problems.ts'
import type { Part, Place, Section } from './part.ts'

/** A record of a part, and its place there. */
export interface Located {
  readonly value: Readonly<Record<string, unknown>>
  readonly part: Part
  readonly place: Place
}

/** Something to say of a record; what line it stands on is looked up when all is said. */
export interface Remark {
  readonly level: 'error' | 'warning' | 'hint'
  /** Code of an error; INVENTORY_INVALID unless given. */
  readonly code?: ErrorCode
  readonly message: string
  readonly part: Part
  readonly path: Path
  readonly line?: number | undefined
}

/** Names that one remark lists. */
const MOST_NAMED = 5

/** Looking up a line may read the file again: only so many are looked up. */
const MOST_LINES = 200

/** All records of a section, in the order of the file; what is no record is left out. */
export function recordsOf(part: Part, section: Section): readonly Located[] {
  const own = part.own?.[section]
  const prefix = part.isList === true ? [] : [section]
  const ours = (Array.isArray(own) ? own : []).map((value: unknown, index) => ({
    value,
    place: { path: [...prefix, index] },
  }))
  return [...ours, ...(part.sections?.[section] ?? [])].flatMap(({ value, place }) => {
    return typeof value === 'object' && value !== null ? [{ value: value as Located['value'], part, place }] : []
  })
}

/** A remark on a record, or on a field of it. */
export function remarkOn({ part, place }: Located, level: Remark['level'], message: string, field: Path = []): Remark {
  return { level, message, part, path: pathIn(place, field), line: place.line }
}

/** The path of a field in the file, under the name that the file has for it. */
export function pathIn({ path, names }: Place, [name, ...rest]: Path): Path {
  if (name === undefined) return path
  return [...path, typeof name === 'string' ? (names?.get(name) ?? name) : name, ...rest]
}

/** Some names, and how many there are if they are many. */
export function namesOf(names: readonly string[], things: string): string {
  const first = names.slice(0, MOST_NAMED).join(', ')
  return names.length > MOST_NAMED ? `${names.length} ${things} (${first}, …)` : first
}

/** Where a record stands, as messages name it. */
export function placeText({ part, place }: Located): string {
  const at = place.line === undefined ? pathText(place.path) : `line ${place.line}`
  return at === '' ? part.file : `${part.file}, ${at}`
}

/** Remarks as findings, with their lines where they can be known. */
export function settle(remarks: readonly Remark[]): readonly (Finding | Problem)[] {
  const lines = new Map<Part, ReadonlyMap<string, number>>()
  for (const part of new Set(remarks.map((remark) => remark.part))) {
    const unknown = remarks.filter((remark) => remark.part === part && remark.line === undefined)
    const paths = unknown.slice(0, MOST_LINES).flatMap(({ path }) => [path, path.slice(0, -1)])
    lines.set(part, part.linesOf(paths))
  }
  return remarks.map(({ level, code = 'INVENTORY_INVALID', message, part, path, line }) => {
    const text = pathText(path)
    // What is missing has no line of its own.
    const at = line ?? lines.get(part)?.get(text) ?? lines.get(part)?.get(pathText(path.slice(0, -1)))
    const finding = {
      message,
      file: part.file,
      ...(text === '' ? {} : { path: text }),
      ...(at === undefined ? {} : { line: at }),
    }
    return level === 'error' ? { ...finding, level, code } : { ...finding, level }
  })
}
