import type { InventoryHost } from '../inventory/inventory.ts'
import { defineHostManager, type ComputeNode, type HostManagerPlugin } from '../plugin/host-manager.ts'
import { Host } from '../plugin/host.ts'
import { dataMap } from '../util/freeze.ts'
import { commonFields, freeDiskGb, type NodeReading } from './node-record.ts'
import { HOST_MANAGER_OPTIONS, sharedHosts } from './nova-host-manager.ts'

/**
 * Nova's IronicHostManager: a bare-metal node holds one instance, so a claim takes the whole node. Hosts of other
 * hypervisors are treated as HostManager treats them.
 *
 * @param filterNames - filters for bare metal that run in place of the usual ones; null to run the usual ones
 */
export function ironicHostManager(filterNames: readonly string[] | null): HostManagerPlugin {
  return defineHostManager({
    name: 'IronicHostManager',
    help: 'Bare-metal nodes, each for one instance.',
    classPath: 'nova.scheduler.ironic_host_manager.IronicHostManager',
    options: HOST_MANAGER_OPTIONS,
    ...(filterNames === null ? {} : { filters: filterNames }),
    create(env) {
      const shared = sharedHosts(env)
      return {
        refresh: (node) => (isIronic(node.record['hypervisor_type']) ? bareMetalNode(node, env) : shared.refresh(node)),
        claim(host, request, limits) {
          if (!isIronic(host.hypervisorType)) return shared.claim(host, request, limits)
          return { host: wholeNodeTaken(host, env.clock()), request }
        },
      }
    },
  })
}

function isIronic(hypervisorType: unknown): boolean {
  return hypervisorType === 'ironic'
}

/** Always read again, and only what Nova's IronicNodeState reads: no counts, metrics, address, NUMA or PCI. */
function bareMetalNode({ record, known }: ComputeNode, env: NodeReading): Host {
  const node = record as unknown as InventoryHost
  return new Host({
    ...commonFields(node, env),
    ...known,
    freeDiskMb: freeDiskGb(node) * 1024,
    numInstances: 0,
    numIoOps: 0,
    failedBuilds: 0,
    metrics: dataMap([]),
    hostIp: null,
    numaTopology: null,
    pciDevicePools: Object.freeze([]),
  })
}

function wholeNodeTaken(host: Host, now: number): Host {
  return new Host(host, { freeRamMb: 0, freeDiskMb: 0, vcpusUsed: host.vcpusTotal, updatedAt: now })
}
