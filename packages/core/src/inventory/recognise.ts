import type { ParsedDocument } from '../util/documents/document.ts'
import { nearName } from '../util/documents/near-names.ts'
import type { Problem } from '../util/documents/problems.ts'
import { shown } from '../util/documents/value-words.ts'
import { withColumnsRead } from './columns.ts'
import { aggregates } from './formats/aggregates.ts'
import { entryOf, isRecord } from './formats/entry.ts'
import { flavors } from './formats/flavors.ts'
import { hypervisors } from './formats/hypervisors.ts'
import { images } from './formats/images.ts'
import { serverGroups } from './formats/server-groups.ts'
import { services } from './formats/services.ts'
import { zones } from './formats/zones.ts'
import { SECTIONS } from './part.ts'
import type { Contents, Entry, Format, Part, Section } from './part.ts'

/** Every kind of record that is read as it is. A record is of the first kind that recognises it. */
const FORMATS: readonly Format[] = [hypervisors, services, zones, serverGroups, flavors, images, aggregates]

const HELP =
  'an inventory (hosts, aggregates, server_groups, flavors, images), or what os-hypervisors/detail, os-services, ' +
  'os-aggregates, os-server-groups, flavors/detail or openstack … list/show -f json answer'

/** Finds out what a document from JSON or YAML is, and reads it. */
export function recogniseDocument(document: ParsedDocument): Part {
  return withColumnsRead(partIn(document))
}

function partIn({ file, value, linesOf }: ParsedDocument): Part {
  const part = { file, linesOf }
  if (Array.isArray(value)) return { ...part, ...recogniseList(value, file) }
  if (!isRecord(value)) return { ...part, findings: [notOurs(file, `it is ${shown(value)}`)] }
  const shownAs = formatOf(entryOf(value, []))
  if (shownAs !== undefined) return { ...part, ...shownAs.read([entryOf(value, [])], file) }
  if (Object.hasOwn(value, 'hosts')) return { ...part, own: value }
  if (Object.hasOwn(value, 'hypervisor_statistics')) {
    return {
      ...part,
      findings: [notOurs(file, 'these statistics are sums over all hypervisors; ask os-hypervisors/detail')],
    }
  }
  const answers = answersIn(value)
  const own = Object.fromEntries(Object.entries(value).filter(([key]) => !answers.has(key)))
  const isOwn = SECTIONS.some((section) => Object.hasOwn(own, section))
  if (answers.size > 0 || isOwn) return { ...part, ...(isOwn ? { own } : {}), ...joined(answers, value, file) }
  return { ...part, findings: [notOurs(file, unknownKeys(Object.keys(value)))] }
}

/** Reads records that come from a table. */
export function recogniseEntries(entries: readonly Entry[], file: string): Part {
  const part = { file, linesOf: () => new Map<string, number>() }
  const format = entries[0] === undefined ? undefined : formatOf(entries[0])
  if (format !== undefined) return { ...part, ...format.read(entries, file) }
  const columns = Object.keys(entries[0]?.fields ?? {}).join(', ')
  const message = `the table is not known by its columns (${columns}); a hypervisor needs a hypervisor_hostname`
  return { ...part, findings: [notOurs(file, message)] }
}

function recogniseList(list: readonly unknown[], file: string): Contents & Pick<Part, 'own' | 'isList'> {
  const [first] = list
  if (first === undefined) return { own: { hosts: [] }, isList: true }
  if (!isRecord(first)) return { findings: [notOurs(file, `it is a list that begins with ${shown(first)}`)] }
  const format = formatOf(entryOf(first, [0]))
  if (format !== undefined) return format.read(entriesOf(list, []), file)
  if (Object.hasOwn(first, 'host')) return { own: { hosts: list }, isList: true }
  return { findings: [notOurs(file, unknownKeys(Object.keys(first)))] }
}

/** The answers of APIs that a document holds, by key. Lists that are in our form are none. */
function answersIn(document: Readonly<Record<string, unknown>>): ReadonlyMap<string, Format> {
  const found = new Map<string, Format>()
  for (const format of FORMATS) {
    for (const key of format.keys.filter((candidate) => Object.hasOwn(document, candidate))) {
      const [first] = recordsOf(document[key])
      const isOurs =
        SECTIONS.includes(key as Section) && !(isRecord(first) && format.recognises(entryOf(first, []).fields))
      if (!isOurs) found.set(key, format)
    }
  }
  return found
}

/** An answer is a list of records, or one record. */
function recordsOf(answer: unknown): readonly unknown[] {
  return Array.isArray(answer) ? answer : [answer]
}

function entriesOf(list: readonly unknown[], path: readonly string[]): readonly Entry[] {
  return list.map((item, index) => entryOf(isRecord(item) ? item : {}, [...path, index]))
}

function formatOf({ fields }: Entry): Format | undefined {
  return FORMATS.find((format) => format.recognises(fields))
}

function joined(
  answers: ReadonlyMap<string, Format>,
  document: Readonly<Record<string, unknown>>,
  file: string,
): Contents {
  const all = Array.from(answers, ([key, format]) => {
    const answer = document[key]
    if (Array.isArray(answer)) return format.read(entriesOf(answer, [key]), file)
    return isRecord(answer)
      ? format.read([entryOf(answer, [key])], file)
      : { findings: [notOurs(file, `${key} is ${shown(answer)}`)] }
  })
  const made = (section: Section) => all.flatMap((contents) => contents.sections?.[section] ?? [])
  return {
    sections: Object.fromEntries(SECTIONS.map((section) => [section, made(section)])),
    services: all.flatMap((contents) => contents.services ?? []),
    findings: all.flatMap((contents) => contents.findings ?? []),
  }
}

function unknownKeys(keys: readonly string[]): string {
  const near = keys.map((key) => [key, nearName(key, SECTIONS)] as const).find(([, section]) => section !== undefined)
  if (near !== undefined) return `${near[0]} is not known, did you mean ${String(near[1])}?`
  return keys.length === 0 ? 'it holds nothing' : `its keys are not known: ${keys.slice(0, 10).join(', ')}`
}

function notOurs(file: string, why: string): Problem {
  return {
    level: 'error',
    code: 'INVENTORY_INVALID',
    file,
    message: `${why}${why.endsWith('?') ? '' : '.'} Expected is ${HELP}`,
  }
}
