import { HOST_ATTRIBUTES } from '../../plugin/host-attributes.ts'
import { dataMap } from '../../util/freeze.ts'
import type { Names } from './names.ts'
import type { Kind } from './neutral.ts'

/** What becomes of a value of one kind: the value, its names collected or replaced. */
export type Shape = (value: unknown, names: Names) => unknown

type Data = Readonly<Record<string, unknown>>

/** As it is. */
export const keep: Shape = (value) => value

/** A text that is a name. */
export const named = (kind: Kind): Shape => texts((text, names) => names.name(kind, text))

/** A text that may hold names. */
export const free: Shape = texts((text, names) => names.free(text))

/** A text that decisions depend on. */
export const technical: Shape = texts((text, names) => names.technical(text))

/** What is done with a text. Numbers and truth values stay; what is no text where one belongs goes. */
export function texts(change: (text: string, names: Names) => string): Shape {
  return (value, names) => (typeof value === 'string' ? change(value, names) : isPlain(value) ? value : null)
}

/** A list; what is no list is taken for one item. */
export function each(shape: Shape): Shape {
  return (value, names) => (Array.isArray(value) ? value.map((item) => shape(item, names)) : shape(value, names))
}

/** Everything within a value, keys too. */
export function deep(shape: Shape): Shape {
  const within: Shape = (value, names) => {
    if (Array.isArray(value)) return value.map((item) => within(item, names))
    if (!isData(value)) return shape(value, names)
    return dataMap(Object.entries(value).map(([key, item]) => [String(shape(key, names)), within(item, names)]))
  }
  return within
}

/** The values within a structure whose keys stay as far as they hold no names. It may be given as JSON text. */
export function structure(shape: Shape): Shape {
  const within: Shape = (value, names) => {
    if (Array.isArray(value)) return value.map((item) => within(item, names))
    if (!isData(value)) return shape(value, names)
    return dataMap(Object.entries(value).map(([key, item]) => [names.free(key), within(item, names)]))
  }
  return (value, names) => {
    const parsed = typeof value === 'string' && /^\s*[[{]/.test(value) ? parsedJson(value) : undefined
    return parsed === undefined ? within(value, names) : JSON.stringify(within(parsed, names))
  }
}

/** Undefined for what is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A record. A field that the table does not name stays when it is a number or a truth value, and goes otherwise: what
 * nobody reads may say anything.
 */
export function fields(table: Readonly<Record<string, Shape>>): Shape {
  return (value, names) => {
    if (!isData(value)) return isPlain(value) ? value : null
    const kept = Object.entries(value).flatMap(([field, item]) => {
      const shape = Object.hasOwn(table, field) ? table[field] : undefined
      if (shape !== undefined) return [[field, shape(item, names)] as const]
      return isPlain(item) ? [[field, item] as const] : []
    })
    return Object.fromEntries(kept)
  }
}

function isPlain(value: unknown): boolean {
  return value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean'
}

/** A free-form map: each entry as `change` says. */
export function mapOf(change: (key: string, value: unknown, names: Names) => readonly [string, unknown]): Shape {
  return (value, names) => {
    if (!isData(value)) return isPlain(value) ? value : null
    return dataMap(Object.entries(value).map(([key, item]) => change(key, item, names)))
  }
}

export function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const ATTRIBUTE_KINDS: ReadonlyMap<string, Kind> = new Map([
  ['host', 'host'],
  ['nodename', 'host'],
  ['hypervisor_hostname', 'host'],
  ['service.host', 'host'],
  ['service.disabled_reason', 'reason'],
])

/** What an attribute of Nova's HostState holds, where that is a name; by its path, with dots. */
export function kindOfAttribute(path: string): Kind | undefined {
  return ATTRIBUTE_KINDS.get(path)
}

/** Whether Nova's HostState has an attribute of this name, in numbers, capabilities or names. */
export function isAttribute(name: string): boolean {
  return HOST_ATTRIBUTES.some(({ state }) => state === name)
}

const TECHNICAL_ATTRIBUTES: ReadonlySet<string> = new Set([
  'hypervisor_type',
  'supported_instances',
  'cpu_info',
  'stats',
  'metrics',
])

/** The same for a variable of a query; undefined where it holds texts that decisions depend on. */
export function kindOfVariable(path: string): Kind | undefined {
  const [first = ''] = path.split('.')
  return kindOfAttribute(path) ?? (TECHNICAL_ATTRIBUTES.has(first) ? undefined : 'value')
}
