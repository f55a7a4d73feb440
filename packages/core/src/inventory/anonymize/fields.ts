import type { Names } from './names.ts'
import type { Kind } from './neutral.ts'
import {
  deep,
  each,
  fields,
  free,
  isAttribute,
  isData,
  keep,
  kindOfAttribute,
  mapOf,
  named,
  parsedJson,
  structure,
  technical,
  texts,
} from './shapes.ts'
import type { Shape } from './shapes.ts'
import { askedFor, requirement } from './texts.ts'

/** Which fields of inventories hold names, and of what. */

const value = named('value')
const address: Shape = texts((text, names) => names.address(text))
/** The name or API id of a flavor. */
export const flavorName = named('flavor')
/** A number, as a rule. */
const flavorId: Shape = texts((text, names) => (/^\d+$/.test(text) ? text : names.name('flavor', text)))

/** Image properties, and metadata of the same names, whose values Nova or its drivers understand. */
const TECHNICAL_KEY =
  /^(hw|img|os|hypervisor|vm|cinder|vmware|xenapi)_|^(architecture|auto_disk_config|trait:.*|.*_(ratio|multiplier)|max_.*_per_host)$/

/** Image properties that name something; snapshots carry them. */
const IMAGE_PROPERTY_KINDS: ReadonlyMap<string, Kind> = new Map([
  ['base_image_ref', 'image'],
  ['kernel_id', 'image'],
  ['ramdisk_id', 'image'],
  ['instance_uuid', 'instance'],
  ['owner_id', 'project'],
  ['owner_project_name', 'project'],
  ['project_id', 'project'],
  ['owner_user_name', 'user'],
  ['user_id', 'user'],
])

const METADATA_KINDS: ReadonlyMap<string, Kind> = new Map([
  ['availability_zone', 'zone'],
  ['filter_tenant_id', 'project'],
  ['instance_type', 'flavor'],
])

const PROPERTIES = mapOf((key, item, names) => {
  const kind = IMAGE_PROPERTY_KINDS.get(key)
  if (kind !== undefined) return [key, deep(named(kind))(item, names)]
  if (TECHNICAL_KEY.test(key)) return [key, deep(technical)(item, names)]
  return [names.free(key), structure(named(kindOfKey(key, names)))(item, names)]
})

/** Where texts are compared for their order, words that stay would fall out of it. */
function kindOfKey(key: string, { keys }: Names): 'word' | 'value' {
  return keys.ordered.has(key) && !keys.counted.has(key) ? 'word' : 'value'
}

const METADATA = mapOf((key, item, names) => {
  const kind = metadataKind(key)
  if (kind !== undefined) return [key, named(kind)(item, names)]
  if (TECHNICAL_KEY.test(key)) return [key, technical(item, names)]
  names.keys.metadata.add(key)
  return [names.free(key), named(kindOfKey(key, names))(item, names)]
})

/** Later releases take any ending of `filter_tenant_id`. */
function metadataKind(key: string): Kind | undefined {
  return METADATA_KINDS.get(key.startsWith('filter_tenant_id') ? 'filter_tenant_id' : key)
}

const EXTRA_SPECS = mapOf((key, item, names) => {
  const colon = key.indexOf(':')
  const [scope, rest] = colon < 0 ? [null, key] : [key.slice(0, colon), key.slice(colon + 1)]
  if (scope !== null && scope !== 'capabilities' && scope !== 'aggregate_instance_extra_specs') return [key, item]
  const kind = kindOfSpec(scope, rest, names)
  if (typeof item === 'string' && scope !== 'capabilities') noteUse(scope, rest, item, names)
  const change = texts((text) => (kind === undefined ? names.free(text) : requirement(kind, text, names)))
  return [colon < 0 ? names.free(key) : `${scope}:${names.free(rest)}`, change(item, names)]
})

function noteUse(scope: string | null, key: string, text: string, { keys }: Names): void {
  const asked = askedFor(text)
  if (asked === 'order') keys.ordered.add(key)
  // Without a scope it is also compared with the host itself, where words stay.
  if (asked === 'number' || (scope === null && (isAttribute(key) || keys.stats.has(key)))) keys.counted.add(key)
}

/** What a spec is compared with: an attribute or stat of the host, metadata of its aggregates. Undefined: with no names. */
function kindOfSpec(scope: string | null, key: string, names: Names): Kind | undefined {
  const { keys } = names
  const capability = kindOfAttribute(key.replaceAll(':', '.'))
  if (scope === 'capabilities') return capability
  const metadata =
    metadataKind(key) ?? (TECHNICAL_KEY.test(key) && !keys.metadata.has(key) ? undefined : kindOfKey(key, names))
  if (scope !== null) return metadata
  const isTechnical = isAttribute(key) || (keys.stats.has(key) && !keys.metadata.has(key))
  return capability ?? (isTechnical ? undefined : metadata)
}

/** A flavor. */
export const FLAVOR = fields({ id: flavorId, name: flavorName, flavorid: flavorName, extra_specs: EXTRA_SPECS })

/** An image. */
export const IMAGE = fields({ id: named('image'), name: named('image'), properties: PROPERTIES })

const STATS = mapOf((key, item, names) => {
  names.keys.stats.add(key)
  const [, project] = /^num_proj_(.+)$/s.exec(key) ?? []
  const name = project === undefined ? names.free(key) : `num_proj_${names.name('project', project)}`
  return [name, free(item, names)]
})

/** A map, or JSON text of one: words of it stay wherever else they stand. */
const CPU_INFO: Shape = (info, names) => {
  deep(technical)((typeof info === 'string' ? parsedJson(info) : undefined) ?? info, names)
  return info
}

const SYSTEM_METADATA = mapOf((key, item, names) => {
  const isFlavor = key === 'instance_type_name' || key === 'instance_type_flavorid'
  return [names.free(key), (isFlavor ? flavorName : value)(item, names)]
})

const INSTANCE = fields({
  uuid: named('instance'),
  project_id: named('project'),
  instance_type_id: flavorId,
  flavor: (flavor, names) => (isData(flavor) ? FLAVOR : flavorName)(flavor, names),
  image_properties: PROPERTIES,
  system_metadata: SYSTEM_METADATA,
  vm_state: keep,
  task_state: keep,
})

const HOST = fields({
  host: named('host'),
  nodename: named('host'),
  uuid: named('id'),
  cell: named('cell'),
  updated_at: keep,
  host_ip: address,
  hypervisor_type: technical,
  supported_instances: deep(technical),
  cpu_info: CPU_INFO,
  reserved: keep,
  traits: deep(technical),
  inventories: keep,
  stats: STATS,
  metrics: each(fields({ name: technical, value: free, timestamp: keep, source: free, numa_membw_values: keep })),
  numa_topology: structure(value),
  pci_device_pools: each(fields({ vendor_id: technical, product_id: technical, tags: structure(value) })),
  service: fields({
    binary: keep,
    topic: keep,
    created_at: keep,
    updated_at: keep,
    last_seen_up: keep,
    disabled_reason: named('reason'),
  }),
  instances: each(INSTANCE),
})

/** An inventory. */
export const INVENTORY = fields({
  hosts: each(HOST),
  aggregates: each(fields({ name: named('aggregate'), hosts: each(named('host')), metadata: METADATA })),
  server_groups: each(
    fields({
      id: named('group'),
      name: named('group'),
      policies: keep,
      rules: deep(free),
      members: each(named('instance')),
    }),
  ),
  flavors: each(FLAVOR),
  images: each(IMAGE),
})
