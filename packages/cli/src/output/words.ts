import type { Destination, NearMiss } from '@nova-sched/core'
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

/** A number of things: `1 host`, `2 hosts`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

/** Names in a row, no more than a few. */
export function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES
  return `${names.slice(0, MOST_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** What is missing of what is needed, or too much. */
export function shortText({ short, needed, unit }: Pick<NearMiss, 'short' | 'needed' | 'unit'>): string {
  if (short === null) return ''
  const amount = `${numberText(needed)}${unit === null ? '' : ` ${unit}`}`
  return short < 0 ? `${numberText(-short)} more than ${amount}` : `${numberText(short)} of ${amount} short`
}
