import type { Entry, Made, Place } from '../part.ts'
import type { Path } from '../../util/documents/path.ts'

/** A field's name as APIs, `openstack -f json` and tables have it, in one spelling: `vCPUs Used` is `vcpus_used`. */
export function fieldName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
}

/** A record under one spelling of its fields. */
export function entryOf(record: Readonly<Record<string, unknown>>, path: Path, line?: number): Entry {
  const fields = Object.create(null) as Record<string, unknown>
  const names = new Map<string, string>()
  for (const [name, value] of Object.entries(record)) {
    fields[fieldName(name)] = value
    names.set(fieldName(name), name)
  }
  const place: Place = line === undefined ? { path, names } : { path, names, line }
  return { fields, place }
}

/** Whether a value is a map: what JSON calls an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A record in our names, with those of the given fields that the entry has.
 *
 * @param fields - the entry's name of each of ours; of several the first that is there
 * @param more - fields that are made in another way
 */
export function pick(
  { fields: given, place }: Entry,
  fields: Readonly<Record<string, string | readonly string[]>>,
  more: Readonly<Record<string, unknown>> = {},
): Made {
  const value: Record<string, unknown> = { ...more }
  const names = new Map<string, string>()
  for (const [ours, theirs] of Object.entries(fields)) {
    const name = [theirs].flat().find((candidate) => candidate in given)
    if (name === undefined) continue
    if (!(ours in more)) value[ours] = given[name]
    names.set(ours, place.names?.get(name) ?? name)
  }
  return { value, place: { ...place, names } }
}

/** A list that may be written as text with commas, as older `openstack` commands do. */
export function listOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

const PROPERTY = /\s*([^=\s][^=]*?)='((?:[^'\\]|\\.)*)'\s*(?:,|$)/gy

/** A map that may be written as `a='b', c='d'`, as older `openstack` commands do. */
export function mapOf(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const map = Object.create(null) as Record<string, string>
  for (const [, key, text] of value.matchAll(PROPERTY)) map[key ?? ''] = (text ?? '').replace(/\\(.)/g, '$1')
  return map
}

/** A name that a table or list may show as a number. */
export function textOf(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}
