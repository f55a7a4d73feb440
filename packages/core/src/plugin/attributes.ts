import { pythonJson } from '../util/python-json.ts'
import type { Host, HostFields, Metric } from './host.ts'
import { hostTopologyRecord } from './numa/record.ts'
import { pciPoolRecord } from './pci/records.ts'
import { PythonFloat, PythonObject, PythonUserDict } from './python.ts'

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
  /** What Python sees of it. Written out for each: to read a field by a name that varies takes several times as long. */
  readonly read: (host: Host) => unknown
}

/** The three vocabularies side by side. Nothing else converts names. */
export const HOST_ATTRIBUTES: readonly HostAttribute[] = [
  { state: 'host', field: 'host', column: 'host', read: ({ host }) => host },
  { state: 'nodename', field: 'nodename', column: 'nodename', read: ({ nodename }) => nodename },
  { state: 'hypervisor_hostname', field: 'nodename', column: 'nodename', read: ({ nodename }) => nodename },
  {
    state: 'hypervisor_type',
    field: 'hypervisorType',
    column: 'hypervisor_type',
    read: ({ hypervisorType }) => hypervisorType,
  },
  {
    state: 'hypervisor_version',
    field: 'hypervisorVersion',
    column: 'hypervisor_version',
    read: ({ hypervisorVersion }) => hypervisorVersion,
  },
  {
    state: 'supported_instances',
    field: 'supportedInstances',
    column: 'supported_instances',
    read: ({ supportedInstances }) => supportedInstances,
  },
  { state: 'cpu_info', field: 'cpuInfo', column: 'cpu_info', read: ({ cpuInfo }) => cpuInfo },
  { state: 'vcpus_total', field: 'vcpusTotal', column: 'vcpus', read: ({ vcpusTotal }) => vcpusTotal },
  { state: 'vcpus_used', field: 'vcpusUsed', column: 'vcpus_used', read: ({ vcpusUsed }) => vcpusUsed },
  { state: 'total_usable_ram_mb', field: 'totalRamMb', column: 'memory_mb', read: ({ totalRamMb }) => totalRamMb },
  { state: 'free_ram_mb', field: 'freeRamMb', column: 'free_ram_mb', read: ({ freeRamMb }) => freeRamMb },
  { state: 'total_usable_disk_gb', field: 'totalDiskGb', column: 'local_gb', read: ({ totalDiskGb }) => totalDiskGb },
  {
    state: 'free_disk_mb',
    field: 'freeDiskMb',
    column: 'free_disk_gb',
    factor: 1024,
    read: ({ freeDiskMb }) => freeDiskMb,
  },
  {
    state: 'disk_mb_used',
    field: 'diskMbUsed',
    column: 'local_gb_used',
    factor: 1024,
    read: ({ diskMbUsed }) => diskMbUsed,
  },
  { state: 'num_instances', field: 'numInstances', read: ({ numInstances }) => numInstances },
  { state: 'num_io_ops', field: 'numIoOps', read: ({ numIoOps }) => numIoOps },
  { state: 'failed_builds', field: 'failedBuilds', read: ({ failedBuilds }) => failedBuilds },
  { state: 'cell_uuid', field: 'cell', read: ({ cell }) => cell },
  {
    state: 'cpu_allocation_ratio',
    field: 'cpuAllocationRatio',
    column: 'cpu_allocation_ratio',
    read: ({ cpuAllocationRatio }) => floatOf(cpuAllocationRatio),
  },
  {
    state: 'ram_allocation_ratio',
    field: 'ramAllocationRatio',
    column: 'ram_allocation_ratio',
    read: ({ ramAllocationRatio }) => floatOf(ramAllocationRatio),
  },
  {
    state: 'disk_allocation_ratio',
    field: 'diskAllocationRatio',
    column: 'disk_allocation_ratio',
    read: ({ diskAllocationRatio }) => floatOf(diskAllocationRatio),
  },
  { state: 'stats', field: 'stats', column: 'stats', read: ({ stats }) => stats },
]

const READERS = new Map(HOST_ATTRIBUTES.map(({ state, read }) => [state, read]))

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
  ['_lock_name', ({ host, nodename }) => [host, nodename]],
  [
    'numa_topology',
    ({ numaTopology }) => (numaTopology === null ? null : pythonJson(hostTopologyRecord(numaTopology))),
  ],
  [
    'pci_stats',
    ({ pciDevicePools }) => new PythonObject('PciDeviceStats', pythonJson(pciDevicePools.map(pciPoolRecord))),
  ],
  ['service', (host) => new PythonUserDict(serviceDict(host))],
  ['uuid', ({ host, nodename }) => `uuid of ${host} ${nodename}`],
  ['updated', ({ updatedAt }) => (updatedAt === null ? null : timeObject(updatedAt))],
])

