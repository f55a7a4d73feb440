import {
  defineFilter,
  pythonStr,
  reject,
  requestedFlavor,
  type Change,
  type Host,
  type HostStateShape,
  type HostTest,
  type Rejection,
  type Request,
  type Rules,
} from '@nova-sched/core/plugin'
import { LONGEST_VALUE } from './lib/aggregate-items.ts'
import { allOf } from './lib/all-of.ts'
import { cached } from './lib/cached.ts'
import { capabilityReader, hasCapability, malformedPart } from './lib/capability.ts'
import { capabilityPath } from './lib/capability-path.ts'
import { requirementOf } from './lib/requirement.ts'
import { sufficing } from './lib/what-if.ts'

/** An extra spec that asks for a capability. */
interface Wanted {
  readonly key: string
  readonly value: string
  readonly path: readonly string[]
  readonly isScoped: boolean
  /** What the host has; null for nothing. */
  readonly valueOf: (host: Host) => unknown
  /** The value as Nova compares it. */
  readonly textOf: (value: unknown) => string
  readonly isMet: (value: unknown) => boolean
}

/** Hosts that have the capabilities that the flavor asks for. */
export const ComputeCapabilitiesFilter = defineFilter({
  name: 'ComputeCapabilitiesFilter',
  help: 'Hosts that meet the extra specs of the flavor: those of scope capabilities, or none.',
  classPath: 'nova.scheduler.filters.compute_capabilities_filter.ComputeCapabilitiesFilter',
  oncePerRequest: true,
  reasons: {
    no_capability: 'extra spec {key} wants "{wanted}": the host reports no such capability{remark}',
    not_json: 'extra spec {key} wants "{wanted}": {part} of the host is not valid JSON',
    value_differs: 'extra spec {key} wants "{wanted}", the host has {found}{remark}',
  },
  create({ rules }) {
    const prepare = (request: Request): HostTest | null => {
      const { extraSpecs } = requestedFlavor(request, rules)
      const wanted = Object.entries(extraSpecs ?? {}).flatMap(([key, value]) => wantedBy(key, value, rules))
      if (wanted.length === 0) return null
      const isIgnored = (host: Host, { isScoped, key }: Wanted): boolean =>
        !rules.unknownCapabilityRejects && !isScoped && !hasCapability(host, key, rules.hostState)
      const tests = wanted.map((one): HostTest => {
        const { valueOf, isMet } = one
        return (host) => {
          const value = valueOf(host)
          const passes = value === null ? isIgnored(host, one) : isMet(value)
          return passes || rejection(host, one, value, rules.hostState)
        }
      })
      return allOf(tests)
    }
    return {
      prepare,
      notes(host, { flavor }) {
        const unknown = Object.keys(flavor?.extraSpecs ?? {}).filter(
          (key) => !key.includes(':') && !hasCapability(host, key, rules.hostState),
        )
        if (unknown.length === 0 || !rules.unknownCapabilityRejects) return []
        const keys = unknown.join(', ')
        return [`the release in force rejects a host that does not know ${keys}; later ones ignore such keys`]
      },
      changes(host, request, { details: { key, found } }) {
        const set = (value: string | null): Change => ({ kind: 'extra_spec', key: String(key), value })
        const values = typeof found === 'string' && found.length <= LONGEST_VALUE ? [found, null] : [null]
        return sufficing(prepare, host, request, values.map(set))
      },
    }
  },
})

function wantedBy(key: string, value: string, rules: Rules): Wanted[] {
  const path = capabilityPath(key)
  if (path === null) return []
  const textOf = (found: unknown): string => pythonStr(found, rules.python)
  const meets = requirementOf(key, value, rules.python)
  const isMet = cached((found: unknown) => meets(textOf(found)))
  return [{ key, value, path, isScoped: key.includes(':'), valueOf: capabilityReader(path, rules), textOf, isMet }]
}

function rejection(
  host: Host,
  { key, value: wanted, path, isScoped, textOf }: Wanted,
  value: unknown,
  shape: HostStateShape,
): Rejection {
  const remark = isScoped ? '' : unscopedRemark(key)
  const found = value === null ? null : textOf(value)
  if (found !== null) return reject('value_differs', { key, wanted, found, remark })
  const part = malformedPart(host, path, shape)
  if (part !== null) return reject('not_json', { key, wanted, found, part })
  return reject('no_capability', { key, wanted, found, remark })
}

/** Most often such a key is meant for somebody else, and lacks its scope. */
function unscopedRemark(key: string): string {
  const meant = key.startsWith('hw_') ? key.replace('_', ':') : 'one of another scope, such as hw:,'
  return ` (a key without a scope is taken for a capability of the host; ${meant} is ignored by this filter)`
}
