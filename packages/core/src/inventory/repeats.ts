import type { Part, Section } from './part.ts'
import { placeText, recordsOf, remarkOn } from './remarks.ts'
import type { Located, Remark } from './remarks.ts'

type Name = (value: Located['value']) => string | undefined

/** What tells the records of a section apart, as messages call it; undefined for a record without it. */
const NAMES: Readonly<Record<Section, Name>> = {
  hosts: ({ host, hypervisor_hostname: tableName = host, nodename = tableName }) => {
    if (typeof host !== 'string') return undefined
    return nodename === host ? named('host', host) : named(`host ${host} with node`, nodename)
  },
  aggregates: ({ id }) => named('aggregate', id),
  server_groups: ({ id, name }) => named('server group', id ?? name),
  flavors: ({ name }) => named('flavor', name),
  images: ({ id }) => named('image', id),
}

function named(kind: string, id: unknown): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? `${kind} ${id}` : undefined
}

/** Everything that is there twice, in one file or in two: which of the two is right cannot be told. */
export function repeats(parts: readonly Part[]): readonly Remark[] {
  return (Object.keys(NAMES) as Section[]).flatMap((section) => {
    const records = parts.flatMap((part) => recordsOf(part, section))
    return repeated(records, NAMES[section])
  })
}

function repeated(records: readonly Located[], nameOf: Name): Remark[] {
  const seen = new Map<string, Located>()
  const remarks: Remark[] = []
  for (const record of records) {
    const name = nameOf(record.value)
    const first = name === undefined ? undefined : seen.get(name)
    if (first !== undefined)
      remarks.push(remarkOn(record, 'error', `${name} is there twice: also in ${placeText(first)}`))
    else if (name !== undefined) seen.set(name, record)
  }
  return remarks
}
