import { cellOf, type InstanceRecord, type InventoryHost } from '../inventory/inventory.ts'
import type { PythonRules } from '../plugin/python.ts'
import { parseIntText } from '../plugin/python.ts'
import { fault, required } from '../plugin/fault.ts'
import type { DataMap } from '../plugin/request.ts'
import type { Host, HostFields, Instance } from '../plugin/host.ts'
import { readHostTopology } from '../plugin/numa/record.ts'
import { readPciPools } from '../plugin/pci/records.ts'
import type { Rules } from '../plugin/rules.ts'
import { typedMachine } from '../request/image-meta/index.ts'
import { dataMap, deepFreeze } from '../util/freeze.ts'
import { pythonJson } from '../util/python-json.ts'
import { sharedBy } from '../util/shared.ts'
import { parseTimestamp } from './time.ts'

/** What of a host comes from its compute node's record alone. */
export type RecordFields = Omit<HostFields, 'aggregates' | 'service' | 'instances'>

type Numbers = 'numInstances' | 'numIoOps' | 'failedBuilds'

/**
 * The fields that every kind of host takes from a compute node's record. What a record leaves out takes the defaults
 * of the inventory format; an explicit null is Nova's NULL.
 *
 * @throws VALUE_MALFORMED when `updated_at` is no time, and what `typedMachine` throws
 */
export function commonFields(
  record: InventoryHost,
  { conf, rules }: NodeReading,
): Omit<RecordFields, Numbers | 'freeDiskMb' | 'metrics'> {
  const ratioOf = ratioReader(record, conf, rules)
  const updatedAt = parseTimestamp(record.updated_at)
  if (Number.isNaN(updatedAt)) throw fault('VALUE_MALFORMED', `updated_at is no time: '${record.updated_at}'`)
  return {
    host: record.host,
    nodename: nodenameOf(record),
    cell: cellOf(record),
    hasReported: true,
    hostIp: record.host_ip ?? null,
    hypervisorType: record.hypervisor_type ?? null,
    hypervisorVersion: record.hypervisor_version ?? null,
    supportedInstances: machinesOf(record, rules),
    cpuInfo: cpuInfoText(record.cpu_info),
    vcpusTotal: record.vcpus ?? 0,
    vcpusUsed: record.vcpus_used ?? 0,
    totalRamMb: record.memory_mb ?? 0,
    freeRamMb:
      record.free_ram_mb === undefined ? (record.memory_mb ?? 0) - (record.memory_mb_used ?? 0) : record.free_ram_mb,
    totalDiskGb: record.local_gb ?? 0,
    freeDiskReport: null,
    diskMbUsed: (record.local_gb_used ?? 0) * 1024,
    cpuAllocationRatio: ratioOf('cpu_allocation_ratio'),
    ramAllocationRatio: ratioOf('ram_allocation_ratio'),
    diskAllocationRatio: ratioOf('disk_allocation_ratio'),
    stats: statsOf(record),
    numaTopology: readHostTopology(record.numa_topology),
    pciDevicePools: readPciPools(record.pci_device_pools, rules),
    updatedAt,
  }
}

/** The ratios of a node that the inventory does not tell: Nova's defaults, as a node reports them. */
const DEFAULT_RATIOS = { cpu_allocation_ratio: 16, ram_allocation_ratio: 1.5, disk_allocation_ratio: 1 }

type RatioName = keyof typeof DEFAULT_RATIOS

/** What of nova.conf counts as a node's record is read: the ratios of nodes that were never given any. */
export type RatioOptions = { readonly [K in RatioName as `node_${K}`]: number | null } & {
  readonly [K in RatioName as `initial_${K}`]: number
}

/** What a record is read with. */
export interface NodeReading {
  readonly conf: RatioOptions
  readonly rules: Rules
}

