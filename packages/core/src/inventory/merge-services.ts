import type { Inventory, InventoryAggregate, InventoryHost, ServiceRecord } from './inventory.ts'
import { normaliseHost } from './normalise.ts'
import type { Part } from './part.ts'
import { dataMap } from '../util/freeze.ts'
import { namesOf, remarkOn } from './remarks.ts'
import type { Located, Remark } from './remarks.ts'

/** Zone of hosts in no aggregate unless `default_availability_zone` says otherwise: it needs no aggregate. */
const DEFAULT_ZONE = 'nova'

interface Listed extends Located {
  readonly host: string
  readonly service: ServiceRecord
  readonly zone: unknown
}

/**
 * Puts listed services onto the hosts of their name, and makes aggregates of their zones where no aggregate gives a
 * host one. Services whose host is not known are told; where no hosts are known at all, they become hosts.
 */
export function attachServices(
  inventory: Inventory,
  parts: readonly Part[],
): { readonly inventory: Inventory; readonly remarks: readonly Remark[] } {
  const listed = parts.flatMap(listedIn)
  const [first] = listed
  if (first === undefined) return { inventory, remarks: [] }
  const services = new Map<string, ServiceRecord>()
  for (const { host, service } of listed) services.set(host, { ...services.get(host), ...service })
  const bare = inventory.hosts.length === 0
  const hosts = bare
    ? [...services].map(([host, service]) => ({ host, service }))
    : inventory.hosts.map(withService(services))
  const known = new Set(hosts.map(({ host }) => host))
  return {
    inventory: { ...inventory, hosts, aggregates: withZones(inventory.aggregates, listed, known) },
    remarks: [
      ...(bare ? [onFile(first.part, 'no file gives resources: the hosts of these services have none')] : []),
      ...listed.filter(({ host }) => !known.has(host)).map(unknownHost),
      ...hostsNotListed(hosts, services, first.part),
    ],
  }
}

function listedIn(part: Part): readonly Listed[] {
  return (part.services ?? []).map(({ value, place, zone }) => {
    const { host, service } = normaliseHost(value)
    return { value, part, place, host, service: service ?? {}, zone }
  })
}

/** A host that says it has no service record keeps saying so only if nobody lists one. */
function withService(services: ReadonlyMap<string, ServiceRecord>): (host: InventoryHost) => InventoryHost {
  return (host) => {
    const service = services.get(host.host)
    return service === undefined ? host : { ...host, service: { ...host.service, ...service } }
  }
}

function unknownHost(service: Listed): Remark {
  return remarkOn(
    service,
    'warning',
    `the service on ${service.host} has no hypervisor: it is no candidate, and left out`,
  )
}

function hostsNotListed(
  hosts: readonly InventoryHost[],
  services: ReadonlyMap<string, ServiceRecord>,
  part: Part,
): Remark[] {
  const missing = [...new Set(hosts.map(({ host }) => host).filter((host) => !services.has(host)))]
  if (missing.length === 0) return []
  const message = `it lists no nova-compute service on ${namesOf(missing, 'hosts')}: counted as enabled and up`
  return [onFile(part, message)]
}

function onFile(part: Part, message: string): Remark {
  return { level: 'warning', message, part, path: [] }
}

function withZones(
  aggregates: readonly InventoryAggregate[],
  listed: readonly Listed[],
  known: ReadonlySet<string>,
): readonly InventoryAggregate[] {
  const zoned = aggregates.filter(({ metadata }) => Object.hasOwn(metadata, 'availability_zone'))
  const hostsInZone = new Set(zoned.flatMap(({ hosts }) => hosts))
  const hostsOf = new Map<string, Set<string>>()
  for (const { host, zone } of listed) {
    if (typeof zone !== 'string' || zone === DEFAULT_ZONE || zone === '' || hostsInZone.has(host) || !known.has(host))
      continue
    hostsOf.set(zone, (hostsOf.get(zone) ?? new Set()).add(host))
  }
  const lastId = aggregates.reduce((highest, { id }) => Math.max(highest, id), 0)
  const made = Array.from(hostsOf, ([zone, hosts], index) => {
    return { id: lastId + index + 1, name: zone, hosts: [...hosts], metadata: dataMap([['availability_zone', zone]]) }
  })
  return [...aggregates, ...made]
}
