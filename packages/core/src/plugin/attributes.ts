import { pythonJson } from '../util/python-json.ts'
import type { Host, HostFields, Metric } from './host.ts'
import { PythonObject, PythonUserDict } from './python.ts'

/** An attribute of Nova's HostState, in the vocabulary of HostState, of ours, and of the inventory. */
export interface HostAttribute {
  /** Nova's HostState. */
  readonly state: string
  /** Ours; units stand at {@link Host}. */
  readonly field: keyof HostFields
  /** Column of `compute_nodes` and key in inventory files, where one has the same meaning. */
  readonly column?: string
  /** Ours is the column times this. */
  readonly factor?: number
}

/** The three vocabularies side by side. Nothing else converts names. */
export const HOST_ATTRIBUTES: readonly HostAttribute[] = [
  { state: 'host', field: 'host', column: 'host' },
  { state: 'nodename', field: 'nodename', column: 'nodename' },
  { state: 'hypervisor_hostname', field: 'nodename', column: 'nodename' },
  { state: 'hypervisor_type', field: 'hypervisorType', column: 'hypervisor_type' },
  { state: 'hypervisor_version', field: 'hypervisorVersion', column: 'hypervisor_version' },
  { state: 'supported_instances', field: 'supportedInstances', column: 'supported_instances' },
  { state: 'cpu_info', field: 'cpuInfo', column: 'cpu_info' },
  { state: 'vcpus_total', field: 'vcpusTotal', column: 'vcpus' },
  { state: 'vcpus_used', field: 'vcpusUsed', column: 'vcpus_used' },
  { state: 'total_usable_ram_mb', field: 'totalRamMb', column: 'memory_mb' },
  { state: 'free_ram_mb', field: 'freeRamMb', column: 'free_ram_mb' },
  { state: 'total_usable_disk_gb', field: 'totalDiskGb', column: 'local_gb' },
  { state: 'free_disk_mb', field: 'freeDiskMb', column: 'free_disk_gb', factor: 1024 },
  { state: 'disk_mb_used', field: 'diskMbUsed', column: 'local_gb_used', factor: 1024 },
  { state: 'num_instances', field: 'numInstances' },
  { state: 'num_io_ops', field: 'numIoOps' },
  { state: 'stats', field: 'stats', column: 'stats' },
]

const FIELD_OF = new Map(HOST_ATTRIBUTES.map(({ state, field }) => [state, field]))

/** Attributes whose Nova values have no counterpart here: what Python would see instead. */
const OBJECTS = new Map<string, (host: Host) => unknown>([
  ['aggregates', ({ aggregates }) => aggregates.map(({ id }) => new PythonObject('Aggregate', `Aggregate(id=${id})`))],
  ['host_ip', ({ hostIp }) => (hostIp === null ? null : addressObject(hostIp))],
  [
    'instances',
    ({ instances }) => mapValues(instances, ({ uuid }) => new PythonObject('Instance', `Instance(uuid=${uuid})`)),
  ],
  ['limits', () => Object.create(null) as unknown],
  ['metrics', ({ metrics }) => mapValues(metrics, metricObject)],
  ['numa_topology', ({ numaTopology }) => (numaTopology === null ? null : pythonJson(numaTopology))],
  ['pci_stats', ({ pciDevicePools }) => new PythonObject('PciDeviceStats', pythonJson(pciDevicePools))],
  ['service', (host) => new PythonUserDict(serviceDict(host))],
  ['updated', ({ updatedAt }) => (updatedAt === null ? null : new PythonObject('datetime', timestampText(updatedAt)))],
])

/** What every Python object, and HostState's class, answers to beside its attributes. */
const PYTHON_NAMES: ReadonlySet<string> = new Set([
  'consume_from_instance',
  'update_from_compute_node',
  'update_service',
  '_update_metrics_from_compute_node',
  '__class__',
  '__delattr__',
  '__dict__',
  '__format__',
  '__getattribute__',
  '__hash__',
  '__init__',
  '__module__',
  '__new__',
  '__reduce__',
  '__reduce_ex__',
  '__repr__',
  '__setattr__',
  '__sizeof__',
  '__str__',
  '__subclasshook__',
])

/**
 * What Python's `getattr` gives on Nova's HostState of this host, for filters that read by name.
 *
 * @returns undefined when HostState has no such attribute; null where its value is None
 */
export function attribute(host: Host, name: string): unknown {
  const field = FIELD_OF.get(name)
  if (field !== undefined) return host[field]
  const object = OBJECTS.get(name)
  if (object !== undefined) return object(host)
  return PYTHON_NAMES.has(name) ? new PythonObject('instancemethod', `<${name} of HostState>`) : undefined
}

function mapValues<T>(map: Readonly<Record<string, T>>, convert: (value: T) => unknown): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(map).map(([key, value]) => [key, convert(value)]))
}

function serviceDict({ host, service }: Host): Readonly<Record<string, unknown>> {
  return {
    host,
    binary: 'nova-compute',
    topic: 'compute',
    disabled: service.disabled,
    disabled_reason: service.disabledReason,
  }
}

/** An address of Python's netaddr prints like text and equals none. */
function addressObject(address: string): PythonObject {
  return new PythonObject('IPAddress', address, { repr: `IPAddress('${address}')`, truthy: address !== '0.0.0.0' })
}

function metricObject({ value, timestamp, source }: Metric): PythonObject {
  const attributes = new Map(Object.entries({ value, timestamp, source }))
  return new PythonObject('MetricItem', `MetricItem(value=${String(value)})`, { attributes })
}

function timestampText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')}+00:00`
}
