import type {
  FlavorRecord,
  ImageRecord,
  InstanceRecord,
  InventoryAggregate,
  InventoryHost,
  InventoryServerGroup,
  PciPoolRecord,
  TextMap,
} from './inventory.ts'
import { inventoryFields } from '../generated/validators.ts'
import { plainCopy } from '../util/documents/plain-copy.ts'
import { dataMap } from '../util/freeze.ts'

/** What the schema has found to be right. */
type Checked = Readonly<Record<string, unknown>>

/** A host as the schema knows it: nothing that it does not name, maps without a prototype. */
export function normaliseHost(given: Checked): InventoryHost {
  const { hypervisor_hostname: tableName, ...host } = known(given, inventoryFields.hosts)
  if (tableName !== undefined) host['nodename'] ??= tableName
  change(host, 'stats', (stats) =>
    dataMap(Object.entries(stats as Checked).map(([name, value]) => [name, asText(value)])),
  )
  change(host, 'cpu_info', plainCopy)
  change(host, 'numa_topology', plainCopy)
  change(host, 'inventories', plainCopy)
  change(host, 'metrics', (metrics) =>
    (metrics as Checked[]).map((metric) => known(metric, inventoryFields.hosts.metrics)),
  )
  change(host, 'reserved', (reserved) => known(reserved as Checked, inventoryFields.hosts.reserved))
  change(host, 'service', (service) => known(service as Checked, inventoryFields.hosts.service))
  change(host, 'pci_device_pools', (pools) => (pools as Checked[]).map(normalisePool))
  change(host, 'instances', (instances) => (instances as Checked[]).map(normaliseInstance))
  return host as unknown as InventoryHost
}

/** An aggregate; `id` is the one to use when it has none. */
export function normaliseAggregate(given: Checked, id: number): InventoryAggregate {
  const { hosts = [], metadata = {}, ...rest } = known(given, inventoryFields.aggregates) as Partial<InventoryAggregate>
  return { id, ...rest, hosts, metadata: dataMap(Object.entries(metadata)) }
}

/** A server group; the single policy of later releases becomes Kilo's list. */
export function normaliseServerGroup(given: Checked): InventoryServerGroup {
  const { policy, ...group } = known(given, inventoryFields.server_groups)
  change(group, 'rules', plainCopy)
  const { id, name, policies, members } = group as Partial<InventoryServerGroup>
  return {
    ...group,
    id: id ?? name ?? '',
    policies: policies ?? (typeof policy === 'string' ? [policy] : []),
    members: members ?? [],
  }
}

/** A flavor; disks and swap are 0 where it has none. */
export function normaliseFlavor(given: Checked): FlavorRecord {
  const flavor = known(given, inventoryFields.flavors)
  change(flavor, 'extra_specs', (specs) => dataMap(Object.entries(specs as TextMap)))
  for (const name of ['root_gb', 'ephemeral_gb', 'swap']) flavor[name] ??= 0
  return flavor as unknown as FlavorRecord
}

/** An image. */
export function normaliseImage(given: Checked): ImageRecord {
  const image = known(given, inventoryFields.images)
  change(image, 'properties', (properties) => dataMap(Object.entries(properties as TextMap)))
  return image
}

function normalisePool(given: Checked): PciPoolRecord {
  const pool = known(given, inventoryFields.hosts.pci_device_pools)
  change(pool, 'tags', (tags) => dataMap(Object.entries(tags as TextMap)))
  return pool as unknown as PciPoolRecord
}

function normaliseInstance(given: Checked): InstanceRecord {
  const instance = known(given, inventoryFields.hosts.instances)
  for (const name of ['flavor', 'image_properties', 'system_metadata']) change(instance, name, plainCopy)
  return instance as unknown as InstanceRecord
}

/** A copy with the fields of a table alone, in the order of the table. */
function known(record: Checked, table: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(table)) {
    if (Object.hasOwn(record, name)) copy[name] = record[name]
  }
  return copy
}

/** Changes a field that is there and not null. */
function change(record: Record<string, unknown>, name: string, make: (value: unknown) => unknown): void {
  const value = record[name]
  if (value !== undefined && value !== null) record[name] = make(value)
}

/** Stats are texts in Nova; whole numbers are taken as their text. */
function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}
