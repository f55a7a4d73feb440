import { pathText, type Path } from '../util/documents/path.ts'
import type { Problem } from '../util/documents/problems.ts'
import { shown } from '../util/documents/value-words.ts'
import { isRecord } from './formats/entry.ts'
import type { Part } from './part.ts'
import { pathIn } from './remarks.ts'

/** Columns of Nova's table that hold an object of Nova's, as JSON text. */
const COLUMNS = ['numa_topology', 'pci_device_pools'] as const

const CONTENTS = 'nova_object.data'

type Fields = Readonly<Record<string, unknown>>

/**
 * A part whose hosts have NUMA cells and PCI pools in our form, where Nova's table has them: as JSON text, as versioned
 * objects (`nova_object.data`), or pools under the name `pci_stats`. A text that is no JSON is an error.
 */
export function withColumnsRead(part: Part): Part {
  const problems: Problem[] = []
  const read = (host: unknown, at: (field: string) => { readonly path: Path; readonly line?: number | undefined }) => {
    if (!isRecord(host)) return host
    const named = withOurName(host)
    const given = COLUMNS.filter((name) => isColumn(named[name]))
    const values = given.map((name) => {
      const { value, isBroken } = readColumn(named[name])
      const { path, line } = at(name)
      if (isBroken) problems.push(noJson(part, path, line, named[name]))
      return [name, name === 'numa_topology' ? value : listIn(value)] as const
    })
    return given.length === 0 ? named : { ...named, ...Object.fromEntries(values) }
  }
  const prefix = part.isList === true ? [] : ['hosts']
  const own = part.own?.['hosts']
  const made = part.sections?.hosts?.map(({ value, place }) => {
    return { value: read(value, (field) => ({ path: pathIn(place, [field]), line: place.line })), place }
  })
  const hosts = Array.isArray(own)
    ? own.map((host: unknown, index) => read(host, (field) => ({ path: [...prefix, index, field] })))
    : own
  return {
    ...part,
    ...(part.own === undefined || own === undefined ? {} : { own: { ...part.own, hosts } }),
    ...(made === undefined ? {} : { sections: { ...part.sections, hosts: made } }),
    ...(problems.length === 0 ? {} : { findings: [...(part.findings ?? []), ...problems] }),
  }
}

function withOurName(host: Fields): Fields {
  if (!Object.hasOwn(host, 'pci_stats')) return host
  const { pci_stats: stats, ...others } = host
  return { pci_device_pools: stats, ...others }
}

function isColumn(value: unknown): boolean {
  return typeof value === 'string' || (isRecord(value) && (Object.hasOwn(value, CONTENTS) || 'objects' in value))
}

function readColumn(value: unknown): { readonly value: unknown; readonly isBroken: boolean } {
  if (typeof value !== 'string') return { value: unwrapped(value), isBroken: false }
  try {
    const parsed = value.trim() === '' ? null : unwrapped(JSON.parse(value))
    return typeof parsed === 'string' ? { value: null, isBroken: true } : { value: parsed, isBroken: false }
  } catch {
    return { value: null, isBroken: true }
  }
}

function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrapped)
  if (!isRecord(value)) return value
  if (Object.hasOwn(value, CONTENTS)) return unwrapped(value[CONTENTS])
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unwrapped(inner)]))
}

/** Nova's lists are objects that hold `objects`. */
function listIn(value: unknown): unknown {
  return isRecord(value) && Object.hasOwn(value, 'objects') ? value['objects'] : value
}

function noJson({ file, linesOf }: Part, path: Path, line: number | undefined, text: unknown): Problem {
  const place = pathText(path)
  const at = line ?? linesOf([path]).get(place)
  const message = `must be a map, or the JSON text of Nova's column, is ${shown(text)}`
  const finding = { level: 'error', code: 'INVENTORY_INVALID', file, path: place, message } as const
  return at === undefined ? finding : { ...finding, line: at }
}
