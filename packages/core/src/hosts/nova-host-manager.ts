import type { NovaSchedError } from '../errors.ts'
import type { InventoryHost } from '../inventory/inventory.ts'
import { defineHostManager, type Claimed, type ComputeNode, type HostManager } from '../plugin/host-manager.ts'
import type { PluginEnv } from '../plugin/filter.ts'
import { NUMA_OPTIONS } from '../plugin/numa/question.ts'
import { float } from '../plugin/options.ts'
import { fault } from '../plugin/fault.ts'
import { Host } from '../plugin/host.ts'
import type { Limits, Request } from '../plugin/request.ts'
import { dataMap, withEntry } from '../util/freeze.ts'
import { claimDevices } from './claim-devices.ts'
import { joiningInstance, joinsHosts } from './join-group.ts'
import { metricsOf } from './metrics.ts'
import { commonFields, freeDiskGb, instanceOf, statNumber, unreportedNode, type RecordFields } from './node-record.ts'

/** Tasks during which an instance counts as an I/O operation of its host (Kilo). */
const IO_TASKS: ReadonlySet<string | null> = new Set([
  'resize_migrating',
  'rebuilding',
  'resize_prep',
  'image_snapshot',
  'image_backup',
  'unshelving',
  'rescuing',
])

/** Ratios of nodes that were never given any. Before nodes told theirs, filters read options of the first three names. */
const RATIO_OPTIONS = {
  node_cpu_allocation_ratio: float(null, ratioOf('CPUs')),
  node_ram_allocation_ratio: float(null, ratioOf('memory')),
  node_disk_allocation_ratio: float(null, ratioOf('disk')),
  initial_cpu_allocation_ratio: float(16, firstRatioOf('CPUs')),
  initial_ram_allocation_ratio: float(1.5, firstRatioOf('memory')),
  initial_disk_allocation_ratio: float(1, firstRatioOf('disk')),
}

function ratioOf(what: string): { group: string; min: number; help: string } {
  return { group: 'DEFAULT', min: 0, help: `How much ${what} of a node is given out, where the node tells no ratio.` }
}

function firstRatioOf(what: string): { group: string; min: number; help: string } {
  return { group: 'DEFAULT', min: 0, help: `The ratio of ${what} that a new node starts with.` }
}

/** What the host manager reads of nova.conf. */
export const HOST_MANAGER_OPTIONS = { ...RATIO_OPTIONS, ...NUMA_OPTIONS }

type HostManagerEnv = PluginEnv<typeof HOST_MANAGER_OPTIONS>

/** Nova's HostManager: the hosts of hypervisors that share their resources among instances. */
export const NovaHostManager = defineHostManager({
  name: 'HostManager',
  help: 'Hosts whose instances share their resources.',
  classPath: 'nova.scheduler.host_manager.HostManager',
  options: HOST_MANAGER_OPTIONS,
  create: sharedHosts,
})

/** The host manager as a function, for managers that treat some hosts in another way. */
export function sharedHosts(env: HostManagerEnv): HostManager {
  const built = new WeakMap<InventoryHost, Host>()
  return {
    refresh(node) {
      const record = node.record as unknown as InventoryHost
      const host = withKnown(built.get(record) ?? readRecord(record, env), node.known)
      built.set(record, host)
      return node.previous === null ? host : refreshed(node.previous, host, node.known)
    },
    claim: (host, request, limits) => claimShared(host, request, limits, env),
  }
}

type Known = ComputeNode['known']

/** A host that nothing new is known of stays the same object. */
function withKnown(host: Host | RecordFields, known: Known): Host {
  if (!(host instanceof Host)) return new Host({ ...host, ...known })
  const { aggregates, service, instances } = known
  const isSame = host.aggregates === aggregates && host.service === service && host.instances === instances
  return isSame ? host : new Host(host, known)
}

