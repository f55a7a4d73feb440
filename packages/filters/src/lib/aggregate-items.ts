import { stripSpace, type Aggregate, type Host } from '@nova-sched/core/plugin'

/** The items of a metadata value; null when the aggregate lacks the key. */
export type ItemsOf = (aggregate: Aggregate, key: string) => readonly string[] | null

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

/** All items that a host's aggregates list under a key, for messages. */
export function allItems(host: Host, key: string, itemsOf: ItemsOf): string {
  const all: string[] = []
  for (const aggregate of host.aggregates) {
    for (const item of itemsOf(aggregate, key) ?? []) if (!all.includes(item)) all.push(item)
  }
  return all.join(', ')
}
