import type { Host } from '@nova-sched/core'
import type { Json } from './scenario.ts'

/** What a decision changes of a host, as the vectors write it; NUMA cells and PCI pools where there are any. */
export function stateOf(host: Host): Json {
  const { cells = [] } = host.numaTopology ?? {}
  const pools = host.pciDevicePools
  return {
    free_ram_mb: host.freeRamMb,
    free_disk_mb: host.freeDiskMb,
    vcpus_used: host.vcpusUsed,
    num_instances: host.numInstances,
    num_io_ops: host.numIoOps,
    ...(cells.length > 0 ? { numa: cells.map(cellOf) } : {}),
    ...(pools.length > 0 ? { pci: pools.map(poolOf) } : {}),
  }
}

type Cell = NonNullable<Host['numaTopology']>['cells'][number]

function cellOf({ id, cpuUsage, memoryUsage, pinnedCpus, pages }: Cell): Json {
  return {
    id,
    cpu_usage: cpuUsage,
    memory_usage: memoryUsage,
    pinned_cpus: pinnedCpus.toSorted((a, b) => a - b),
    mempages: pages.map(({ sizeKb, total, used }) => ({ size_kb: sizeKb, total, used })),
  }
}

function poolOf({ properties, numaNode, count }: Host['pciDevicePools'][number]): Json {
  return {
    vendor_id: properties['vendor_id'],
    product_id: properties['product_id'],
    numa_node: numaNode,
    count,
  }
}
