import { NovaSchedError } from '../errors.ts'
import type { Inventory, InventoryHost } from '../inventory/inventory.ts'
import { didYouMean } from '../util/documents/near-names.ts'
import type { RequestRules } from './rules.ts'

/** What a zone text asks for. */
export interface ZoneChoice {
  readonly zone: string | null
  /** Null: no host is forced. */
  readonly forceHosts: readonly string[] | null
  readonly forceNodes: readonly string[] | null
}

/**
 * Reads `zone`, `zone:host`, `zone:host:node` or `zone::node` by the number of colons; nothing is trimmed. An empty
 * zone becomes the default, which is not parsed itself; an empty host or node is none.
 *
 * @param text - what was asked for; null or empty for nothing
 * @param defaultZone - `default_schedule_zone`
 * @throws AVAILABILITY_ZONE_INVALID for three colons or more
 */
export function parseAvailabilityZone(text: string | null | undefined, defaultZone: string | null): ZoneChoice {
  const parts = (text ?? '').split(':')
  if (parts.length > 3) {
    const message = `Unable to parse availability_zone "${text}": write zone, zone:host, zone:host:node or zone::node`
    throw new NovaSchedError('AVAILABILITY_ZONE_INVALID', message, { path: 'availability_zone' })
  }
  const [zone, host, node] = parts
  return {
    zone: zone ? zone : defaultZone,
    forceHosts: host ? [host] : null,
    forceNodes: node ? [node] : null,
  }
}

/**
 * The zones that Kilo's API knows: those of enabled services. A host of several zones is known under all of them
 * joined by commas, and under none of them alone; services that are no nova-compute have a zone of their own.
 */
export function knownZones(
  { hosts, aggregates }: Pick<Inventory, 'hosts' | 'aggregates'>,
  rules: RequestRules,
): ReadonlySet<string> {
  const zonesOf = new Map<string, Set<string>>()
  for (const { hosts: members, metadata } of aggregates) {
    const zone = metadata['availability_zone']
    if (typeof zone !== 'string') continue
    for (const host of members) zonesOf.set(host, (zonesOf.get(host) ?? new Set()).add(zone))
  }
  const zones = hosts.filter(isEnabled).map(({ host }) => {
    return [...(zonesOf.get(host) ?? [])].join(',') || rules.defaultAvailabilityZone
  })
  return new Set([...zones, rules.internalServiceAvailabilityZone])
}

/**
 * Kilo's API refuses a zone that it does not know, the default one as well, unless a host is forced.
 *
 * @throws AVAILABILITY_ZONE_UNKNOWN
 */
export function checkZone(
  { zone, forceHosts }: ZoneChoice,
  inventory: Pick<Inventory, 'hosts' | 'aggregates'>,
  rules: RequestRules,
): void {
  if (zone === null || zone === '' || forceHosts !== null) return
  const known = knownZones(inventory, rules)
  if (known.has(zone)) return
  const zones = [...known].filter((name) => name !== rules.internalServiceAvailabilityZone)
  const joined = zones.find((name) => name.split(',').includes(zone))
  const hint =
    joined === undefined ? didYouMean(zone, zones) : `: Kilo knows it only together with others, as "${joined}"`
  const list = zones.length === 0 ? 'no host is enabled' : `known are ${zones.join(', ')}`
  const message = `The requested availability zone is not available: ${zone}${hint} (${list})`
  throw new NovaSchedError('AVAILABILITY_ZONE_UNKNOWN', message, { zone, known: zones })
}

function isEnabled({ service }: InventoryHost): boolean {
  return service !== null && service?.disabled !== true
}
