import type { Mismatch } from './stages.ts'
import type { Json, Scenario, ScenarioRequest } from './scenario.ts'

type Facts = readonly (readonly [name: string, value: unknown])[]

/** What plugins read: fields of the host, then of the request. */
const READ: readonly (readonly [plugins: RegExp, host: readonly string[], request: readonly string[]])[] = [
  [
    /NUMA/,
    ['numa_topology', 'pci_device_pools', 'cpu_allocation_ratio', 'ram_allocation_ratio'],
    ['numa_topology', 'pci_requests', 'extra_specs'],
  ],
  [/Pci|PCI/, ['pci_device_pools'], ['pci_requests', 'numa_topology']],
  [/Metrics/, ['metrics', 'aggregates'], []],
  [/AggregateImageProperties/, ['aggregates'], ['image']],
  [/ImageProperties/, ['supported_instances', 'hypervisor_version'], ['image']],
  [/ExtraSpecs/, ['aggregates'], ['extra_specs']],
  [
    /Capabilities/,
    ['cpu_info', 'stats', 'vcpus', 'vcpus_used', 'free_ram_mb', 'free_disk_gb', 'disk_available_least'],
    ['extra_specs'],
  ],
  [
    /Json/,
    ['stats', 'vcpus', 'vcpus_used', 'free_ram_mb', 'free_disk_gb', 'disk_available_least'],
    ['scheduler_hints'],
  ],
  [/SameHost|DifferentHost/, ['instances'], ['scheduler_hints']],
  [/CIDR/, ['host_ip'], ['scheduler_hints']],
  [/Group/, ['instances', 'aggregates'], ['instance_group', 'group_updated', 'group_hosts', 'instance_uuids']],
  [/TypeAffinity/, ['instances', 'aggregates'], ['flavor']],
  [/Tenancy/, ['aggregates'], ['project_id']],
  [/Zone/, ['aggregates'], ['availability_zone']],
  [/Isolated/, [], ['image']],
  [/CrossCell/, ['cell'], ['requested_destination']],
  [/^Compute/, ['service'], []],
  [/Io|Instances|Build/, ['stats', 'instances', 'aggregates'], []],
  [
    /Ram|RAM|Core|CPU|Disk/,
    [
      'free_ram_mb',
      'memory_mb',
      'vcpus',
      'vcpus_used',
      'free_disk_gb',
      'disk_available_least',
      'cpu_allocation_ratio',
      'aggregates',
    ],
    ['size'],
  ],
]

/** What a whole decision hangs on first. */
const WHOLE = [
  'num_instances',
  'force_hosts',
  'force_nodes',
  'ignore_hosts',
  'requested_destination',
  'instance_group',
  'return_alternates',
  'scheduler_hints',
]

/** Of the host at which something differs, what the plugin reads. */
export function hostFacts({ plugin, place, stage }: Mismatch, { inventory }: Scenario): Facts {
  const host = inventory.hosts.find((one) => `${String(one['host'])}/${String(one['nodename'])}` === place)
  if (host === undefined) return []
  const names =
    plugin === undefined
      ? stage === 'after'
        ? ['vcpus_used', 'free_ram_mb', 'free_disk_gb', 'disk_available_least']
        : []
      : fieldsOf(plugin).host
  return names.flatMap((name): Facts => {
    const value = name === 'aggregates' ? aggregatesOf(inventory.aggregates, host['host']) : host[name]
    return isEmpty(value) ? [] : [[`host ${name}`, value]]
  })
}

/** Of the request, what the plugin reads; of a whole decision, what it hangs on first. */
export function requestFacts({ plugin, stage }: Mismatch, request: ScenarioRequest): Facts {
  if (stage === 'config') return []
  const { instance_properties: instance, instance_type: flavor, image, num_instances } = request.request_spec
  const known: Readonly<Record<string, unknown>> = {
    ...instance,
    ...request.filter_properties,
    ...request,
    num_instances,
    image: image?.properties,
    extra_specs: flavor?.extra_specs,
    flavor: flavor?.name,
    size: flavor && { memory_mb: flavor.memory_mb, vcpus: flavor.vcpus, root_gb: flavor.root_gb },
  }
  const names = plugin === undefined ? WHOLE : fieldsOf(plugin).request
  return names.flatMap((name): Facts => (isEmpty(known[name]) ? [] : [[`request ${name}`, known[name]]]))
}

function fieldsOf(plugin: string): { readonly host: readonly string[]; readonly request: readonly string[] } {
  const [, host = [], request = []] = READ.find(([plugins]) => plugins.test(plugin)) ?? []
  return { host, request }
}

function aggregatesOf(aggregates: readonly Json[], host: unknown): readonly unknown[] {
  const own = aggregates.filter(({ hosts }) => Array.isArray(hosts) && hosts.includes(host))
  return own.map(({ metadata }) => metadata)
}

/** Whether there is nothing to tell. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}
