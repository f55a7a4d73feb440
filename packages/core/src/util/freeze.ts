/** What holds objects, and has been frozen all the way down: a frozen object may hold others that are not. */
const deeplyFrozen = new WeakSet<object>()

/** Freezes plain data all the way down, and gives it back. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || deeplyFrozen.has(value)) return value
  Object.freeze(value)
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  let holdsObjects = false
  for (const item of items) {
    if (typeof item !== 'object' || item === null) continue
    if (!holdsObjects) deeplyFrozen.add(value)
    holdsObjects = true
    deepFreeze(item)
  }
  return value
}

/** Shared by all maps that are empty. */
const EMPTY = Object.freeze(Object.create(null) as Record<string, never>)

/** A frozen copy of an object's own values without a prototype, so that no key is special. */
export function dataMapOf(source: object): Readonly<Record<string, unknown>> {
  const keys = Object.keys(source)
  if (keys.length === 0) return EMPTY
  const map = Object.create(null) as Record<string, unknown>
  for (const key of keys) map[key] = (source as Record<string, unknown>)[key]
  return Object.freeze(map)
}

/** A frozen copy of a map with one key more. */
export function withEntry<T>(map: Readonly<Record<string, T>>, key: string, value: T): Readonly<Record<string, T>> {
  const more = Object.create(null) as Record<string, T>
  // Faster than any way to copy that makes a list of keys.
  for (const known in map) more[known] = map[known] as T
  more[key] = value
  return Object.freeze(more)
}

/** A frozen copy of a map of data without a prototype, so that no key is special. */
export function dataMap<T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> {
  let map: Record<string, T> | null = null
  for (const [key, value] of entries) (map ??= Object.create(null) as Record<string, T>)[key] = value
  return map === null ? EMPTY : Object.freeze(map)
}
