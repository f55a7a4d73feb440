import type { Contents, Entry, Format, Made } from '../part.ts'
import { isRecord, pick, textOf } from './entry.ts'
import { STATES, STATUSES } from './states.ts'

const FIELDS = {
  nodename: 'hypervisor_hostname',
  host: ['service_host', 'host', 'hypervisor_hostname', 'host_ip'],
  host_ip: 'host_ip',
  hypervisor_type: 'hypervisor_type',
  hypervisor_version: 'hypervisor_version',
  cpu_info: 'cpu_info',
  vcpus: 'vcpus',
  vcpus_used: 'vcpus_used',
  memory_mb: 'memory_mb',
  memory_mb_used: 'memory_mb_used',
  free_ram_mb: 'free_ram_mb',
  local_gb: 'local_gb',
  local_gb_used: 'local_gb_used',
  free_disk_gb: 'free_disk_gb',
  disk_available_least: 'disk_available_least',
  numa_topology: 'numa_topology',
  pci_device_pools: ['os_pci_pci_stats', 'pci_stats'],
  instances: 'servers',
} as const

const NEVER_NULL = new Set(['vcpus', 'vcpus_used', 'memory_mb', 'memory_mb_used', 'local_gb', 'local_gb_used'])

const POOL_FIELDS = new Set(['vendor_id', 'product_id', 'numa_node', 'count'])

/** `os-hypervisors/detail` of any release, `openstack hypervisor list` and `show`, and rows of Nova's table. */
export const hypervisors: Format = {
  name: 'hypervisors',
  keys: ['hypervisors', 'hypervisor'],
  recognises: (fields) =>
    'hypervisor_hostname' in fields || ('host_ip' in fields && 'free_ram_mb' in fields && !('host' in fields)),
  read(entries, file): Contents {
    const findings = [...missingHosts(entries, file), ...missingResources(entries, file)]
    return { sections: { hosts: entries.map(hostOf) }, findings }
  },
}

function hostOf(given: Entry): Made {
  const entry = withoutNulls(given)
  const { fields } = entry
  const more: Record<string, unknown> = {}
  const service = serviceOf(fields)
  const host = hostName(fields)
  if (host !== undefined) more['host'] = textOf(host)
  if ('hypervisor_hostname' in fields) more['nodename'] = textOf(fields['hypervisor_hostname'])
  if (typeof fields['id'] === 'string') more['uuid'] = fields['id']
  if (service !== undefined) more['service'] = service
  if (Array.isArray(fields['os_pci_pci_stats'])) more['pci_device_pools'] = fields['os_pci_pci_stats'].map(poolOf)
  if (Array.isArray(fields['servers'])) more['instances'] = fields['servers'].map(instanceOf)
  // What Nova shows as running_vms is what computes report as num_instances; current_workload is not io_workload.
  if (Number.isInteger(fields['running_vms'])) more['stats'] = { num_instances: String(fields['running_vms']) }
  return pick(entry, FIELDS, more)
}

/** Commands show null where an answer has nothing; Nova's table always has a number. */
function withoutNulls(entry: Entry): Entry {
  const fields = Object.create(null) as Record<string, unknown>
  for (const [name, value] of Object.entries(entry.fields)) {
    if (value !== null || !NEVER_NULL.has(name)) fields[name] = value
  }
  return { ...entry, fields }
}

/** Without its service's host a hypervisor goes by its own name, and in a cut-out table by its address. */
function hostName(fields: Entry['fields']): unknown {
  const service = fields['service'] ?? fields['service_details']
  const host = isRecord(service) ? service['host'] : (fields['service_host'] ?? fields['host'])
  return host ?? fields['hypervisor_hostname'] ?? fields['host_ip']
}

function serviceOf(fields: Entry['fields']): unknown {
  const { state, status } = fields
  if (state === undefined && status === undefined) return undefined
  const reason = isRecord(fields['service']) ? fields['service']['disabled_reason'] : undefined
  return {
    ...(status === undefined ? {} : { disabled: STATUSES.get(status) ?? status }),
    ...(typeof reason === 'string' ? { disabled_reason: reason } : {}),
    ...(state === undefined ? {} : { up: STATES.get(state) ?? state }),
  }
}

function poolOf(pool: unknown): unknown {
  if (!isRecord(pool)) return pool
  const entries = Object.entries(pool)
  const tags = entries.filter(([name, value]) => !POOL_FIELDS.has(name) && typeof value === 'string')
  return { ...Object.fromEntries(entries.filter(([name]) => POOL_FIELDS.has(name))), tags: Object.fromEntries(tags) }
}

function instanceOf(server: unknown): unknown {
  return isRecord(server) ? { uuid: server['uuid'] } : server
}

function missingHosts(entries: readonly Entry[], file: string): NonNullable<Contents['findings']> {
  const nameless = entries.filter(({ fields }) =>
    ['service', 'service_details', 'service_host', 'host'].every((name) => !(name in fields)),
  )
  if (nameless.length === 0) return []
  const taken = nameless.some(({ fields }) => !('hypervisor_hostname' in fields))
    ? "hypervisor's address"
    : "hypervisor's own name"
  const message =
    `the service's host is not given for ${counted(nameless)}: the ${taken} is taken for it. ` +
    'Ask for the details (os-hypervisors/detail, openstack hypervisor show) if they differ'
  return [{ level: 'warning', file, message }]
}

function counted(entries: readonly Entry[]): string {
  return entries.length === 1 ? 'one hypervisor' : `${entries.length} hypervisors`
}

function missingResources(entries: readonly Entry[], file: string): NonNullable<Contents['findings']> {
  const lacking = entries.filter(({ fields }) => (fields['memory_mb'] ?? fields['vcpus'] ?? null) === null)
  if (lacking.length === 0) return []
  const message =
    `resources are not given for ${counted(lacking)}: taken as none. ` +
    'API 2.88 and later leave them out: ask with 2.87 or older (--os-compute-api-version 2.87) and for the details'
  return [{ level: 'warning', file, message }]
}
