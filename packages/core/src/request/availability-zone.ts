import { NovaSchedError } from '../errors.ts'
import type { Inventory, InventoryHost } from '../inventory/inventory.ts'
import { didYouMean } from '../util/documents/near-names.ts'
import type { RequestMaking } from './making.ts'
import { novaError } from './nova-error.ts'
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
    const message = `Invalid input received: Unable to parse availability_zone "${text}": write zone, zone:host, zone:host:node or zone::node`
    throw novaError('InvalidInput', message, { path: 'availability_zone' })
  }
  const [zone, host, node] = parts
  return {
    zone: zone ? zone : defaultZone,
    forceHosts: host ? [host] : null,
    forceNodes: node ? [node] : null,
  }
}

/**
 * The zone choice that a forced host or node leaves. A zone that the host is not in would be wrong for every later move,
 * so it is dropped. A host is in the first zone that an aggregate of it names; in none it counts as in the default one.
 * A node alone names no host: only the default zone is kept.
 *
 * @returns the choice, and what an operator should know of it
 */
export function zoneOfForcedHost(
  choice: ZoneChoice,
  { aggregates }: Pick<Inventory, 'aggregates'>,
  { defaultAvailabilityZone }: Pick<RequestRules, 'defaultAvailabilityZone'>,
  { forcedHostDecidesZone }: Pick<RequestMaking, 'forcedHostDecidesZone'>,
): { readonly choice: ZoneChoice; readonly notes: readonly string[] } {
  const { zone, forceHosts, forceNodes } = choice
  const [host] = forceHosts ?? []
  const asIs = { choice, notes: [] }
  if (!forcedHostDecidesZone || zone === null || (forceHosts ?? forceNodes) === null) return asIs
  const found = host === undefined ? undefined : aggregates.find((one) => one.hosts.includes(host) && zoneName(one))
  if (zone === (found === undefined ? defaultAvailabilityZone : zoneName(found))) return asIs
  const where = host === undefined ? 'no host is forced beside the node' : `host ${host} is not in it`
  return { choice: { ...choice, zone: null }, notes: [`the availability zone ${zone} is dropped: ${where}`] }
}

/**
 * The zones that Nova's API knows: those of enabled services. A host of several zones is known under all of them
 * joined by commas, and under none of them alone; services that are no nova-compute have a zone of their own.
 */
export function knownZones(
  { hosts, aggregates }: Pick<Inventory, 'hosts' | 'aggregates'>,
  rules: RequestRules,
): ReadonlySet<string> {
  const zonesOf = new Map<string, Set<string>>()
  for (const aggregate of aggregates) {
    const zone = zoneName(aggregate)
    if (zone === undefined) continue
    for (const host of aggregate.hosts) zonesOf.set(host, (zonesOf.get(host) ?? new Set()).add(zone))
  }
  const zones = hosts.filter(isEnabled).map(({ host }) => {
    return [...(zonesOf.get(host) ?? [])].join(',') || rules.defaultAvailabilityZone
  })
  return new Set([...zones, rules.internalServiceAvailabilityZone])
}

/**
 * Nova's API refuses a zone that it does not know, the default one as well, unless a host is forced.
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
    joined === undefined ? didYouMean(zone, zones) : `: Nova knows it only together with others, as "${joined}"`
  const list = zones.length === 0 ? 'no host is enabled' : `known are ${zones.join(', ')}`
  const message = `The requested availability zone is not available: ${zone}${hint} (${list})`
  const details = { zone, known: zones, novaError: 'InvalidRequest' }
  throw new NovaSchedError('AVAILABILITY_ZONE_UNKNOWN', message, details)
}

function isEnabled({ service }: InventoryHost): boolean {
  return service !== null && service?.disabled !== true
}

function zoneName({ metadata }: Inventory['aggregates'][number]): string | undefined {
  const zone = metadata['availability_zone']
  return typeof zone === 'string' ? zone : undefined
}
