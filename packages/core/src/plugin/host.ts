import type { HostTopology } from './numa/topology.ts'
import type { PciPool } from './pci/pool.ts'
import type { DataMap } from './request.ts'

/** An aggregate that a host belongs to. */
export interface Aggregate {
  readonly id: number
  readonly name: string
  readonly hosts: readonly string[]
  readonly metadata: DataMap<string>
}

/** The compute service of a host. */
export interface ComputeService {
  readonly disabled: boolean
  readonly disabledReason: string | null
  /**
   * Whether the ServiceGroup holds it alive.
   *
   * @throws SERVICE_GROUP_UNAVAILABLE as it is read, when that cannot be told: which is not a no
   */
  readonly up: boolean
  /** Why the ServiceGroup says so, such as the age of the last heartbeat; absent where the inventory says it. */
  readonly why?: string
}

/** An instance that lives on a host. */
export interface Instance {
  readonly uuid: string
  readonly projectId: string | null
  readonly instanceTypeId: number | string | null
  /** What is being done to it, such as `migrating`; null or absent when nothing is, or that is not known. */
  readonly taskState?: string | null
}

/** One monitored metric of a host. */
export interface Metric {
  /** Undefined where it was not told as one value, such as a metric of parts by NUMA cell. */
  readonly value: unknown
  readonly timestamp: string | null
  readonly source: string | null
}

/** What a host is made of; see {@link Host} for the meaning of each field. */
export type HostFields = { readonly [K in keyof Host]: Host[K] }

/**
 * A candidate: one node of a host, as the scheduler sees it at this moment. It never changes: a host whose resources
 * change is replaced by another object.
 */
export class Host {
  /** Name of the compute service's host. */
  readonly host: string
  /** Name of the hypervisor on it. */
  readonly nodename: string
  /** The cell that it belongs to. */
  readonly cell: string
  /** False for a node that is known and has never reported, in releases that have such candidates: its numbers are 0. */
  readonly hasReported: boolean
  readonly hostIp: string | null
  readonly hypervisorType: string | null
  /** As one number: 2001002 for 2.1.2. */
  readonly hypervisorVersion: number | null
  /** Triples of architecture, hypervisor and mode; null when not known. */
  readonly supportedInstances: readonly (readonly (string | null)[])[] | null
  /** JSON text, as the compute reported it. */
  readonly cpuInfo: string | null
  /** 0 means "cannot tell", as in Nova. */
  readonly vcpusTotal: number
  readonly vcpusUsed: number
  /** MiB. */
  readonly totalRamMb: number
  /** MiB, may be negative; null as long as the node has not reported it, which Nova breaks on. */
  readonly freeRamMb: number | null
  /** GiB. */
  readonly totalDiskGb: number
  /** MiB: the smaller of what the database and the hypervisor say. May be negative. */
  readonly freeDiskMb: number
  /** GiB, as last reported: the two numbers that free disk is the smaller of. Null when the hypervisor gave none. */
  readonly freeDiskReport: { readonly freeDiskGb: number; readonly diskAvailableLeastGb: number } | null
  /** MiB. */
  readonly diskMbUsed: number
  readonly numInstances: number
  readonly numIoOps: number
  /** Instances that failed to build there of late. */
  readonly failedBuilds: number
  /** What the node reports: how far its resources are given out beyond what it has; null when it has reported none. */
  readonly cpuAllocationRatio: number | null
  readonly ramAllocationRatio: number | null
  readonly diskAllocationRatio: number | null
  /** Null: reported without a value. */
  readonly stats: DataMap<string | null>
  readonly metrics: DataMap<Metric>
  readonly aggregates: readonly Aggregate[]
  readonly service: ComputeService
  /** By uuid. Every node of a host carries all instances of the host. */
  readonly instances: DataMap<Instance>
  /** Null when the host has told of none. */
  readonly numaTopology: HostTopology | null
  /** Free devices, in the order in which they are taken. */
  readonly pciDevicePools: readonly PciPool[]
  /** When the node was last reported or claimed, in milliseconds since 1970; null when that is not known. */
  readonly updatedAt: number | null

  /** @param changes - what differs from the fields; a host that is given so is copied fast */
  constructor(fields: HostFields, changes?: Partial<HostFields>) {
    this.host = fields.host
    this.nodename = fields.nodename
    this.cell = fields.cell
    this.hasReported = fields.hasReported
    this.hostIp = fields.hostIp
    this.hypervisorType = fields.hypervisorType
    this.hypervisorVersion = fields.hypervisorVersion
    this.supportedInstances = fields.supportedInstances
    this.cpuInfo = fields.cpuInfo
    this.vcpusTotal = fields.vcpusTotal
    this.vcpusUsed = fields.vcpusUsed
    this.totalRamMb = fields.totalRamMb
    this.freeRamMb = fields.freeRamMb
    this.totalDiskGb = fields.totalDiskGb
    this.freeDiskMb = fields.freeDiskMb
    this.freeDiskReport = fields.freeDiskReport
    this.diskMbUsed = fields.diskMbUsed
    this.numInstances = fields.numInstances
    this.numIoOps = fields.numIoOps
    this.failedBuilds = fields.failedBuilds
    this.cpuAllocationRatio = fields.cpuAllocationRatio
    this.ramAllocationRatio = fields.ramAllocationRatio
    this.diskAllocationRatio = fields.diskAllocationRatio
    this.stats = fields.stats
    this.metrics = fields.metrics
    this.aggregates = fields.aggregates
    this.service = fields.service
    this.instances = fields.instances
    this.numaTopology = fields.numaTopology
    this.pciDevicePools = fields.pciDevicePools
    this.updatedAt = fields.updatedAt
    if (changes !== undefined) Object.assign(this, changes)
    Object.freeze(this)
  }
}

/** `host/nodename`, or the host alone where both are the same. */
export function hostLabel(host: Pick<Host, 'host' | 'nodename'>): string {
  return host.host === host.nodename ? host.host : `${host.host}/${host.nodename}`
}

/** All hosts that the scheduler knows, for a plugin that looks beyond the host it is asked about. */
export interface Hosts extends Iterable<Host> {
  readonly size: number
  /**
   * Names of the hosts that know the instance in hand, in the order of the inventory: none unless it moves, or is built
   * anew. Who looks at nothing else here is asked again only where this is another.
   */
  readonly ofInstance: readonly string[]
  /** Sums a number over the hosts of each key. */
  sumBy<K>(key: (host: Host) => K, value: (host: Host) => number): ReadonlyMap<K, number>
  /** The hosts of each key, in the order of the inventory. */
  groupBy<K>(key: (host: Host) => K): ReadonlyMap<K, readonly Host[]>
}
