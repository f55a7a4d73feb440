import {
  attribute,
  attributeReader,
  parseJson,
  pythonStr,
  type Host,
  type HostStateShape,
  type Rules,
} from '@nova-sched/core/plugin'
import { cached } from './cached.ts'
import { resolveCapability, type CapabilitySource } from './capability-path.ts'

/**
 * Reads what stands at a path of a host; null where nothing stands. The cpu_info that many hosts share is decoded once, and
 * what stands in it is given as text.
 */
export function capabilityReader(
  path: readonly string[],
  { python, hostState }: Pick<Rules, 'python' | 'hostState'>,
): (host: Host) => unknown {
  const [name = ''] = path
  if (path.length === 1) {
    const read = attributeReader(name, hostState)
    return (host) => read(host) ?? host.stats[name] ?? null
  }
  const valueAt = (source: CapabilitySource): unknown => resolveCapability(source, path) ?? null
  if (name !== 'cpu_info') return (host) => valueAt(sourceOf(host, hostState))
  const within = cached((cpuInfo: string): string | null => {
    const value = valueAt({ attribute: () => cpuInfo, stat: () => undefined })
    return value === null ? null : pythonStr(value, python)
  })
  return (host) => (host.cpuInfo === null ? valueAt(sourceOf(host, hostState)) : within(host.cpuInfo))
}

/** Whether a host knows a name at all, be it that its value is None. */
export function hasCapability(host: Host, name: string, shape: HostStateShape): boolean {
  return attribute(host, name, shape) !== undefined || host.stats[name] !== undefined
}

/** The start of a path, where text stands that should be JSON and is not; null when the path breaks off otherwise. */
export function malformedPart(host: Host, path: readonly string[], shape: HostStateShape): string | null {
  for (const length of path.slice(1).keys()) {
    const start = path.slice(0, length + 1)
    const value = resolveCapability(sourceOf(host, shape), start)
    if (typeof value === 'string' && !isJson(value)) return start.join(':')
  }
  return null
}

function sourceOf(host: Host, shape: HostStateShape): CapabilitySource {
  return { attribute: (name) => attribute(host, name, shape), stat: (name) => host.stats[name] }
}

function isJson(text: string): boolean {
  try {
    parseJson(text)
    return true
  } catch {
    return false
  }
}
