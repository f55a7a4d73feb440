import type { Finding } from '../errors.ts'
import { editDistance } from '../util/documents/near-names.ts'
import { groupKey, nameKey, type OptionNames } from './known.ts'
import type { Assignment, ConfDocument } from './lines.ts'
import type { OptionName } from './options/shape.ts'
import { oneLine, quote } from './quote.ts'

/** Names and sections of one file that are looked at; no nova.conf has as many. */
const MOST_NAMES = 5000

interface Candidate {
  readonly option: OptionNames
  readonly name: OptionName
}

interface Names {
  /** By {@link nameKey}. */
  readonly read: ReadonlySet<string>
  /** Every name of every release, by {@link nameKey}. */
  readonly all: ReadonlyMap<string, Candidate>
  /** The same by group and by name alone. */
  readonly byGroup: ReadonlyMap<string, readonly Candidate[]>
  readonly byName: ReadonlyMap<string, readonly Candidate[]>
}

/**
 * Warnings for names that are not read although somebody meant them to be: nearly ours, ours in another section, or a
 * name of another release. A nova.conf is full of names that are not ours; those are left alone.
 *
 * @param release - what the release in force is called in messages
 */
export function nameFindings(
  documents: readonly ConfDocument[],
  options: readonly OptionNames[],
  release: string,
): Finding[] {
  const names = collect(options)
  return documents.flatMap((document) => {
    const groups = groupFindings(document, names)
    const told = new Set<string>()
    const found = document.assignments.flatMap((assignment) => {
      const key = nameKey(assignment.section, assignment.key)
      if (told.size >= MOST_NAMES || names.read.has(key) || told.has(key) || groups.has(groupKey(assignment.section)))
        return []
      told.add(key)
      const message = messageFor(assignment, names, release)
      return message === null ? [] : [warning(document.file, assignment.line, message)]
    })
    return [...groups.values(), ...found]
  })
}

function warning(file: string, line: number, message: string): Finding {
  return { level: 'warning', file, line, message }
}

function collect(options: readonly OptionNames[]): Names {
  const read = new Set(options.flatMap(({ names }) => names.map(({ group, name }) => nameKey(group, name))))
  const all = new Map<string, Candidate>()
  for (const option of options) {
    for (const name of [...option.otherNames, ...option.names])
      all.set(nameKey(name.group, name.name), { option, name })
  }
  const byGroup = grouped([...all.values()], ({ name }) => groupKey(name.group))
  const byName = grouped([...all.values()], ({ name }) => name.name)
  return { read, all, byGroup, byName }
}

function grouped(candidates: readonly Candidate[], keyOf: (candidate: Candidate) => string): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const key = keyOf(candidate)
    groups.set(key, [...(groups.get(key) ?? []), candidate])
  }
  return groups
}

/** Sections that are nearly ours, by {@link groupKey}. */
function groupFindings({ file, headers, assignments }: ConfDocument, names: Names): Map<string, Finding> {
  const filled = new Set(assignments.map(({ section }) => groupKey(section)))
  const found = new Map<string, Finding>()
  for (const { name, line } of headers.slice(0, MOST_NAMES)) {
    const key = groupKey(name)
    if (names.byGroup.has(key) || found.has(key) || !filled.has(key)) continue
    const meant = [...names.byGroup.keys()].find((group) => isNear(plain(name), plain(group)))
    if (meant === undefined) continue
    found.set(key, warning(file, line, `section [${oneLine(name)}] is ignored: did you mean [${meant}]?`))
  }
  return found
}

function messageFor({ section, key }: Assignment, names: Names, release: string): string | null {
  const exact = names.all.get(nameKey(section, key))
  if (exact) return ignored(place(exact.name), exact, release)
  const here = names.byGroup.get(groupKey(section)) ?? []
  const near =
    here.find(({ name }) => plain(name.name) === plain(key)) ?? here.find(({ name }) => isNear(name.name, plain(key)))
  if (near) return `${quote(key)} is ignored: did you mean ${place(near.option.names[0] ?? near.name)}?`
  const elsewhere = names.byName.get(plain(key))?.find(({ name }) => isDistinctive(name.name, here.length > 0))
  return elsewhere ? ignored(`[${oneLine(section)}] ${oneLine(key)}`, elsewhere, release) : null
}

/** What to say of a name that only another release, or another section, has. */
function ignored(found: string, { option, name }: Candidate, release: string): string {
  const current = option.names[0]
  if (current) return `${found} is ignored: ${release} reads ${place(current)}`
  const other = place(name) === found ? '' : `; other releases read ${place(name)}`
  return `${found} is ignored: ${release} has no such option${other}`
}

function place({ group, name }: OptionName): string {
  return `[${group}] ${name}`
}

/** A name in small letters, as files spell names: old flag files put `--` in front, and dashes in names. */
function plain(name: string): string {
  return name.trim().replace(/^-+/, '').replaceAll('-', '_').toLowerCase()
}

/** Short words are near to too much. */
function isNear(ours: string, theirs: string): boolean {
  const limit = ours.length < 6 ? 0 : ours.length < 10 ? 1 : 2
  return Math.abs(ours.length - theirs.length) <= limit && editDistance(ours, theirs) <= limit
}

/** Whether a name is ours wherever it stands; in a section of ours, less is needed to be sure. */
function isDistinctive(name: string, isOurSection: boolean): boolean {
  return name.split('_').length > (isOurSection ? 1 : 2)
}
