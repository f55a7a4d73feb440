import { stripSpace, type Aggregate, type Change, type Host } from '@nova-sched/core/plugin'

/** The items of a metadata value; null when the aggregate lacks the key. */
export type ItemsOf = (aggregate: Aggregate, key: string) => readonly string[] | null

/** Characters that Nova allows in a value of aggregate metadata, and in one of a flavor's extra specs. */
export const LONGEST_VALUE = 255

/**
 * Reads items of aggregate metadata, and splits each value once as long as its aggregate lives.
 *
 * @param split - what makes items of a value; by default commas separate them, and blanks around them do not count
 */
export function itemsReader(split: (value: string) => readonly string[] = commaList): ItemsOf {
  const known = new WeakMap<Aggregate, Map<string, readonly string[]>>()
  return (aggregate, key) => {
    const value = aggregate.metadata[key]
    if (value === undefined) return null
    const byKey = known.get(aggregate) ?? new Map<string, readonly string[]>()
    const items = byKey.get(key) ?? split(value)
    if (!byKey.has(key)) known.set(aggregate, byKey.set(key, items))
    return items
  }
}

/** The trimmed items of a comma-separated value; an empty value has one, the empty text. */
export function commaList(value: string): readonly string[] {
  return value.split(',').map(stripSpace)
}

/** Whether one of the items that a host's aggregates list under a key will do; null when none of them has the key. */
export function someItem(host: Host, key: string, itemsOf: ItemsOf, test: (item: string) => boolean): boolean | null {
  let hasKey = false
  for (const aggregate of host.aggregates) {
    const items = itemsOf(aggregate, key)
    if (items?.some(test)) return true
    hasKey ||= items !== null
  }
  return hasKey ? false : null
}

/** All items that a host's aggregates list under a key, each once. */
export function allItems(host: Host, key: string, itemsOf: ItemsOf): readonly string[] {
  return [...new Set(host.aggregates.flatMap((aggregate) => itemsOf(aggregate, key) ?? []))]
}

/**
 * A change of each aggregate of a host that has a key.
 *
 * @param edit - the new value; null drops the key
 */
export function metadataEdits(host: Host, key: string, edit: (value: string) => string | null): readonly Change[] {
  return host.aggregates.flatMap(({ id: aggregate, metadata: { [key]: current } }) => {
    const value = current === undefined ? null : edit(current)
    if (current === undefined || (value !== null && value.length > LONGEST_VALUE)) return []
    return [{ kind: 'aggregate_metadata', aggregate, key, value }]
  })
}

/** Puts an item at the end of a comma-separated value. */
export function adding(item: string): (value: string) => string {
  return (value) => (value === '' ? item : `${value},${item}`)
}