/** A node that was never given a ratio has NULL or 0, which Nova replaces as it reads the table. */
function ratioReader(record: InventoryHost, conf: RatioOptions, rules: Rules): (name: RatioName) => number | null {
  return (name) => {
    const { [name]: ratio = DEFAULT_RATIOS[name] } = record
    return rules.ratiosComeFromNode && !ratio ? conf[`node_${name}`] || conf[`initial_${name}`] : ratio
  }
}

function machinesOf({ supported_instances: told }: InventoryHost, rules: Rules): HostFields['supportedInstances'] {
  if (!rules.requestsAreTyped && (told ?? null) === null) return null
  return machinesBy(rules).of(JSON.stringify(told ?? []), () => {
    return deepFreeze(
      rules.requestsAreTyped ? (told ?? []).map((one) => typedMachine(one, rules.python)) : (told ?? []),
    )
  })
}

const machinesBy = sharedBy<Rules, NonNullable<HostFields['supportedInstances']>>()

/** A node that never reported, in releases that have it as a candidate: known by its names alone. */
export function unreportedNode(record: InventoryHost, rules: Rules): RecordFields {
  // Nova has read its machines by the time it sees that the node never reported.
  machinesOf(record, rules)
  return {
    host: record.host,
    nodename: nodenameOf(record),
    cell: cellOf(record),
    hasReported: false,
    hostIp: null,
    hypervisorType: null,
    hypervisorVersion: null,
    supportedInstances: null,
    cpuInfo: null,
    vcpusTotal: 0,
    vcpusUsed: 0,
    totalRamMb: 0,
    freeRamMb: 0,
    totalDiskGb: 0,
    freeDiskMb: 0,
    freeDiskReport: null,
    diskMbUsed: 0,
    numInstances: 0,
    numIoOps: 0,
    failedBuilds: 0,
    cpuAllocationRatio: null,
    ramAllocationRatio: null,
    diskAllocationRatio: null,
    stats: dataMap([]),
    metrics: dataMap([]),
    numaTopology: null,
    pciDevicePools: Object.freeze([]),
    updatedAt: null,
  }
}

/** The node's name: the host's where the record has none. */
export function nodenameOf(record: InventoryHost): string {
  return record.nodename ?? record.host
}

/**
 * Free disk in GiB as the database has it.
 *
 * @throws TYPE_MISMATCH when it is null: the node has not reported yet
 */
export function freeDiskGb(record: InventoryHost): number {
  if (record.free_disk_gb === undefined) return (record.local_gb ?? 0) - (record.local_gb_used ?? 0)
  return required(record.free_disk_gb, 'free_disk_gb (the node has not reported yet)')
}

/**
 * A count that computes report among their stats.
 *
 * @throws VALUE_MALFORMED when the text is no whole number, TYPE_MISMATCH when there is null in its place
 */
export function statNumber(stats: Host['stats'], name: string, python: PythonRules): number {
  const text = stats[name]
  if (text === undefined) return 0
  const number = parseIntText(required(text, `stats.${name}`), python)
  if (number === undefined) throw fault('VALUE_MALFORMED', `stats.${name} is no whole number: '${text}'`)
  return number
}

/** The instances of a host by uuid. */
export function instancesOf(record: InventoryHost): DataMap<Instance> {
  return dataMap((record.instances ?? []).map((instance) => [instance.uuid, instanceOf(instance)]))
}

/** An instance as its host knows it. */
export function instanceOf(record: InstanceRecord): Instance {
  return Object.freeze({
    uuid: record.uuid,
    projectId: record.project_id ?? null,
    instanceTypeId: record.instance_type_id ?? null,
    taskState: record.task_state ?? null,
  })
}

function statsOf(record: InventoryHost): Host['stats'] {
  const stats = Object.entries((record.stats ?? {}) as Readonly<Record<string, string | number | null>>)
  return dataMap(stats.map(([name, value]) => [name, value === null ? null : String(value)]))
}

function cpuInfoText(cpuInfo: unknown): string | null {
  if (cpuInfo === null || cpuInfo === undefined) return null
  return typeof cpuInfo === 'string' ? cpuInfo : pythonJson(cpuInfo)
}
