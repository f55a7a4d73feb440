import type { Inventory } from './inventory.ts'
import { attachServices } from './merge-services.ts'
import {
  normaliseAggregate,
  normaliseFlavor,
  normaliseHost,
  normaliseImage,
  normaliseServerGroup,
} from './normalise.ts'
import type { Part, Section } from './part.ts'
import { recordsOf, remarkOn } from './remarks.ts'
import type { Located, Remark } from './remarks.ts'

/** One inventory of several parts, and where its records came from. */
export interface Merged {
  readonly inventory: Inventory
  /** In the order of `inventory`'s lists; what was made up has no place. */
  readonly places: Readonly<Record<Section, readonly Located[]>>
  readonly remarks: readonly Remark[]
}

/**
 * Puts parts together that fit the schema and hold nothing twice: hosts, aggregates, groups, flavors and images are
 * added, services go onto the hosts of their name.
 */
export function mergeParts(parts: readonly Part[]): Merged {
  const all = (section: Section): readonly Located[] => parts.flatMap((part) => recordsOf(part, section))
  const places = {
    hosts: all('hosts'),
    aggregates: all('aggregates'),
    server_groups: all('server_groups'),
    flavors: all('flavors'),
    images: all('images'),
  }
  const inventory = {
    hosts: places.hosts.map(({ value }) => normaliseHost(value)),
    aggregates: numbered(places.aggregates),
    server_groups: places.server_groups.map(({ value }) => normaliseServerGroup(value)),
    flavors: places.flavors.map(({ value }) => normaliseFlavor(value)),
    images: places.images.map(({ value }) => normaliseImage(value)),
  }
  const attached = attachServices(inventory, parts)
  return {
    inventory: attached.inventory,
    places,
    remarks: [...places.server_groups.flatMap(groupRemarks), ...attached.remarks],
  }
}

function groupRemarks(record: Located): Remark[] {
  const { id, name, policy, policies } = record.value
  if (id === undefined && name === undefined) return [remarkOn(record, 'error', 'a server group needs an id or a name')]
  const same = policy === undefined || policies === undefined || JSON.stringify([policy]) === JSON.stringify(policies)
  return same ? [] : [remarkOn(record, 'error', 'policy and policies differ: give one of them')]
}

/** Aggregates without a number get the next that is free. */
function numbered(records: readonly Located[]): Inventory['aggregates'] {
  const taken = new Set(records.map(({ value }) => value['id']))
  let next = 1
  return records.map(({ value }) => {
    while (value['id'] === undefined && taken.has(next)) next += 1
    const aggregate = normaliseAggregate(value, next)
    taken.add(aggregate.id)
    return aggregate
  })
}
