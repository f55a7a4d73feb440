import type { Host } from './host.ts'

/** The distinct values of a metadata key over the aggregates of a host, unsplit, in the order of the aggregates. */
export function aggregateValues(host: Host, key: string): readonly string[] {
  const values: string[] = []
  for (const { metadata } of host.aggregates) {
    const value = metadata[key]
    if (value !== undefined && !values.includes(value)) values.push(value)
  }
  return values
}

/**
 * The number that an aggregate key sets for a host: the smallest of the distinct values. When the key is absent, or
 * one value is no number, the fallback counts.
 *
 * @param parse - reads one value; undefined when it is no number
 */
export function smallestAggregateNumber(
  host: Host,
  key: string,
  fallback: number,
  parse: (text: string) => number | undefined,
): number {
  let smallest: number | undefined
  for (const value of aggregateValues(host, key)) {
    const number = parse(value)
    if (number === undefined) return fallback
    // As Python's min: a NaN that comes first stays.
    if (smallest === undefined || number < smallest) smallest = number
  }
  return smallest ?? fallback
}
