import { dictGet, isDict, parseJson, PythonObject } from '@nova-sched/core/plugin'

/** What ComputeCapabilitiesFilter reads of a host. */
export interface CapabilitySource {
  /** An attribute by Nova's name; undefined when the host has none of that name. */
  attribute(name: string): unknown
  /** An entry of the host's stats; undefined when there is none of that name. */
  stat(name: string): string | null | undefined
}

/**
 * The names to follow from the host for an extra spec's key: `capabilities:cpu_info:arch` gives cpu_info, arch. A key
 * without a colon is a name itself.
 *
 * @returns null for a key of another scope (`hw:cpu_policy`), which is no capability
 */
export function capabilityPath(key: string): readonly string[] | null {
  const parts = key.split(':')
  if (parts.length === 1) return parts
  return parts[0] === 'capabilities' ? parts.slice(1) : null
}

/**
 * What a path leads to: an attribute of the host, or a stat where it has no such attribute or that is null; then keys of
 * dicts and attributes of other values. Text on the way is decoded as JSON; text at the end is left as it is.
 *
 * @returns null (Python's None) where the path breaks off. Of Python's own types (numbers, lists) no attribute is known
 */
export function resolveCapability(source: CapabilitySource, path: readonly string[]): unknown {
  const [first = '', ...rest] = path
  let value: unknown = source.attribute(first) ?? source.stat(first) ?? null
  for (const name of rest) {
    if (value === null) return null
    value = member(typeof value === 'string' ? decoded(value) : value, name)
  }
  return value
}

function member(value: unknown, name: string): unknown {
  if (isDict(value)) return dictGet(value, name)
  return value instanceof PythonObject ? (value.details.attributes?.get(name) ?? null) : null
}

function decoded(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}
