import { dataMap } from '../freeze.ts'

/** A copy of data from a file in which every map is without a prototype, so that no key is special. */
export function plainCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainCopy)
  if (typeof value !== 'object' || value === null) return value
  return dataMap(Object.entries(value).map(([key, item]) => [key, plainCopy(item)]))
}
