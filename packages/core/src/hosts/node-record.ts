import type { InventoryHost } from '../inventory/inventory.ts'
import type { PythonRules } from '../plugin/python.ts'
import { parseIntText } from '../plugin/python.ts'
import { fault, required } from '../plugin/fault.ts'
import type { DataMap } from '../plugin/request.ts'
import type { HostFields, Instance, Metric } from '../plugin/host.ts'
import { dataMap, deepFreeze } from '../util/freeze.ts'
import { pythonJson } from '../util/python-json.ts'
import { parseTimestamp } from './time.ts'

/** What of a host comes from its compute node's record alone. */
export type RecordFields = Omit<HostFields, 'aggregates' | 'service' | 'instances'>

type Numbers = 'numInstances' | 'numIoOps'

/**
 * The fields that every kind of host takes from a compute node's record. What a record leaves out takes the defaults
 * of the inventory format; an explicit null is Nova's NULL.
 *
 * @throws VALUE_MALFORMED when `updated_at` is no time
 */
export function commonFields(record: InventoryHost): Omit<RecordFields, Numbers | 'freeDiskMb' | 'metrics'> {
  const updatedAt = parseTimestamp(record.updated_at)
  if (Number.isNaN(updatedAt)) throw fault('VALUE_MALFORMED', `updated_at is no time: '${record.updated_at}'`)
  return {
    host: record.host,
    nodename: nodenameOf(record),
    hostIp: record.host_ip ?? null,
    hypervisorType: record.hypervisor_type ?? null,
    hypervisorVersion: record.hypervisor_version ?? null,
    supportedInstances: deepFreeze(record.supported_instances ?? null),
    cpuInfo: cpuInfoText(record.cpu_info),
    vcpusTotal: record.vcpus ?? 0,
    vcpusUsed: record.vcpus_used ?? 0,
    totalRamMb: record.memory_mb ?? 0,
    freeRamMb:
      record.free_ram_mb === undefined ? (record.memory_mb ?? 0) - (record.memory_mb_used ?? 0) : record.free_ram_mb,
    totalDiskGb: record.local_gb ?? 0,
    freeDiskReport: null,
    diskMbUsed: (record.local_gb_used ?? 0) * 1024,
    stats: statsOf(record),
    numaTopology: deepFreeze(record.numa_topology ?? null),
    pciDevicePools: deepFreeze(record.pci_device_pools ?? []),
    updatedAt,
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
 * @throws VALUE_MALFORMED when the text is no whole number
 */
export function statNumber(stats: DataMap<string>, name: string, python: PythonRules): number {
  const text = stats[name]
  if (text === undefined) return 0
  const number = parseIntText(text, python)
  if (number === undefined) throw fault('VALUE_MALFORMED', `stats.${name} is no whole number: '${text}'`)
  return number
}

/**
 * The metrics of a record by name; one without a name is left out, as in Nova.
 *
 * @throws KEY_MISSING when a metric lacks one of its four members
 */
export function metricsOf(record: InventoryHost): DataMap<Metric> {
  const named: [string, Metric][] = []
  for (const metric of record.metrics ?? []) {
    for (const member of ['name', 'value', 'timestamp', 'source'] as const) {
      if (!Object.hasOwn(metric, member)) throw fault('KEY_MISSING', `a metric has no ${member}`, { member })
    }
    const { name, value, timestamp, source } = metric
    if (name) named.push([name, Object.freeze({ value, timestamp, source })])
  }
  return dataMap(named)
}

/** The instances of a host by uuid. */
export function instancesOf(record: InventoryHost): DataMap<Instance> {
  return dataMap(
    (record.instances ?? []).map((instance) => [
      instance.uuid,
      Object.freeze({
        uuid: instance.uuid,
        projectId: instance.project_id ?? null,
        instanceTypeId: instance.instance_type_id ?? null,
        taskState: instance.task_state ?? null,
      }),
    ]),
  )
}

function statsOf(record: InventoryHost): DataMap<string> {
  return dataMap(Object.entries(record.stats ?? {}).map(([name, value]) => [name, String(value)]))
}

function cpuInfoText(cpuInfo: unknown): string | null {
  if (cpuInfo === null || cpuInfo === undefined) return null
  return typeof cpuInfo === 'string' ? cpuInfo : pythonJson(cpuInfo)
}
