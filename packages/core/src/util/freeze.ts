/** What has been frozen all the way down: a frozen object may hold others that are not. */
const deeplyFrozen = new WeakSet<object>()

/** Freezes plain data all the way down, and gives it back. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || deeplyFrozen.has(value)) return value
  deeplyFrozen.add(value)
  Object.freeze(value)
  for (const item of Object.values(value)) deepFreeze(item)
  return value
}

/** A frozen copy of a map of data without a prototype, so that no key is special. */
export function dataMap<T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> {
  const map = Object.create(null) as Record<string, T>
  for (const [key, value] of entries) map[key] = value
  return Object.freeze(map)
}
