import { CAPACITY_NOT_CHECKED, type Destination, type NearMiss } from '@nova-sched/core'
import { printable } from './table.ts'

/** Names that are written out where many are meant. */
const MOST_NAMES = 5

/** A host, with the node where that has another name. */
export function placeText({ host, nodename }: Pick<Destination, 'host' | 'nodename'>): string {
  return printable(nodename === null || nodename === host ? host : `${host}/${nodename}`)
}

/** Whole numbers in full, others with up to six digits. */
export function numberText(number: number | null): string {
  if (number === null) return '-'
  return String(Number.isInteger(number) ? number : Number(number.toPrecision(6)))
}

/** What may still be claimed on a host: `memory_mb=12288`, or `numa_topology=cpu_allocation_ratio:16`. */
export function limitsText(limits: Destination['limits']): string {
  const texts = Object.entries(limits ?? {}).map(([name, limit]) => {
    if (typeof limit === 'number') return `${name}=${numberText(limit)}`
    const parts = Object.entries(limit).map(([part, number]) => `${part}:${numberText(number)}`)
    return `${name}=${parts.join(',')}`
  })
  return texts.join(' ')
}

/** Whether a note says what no filter looks at: it comes first. */
export function isUnchecked(note: string): boolean {
  return note.startsWith(CAPACITY_NOT_CHECKED)
}

/** A number of things: `1 host`, `2 hosts`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** Names in a row, no more than a few. */
export function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES
  return `${names.slice(0, MOST_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** What is missing of what is needed, or too much, after a comma; empty where no number tells. */
export function shortfall({ short, needed, unit }: Pick<NearMiss, 'short' | 'needed' | 'unit'>): string {
  if (short === null || short === 0) return ''
  if (short === 1 && needed === 1 && unit !== null && COUNTED_UNIT.test(unit)) return `, no ${unitText(unit, 1)}`
  const amount = `${numberText(needed)}${unit === null ? '' : ` ${unitText(unit, needed ?? 0)}`}`
  return short < 0 ? `, ${numberText(-short)} more than ${amount}` : `, ${numberText(short)} of ${amount} short`
}

/** Things that are counted one by one; amounts such as MiB are none. */
const COUNTED_UNIT = /^(V?CPU|page|page size|core|NUMA cell|place|device)s?(?= of | for |$)/

/** What keeps a host out: filters, or what is said of a disabled service. */
export function keptOutBy({ filter, also }: NearMiss, service: string): string {
  return [filter ?? service, ...also].join(' and ')
}

function unitText(unit: string, count: number): string {
  return unit.replace(COUNTED_UNIT, (_, thing: string) => `${thing}${count === 1 ? '' : 's'}`)
}