function readRecord(record: InventoryHost, env: HostManagerEnv): RecordFields {
  if (record.free_disk_gb === null && env.rules.unreportedNodesAreEmpty) return unreportedNode(record, env.rules)
  const common = commonFields(record, env)
  const free = freeDiskGb(record)
  const least = record.disk_available_least ?? null
  if (least !== null && least > free) {
    env.log.warn(
      `${record.host}: physical free disk ${least} GB is more than the database's ${free} GB; the smaller one counts`,
    )
  }
  const counted = record.stats === undefined ? (record.instances ?? []).length : undefined
  return {
    ...common,
    freeDiskMb: (least === null ? free : Math.min(least, free)) * 1024,
    freeDiskReport: least === null ? null : Object.freeze({ freeDiskGb: free, diskAvailableLeastGb: least }),
    numInstances: counted ?? statNumber(common.stats, 'num_instances', env.rules.python),
    numIoOps: statNumber(common.stats, 'io_workload', env.rules.python),
    failedBuilds: env.rules.hostState.lacks.has('failed_builds')
      ? 0
      : statNumber(common.stats, 'failed_builds', env.rules.python),
    metrics: metricsOf(record, env.rules),
  }
}

/** A state that is newer than the report stays as it is. */
function refreshed(previous: Host, reported: Host, known: Known): Host {
  if (isNewer(previous.updatedAt, reported.updatedAt)) return withKnown(previous, known)
  const metrics = mergedMetrics(previous, reported)
  return metrics === reported.metrics ? reported : new Host(reported, { metrics })
}

function isNewer(state: number | null, report: number | null): boolean {
  return state !== null && report !== null && state > report
}

/** Metrics that a node no longer reports stay known, as in Nova. */
function mergedMetrics(previous: Host, fields: Host): Host['metrics'] {
  const vanished = Object.keys(previous.metrics).filter((name) => !(name in fields.metrics))
  if (vanished.length === 0) return fields.metrics
  return dataMap([...Object.entries(previous.metrics), ...Object.entries(fields.metrics)])
}

/** Nova's steps in their order; one that breaks leaves what those before it have taken. */
function claimShared(host: Host, request: Request, limits: Limits, env: HostManagerEnv): Claimed {
  const { rules } = env
  const instances = joinsHosts(request, rules) ? withInstance(host, request) : host.instances
  const { freeRamMb } = host
  if (freeRamMb === null || (request.flavor === null && rules.requestsAreTyped)) {
    const joined = instances === host.instances ? host : new Host(host, { instances })
    return { host: joined, request, fault: unclaimable(freeRamMb) }
  }
  const taken = claimDevices(host, request, limits, {
    rules,
    packs: env.conf.packing_host_numa_cells_allocation_strategy,
  })
  const { fault: broke, numaTopology } = taken
  const isIo = !rules.ioOpsFollowTask || request.vmState === 'building' || IO_TASKS.has(request.taskState)
  const claimed = new Host(host, {
    freeRamMb: freeRamMb - request.memoryMb,
    freeDiskMb: host.freeDiskMb - (request.rootGb + request.ephemeralGb) * 1024,
    vcpusUsed: host.vcpusUsed + request.vcpus,
    numInstances: host.numInstances + 1,
    numIoOps: host.numIoOps + (isIo && broke === undefined ? 1 : 0),
    instances,
    numaTopology: taken.fields.numaTopology,
    pciDevicePools: taken.fields.pciDevicePools,
    updatedAt: broke === undefined ? env.clock() : host.updatedAt,
  })
  const later = numaTopology === request.numaTopology ? request : Object.freeze({ ...request, numaTopology })
  return { host: claimed, request: later, ...(broke === undefined ? {} : { fault: broke }) }
}

function unclaimable(freeRamMb: number | null): NovaSchedError {
  if (freeRamMb === null) return fault('TYPE_MISMATCH', 'free_ram_mb is null: nothing can be claimed of it')
  return fault('FIELD_NOT_LOADED', 'the request has no instance_type, whose sizes a claim takes', { field: 'flavor' })
}

/** An instance that its host knows already stays as it is known. */
function withInstance({ instances }: Host, request: Request): Host['instances'] {
  const uuid = request.uuid ?? ''
  if (uuid in instances) return instances
  return withEntry(instances, uuid, instanceOf(joiningInstance(request, uuid)))
}
