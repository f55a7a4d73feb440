import type { Host, HostFields } from './host.ts'
import { PythonFloat } from './python.ts'

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

/** Attributes that are floats to Python, whole or not. */
function floatOf(value: unknown): unknown {
  return typeof value === 'number' ? new PythonFloat(value) : value
}
