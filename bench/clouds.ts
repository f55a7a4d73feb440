import type { Inventory, InventoryHost } from '@nova-sched/core'
import { lcg, type Draw } from './lcg.ts'

/** Hosts that can all be told apart by their memory. */
const MOST_DISTINCT = 1 << 17

/** Hosts of a rack are an aggregate. */
const RACK = 50
/** GiB of a host. */
const DISK = 4000

/** The hosts of a cloud that is made up, by the same numbers in every run. */
export const CLOUDS = {
  /** Three sizes, used unevenly, 2 % disabled: what most clouds look like. */
  mixed: (hosts: number) => cloudOf(hosts, mixedHost),
  /** All hosts the same, and empty. */
  equal: (hosts: number) => cloudOf(hosts, equalHost),
  /** No two hosts have the same free memory. */
  distinct: (hosts: number) => cloudOf(hosts, distinctHost),
  /** Mixed, and full by the number of instances but for one host in ten. */
  full: (hosts: number) => cloudOf(hosts, fullHost),
  /** Two NUMA cells and a pool of devices each. */
  numa: (hosts: number) => cloudOf(hosts, numaHost),
} satisfies Record<string, (hosts: number) => Inventory>

/** `openb`: the nodes of a real one. */
export type CloudName = keyof typeof CLOUDS | 'openb'

function cloudOf(count: number, hostOf: (at: number, draw: Draw) => InventoryHost): Inventory {
  const draw = lcg(42)
  const hosts = Array.from({ length: count }, (_, at) => hostOf(at, draw))
  const aggregates = Array.from({ length: Math.ceil(count / RACK) }, (_, at) => ({
    id: at + 1,
    name: `rack${at}`,
    hosts: hosts.slice(at * RACK, (at + 1) * RACK).map(({ host }) => host),
    metadata: { availability_zone: `az${at % 3}`, ssd: 'true' },
  }))
  return { hosts, aggregates, server_groups: [], flavors: [], images: [] }
}

/** A host of a size, memory in MiB, on which nothing runs. */
export function sizedHost(name: string, vcpus: number, memory: number): InventoryHost {
  return {
    host: name,
    nodename: `${name}.x`,
    hypervisor_type: 'QEMU',
    hypervisor_version: 6002000,
    supported_instances: [
      ['i686', 'kvm', 'hvm'],
      ['x86_64', 'kvm', 'hvm'],
    ],
    cpu_info: { arch: 'x86_64', model: 'Haswell', vendor: 'Intel', topology: { cores: 8, sockets: 2, threads: 2 } },
    vcpus,
    memory_mb: memory,
    vcpus_used: 0,
    free_ram_mb: memory,
    local_gb: DISK,
    local_gb_used: 0,
    free_disk_gb: DISK,
    updated_at: '2020-01-01T00:00:00',
    service: { disabled: false, up: true },
  }
}

function nameOf(at: number): string {
  return `compute-${String(at).padStart(6, '0')}`
}

function mixedHost(at: number, draw: Draw): InventoryHost {
  const memory = 65536 << draw(3)
  const vcpus = [16, 32, 48, 64][draw(4)] as number
  const used = draw(70)
  const diskUsed = 40 * draw(60)
  return {
    ...sizedHost(nameOf(at), vcpus, memory),
    vcpus_used: Math.floor((vcpus * used * 2) / 100),
    free_ram_mb: memory - Math.floor((memory * used) / 100),
    local_gb_used: diskUsed,
    free_disk_gb: DISK - diskUsed,
    stats: {
      num_instances: String(1 + draw(8)),
      io_workload: String(draw(5)),
      failed_builds: String(Math.floor(draw(20) / 19)),
    },
    service: { disabled: draw(50) === 0, up: true },
  }
}

/** Instances of a host that is full. */
export const FULL = 8

function fullHost(at: number, draw: Draw): InventoryHost {
  const host = mixedHost(at, draw)
  return { ...host, stats: { ...host.stats, num_instances: String(at % 10 === 0 ? FULL - 1 : FULL) } }
}

function equalHost(at: number): InventoryHost {
  return sizedHost(nameOf(at), 64, 262144)
}

function distinctHost(at: number): InventoryHost {
  const memory = 2 * MOST_DISTINCT
  // A prime apart, so that neighbours differ.
  return { ...sizedHost(nameOf(at), 64, memory), free_ram_mb: memory - ((at * 7919) % MOST_DISTINCT) }
}

function numaHost(at: number, draw: Draw): InventoryHost {
  const used = draw(8)
  const cell = (id: number) => ({
    id,
    cpuset: Array.from({ length: 16 }, (_, cpu) => id * 16 + cpu),
    pcpuset: Array.from({ length: 16 }, (_, cpu) => id * 16 + cpu),
    memory: 131072,
    cpu_usage: used,
    memory_usage: used * 4096,
    mempages: [{ size_kb: 4, total: 33554432, used: used * 1048576 }],
    siblings: Array.from({ length: 8 }, (_, core) => [id * 16 + core, id * 16 + core + 8]),
    pinned_cpus: Array.from({ length: used }, (_, cpu) => id * 16 + cpu),
  })
  return {
    ...sizedHost(nameOf(at), 32, 262144),
    free_ram_mb: 262144 - 2 * used * 4096,
    vcpus_used: 2 * used,
    numa_topology: { cells: [cell(0), cell(1)] },
    pci_device_pools: [0, 1].map((node) => ({
      vendor_id: '8086',
      product_id: '1572',
      numa_node: node,
      count: 2 + draw(6),
      tags: { dev_type: 'type-PCI' },
    })),
  }
}
