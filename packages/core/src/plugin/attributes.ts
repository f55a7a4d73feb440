import { pythonJson } from '../util/python-json.ts'
import { HOST_ATTRIBUTES } from './host-attributes.ts'
import type { Host, Metric } from './host.ts'
import { hostTopologyRecord } from './numa/record.ts'
import { pciPoolRecord } from './pci/records.ts'
import { PythonObject, PythonUserDict } from './python.ts'

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