/** What HostState knows of a node that never reported: nothing, where one that did gives more than numbers. */
const UNREPORTED = new Map<string, unknown>([
  ...['uuid', 'pci_stats', 'metrics', 'hypervisor_hostname', 'supported_instances'].map(
    (name) => [name, null] as const,
  ),
  ['stats', undefined],
])

/** What the HostState of a release answers to. */
export interface HostStateShape {
  /** Attributes of later HostStates that this one lacks. */
  readonly lacks: ReadonlySet<string>
  /** What the class and every Python object answer to beside attributes: present, and of no use. */
  readonly methods: ReadonlySet<string>
  /** What it gives in a way of its own. */
  readonly own: ReadonlyMap<string, (host: Host) => unknown>
}

const HOST_STATE_MODULE = 'nova.scheduler.host_manager'

/** What every Python object answers to. */
const OBJECT_NAMES = [
  '__class__',
  '__delattr__',
  '__dict__',
  '__format__',
  '__getattribute__',
  '__hash__',
  '__init__',
  '__new__',
  '__reduce__',
  '__reduce_ex__',
  '__repr__',
  '__setattr__',
  '__sizeof__',
  '__str__',
  '__subclasshook__',
]

/** HostState before it told its cell, its ratios and its failed builds; in Python 2. */
export const EARLY_HOST_STATE: HostStateShape = Object.freeze({
  lacks: new Set([
    'failed_builds',
    'uuid',
    'cell_uuid',
    'cpu_allocation_ratio',
    'ram_allocation_ratio',
    'disk_allocation_ratio',
    '_lock_name',
  ]),
  methods: new Set([
    ...OBJECT_NAMES,
    'consume_from_instance',
    'update_from_compute_node',
    'update_service',
    '_update_metrics_from_compute_node',
  ]),
  own: new Map<string, (host: Host) => unknown>([['__module__', () => HOST_STATE_MODULE]]),
})

/** HostState since it tells its cell, its ratios and its failed builds; in Python 3. */
export const LATER_HOST_STATE: HostStateShape = Object.freeze({
  lacks: new Set<string>(),
  methods: new Set([
    ...OBJECT_NAMES,
    '__dir__',
    '__doc__',
    '__eq__',
    '__ge__',
    '__getstate__',
    '__gt__',
    '__init_subclass__',
    '__le__',
    '__lt__',
    '__ne__',
    '_locked_consume_from_request',
    '_update_from_compute_node',
    'consume_from_request',
    'update',
  ]),
  own: new Map<string, (host: Host) => unknown>([
    ['__module__', () => HOST_STATE_MODULE],
    ['__weakref__', () => null],
    ['metrics', metricListObject],
    ['numa_topology', topologyObject],
  ]),
})

/**
 * What Python's `getattr` gives on Nova's HostState of this host, for filters that read by name.
 *
 * @param shape - `rules.hostState` of the release in force
 * @returns undefined when HostState has no such attribute; null where its value is None
 */
export function attribute(host: Host, name: string, shape: HostStateShape): unknown {
  return attributeReader(name, shape)(host)
}

/**
 * The same for many hosts: a filter looks the name up once, in `prepare`.
 *
 * @returns gives what {@link attribute} gives for a host
 */
export function attributeReader(name: string, shape: HostStateShape): (host: Host) => unknown {
  if (shape.lacks.has(name)) return () => undefined
  const read = reportedReader(name, shape)
  if (!UNREPORTED.has(name)) return read
  const unreported = UNREPORTED.get(name)
  return (host) => (host.hasReported ? read(host) : unreported)
}

function reportedReader(name: string, shape: HostStateShape): (host: Host) => unknown {
  const read = shape.own.get(name) ?? READERS.get(name)
  if (read !== undefined) return read
  const method = shape.methods.has(name) ? new PythonObject('method', `<${name} of HostState>`) : undefined
  return OBJECTS.get(name) ?? (() => method)
}

/** Attributes that are floats to Python, whole or not. */
function floatOf(value: unknown): unknown {
  return typeof value === 'number' ? new PythonFloat(value) : value
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
  return new PythonObject('IPAddress', address, {
    repr: `IPAddress('${address}')`,
    truthy: address !== '0.0.0.0',
    ordered: true,
  })
}

function metricListObject({ metrics }: Host): PythonObject {
  return new PythonObject('MonitorMetricList', 'MonitorMetricList(objects=[...])', {
    truthy: Object.keys(metrics).length > 0,
  })
}

function topologyObject({ numaTopology }: Host): PythonObject | null {
  if (numaTopology === null) return null
  return new PythonObject('NUMATopology', pythonJson(hostTopologyRecord(numaTopology)))
}

function metricObject({ value, timestamp, source }: Metric): PythonObject {
  const attributes = new Map(Object.entries({ value, timestamp, source }))
  return new PythonObject('MetricItem', `MetricItem(value=${String(value)})`, { attributes })
}

function timeObject(time: number): PythonObject {
  const text = `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')}+00:00`
  return new PythonObject('datetime', text, { ordered: true })
}
