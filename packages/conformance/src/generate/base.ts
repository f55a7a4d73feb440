import type { Dice } from './dice.ts'
import type { Draft, HostDraft, RequestDraft, Values } from './draft.ts'

/** Whose instances stand on hosts, and who asks. */
export const PROJECTS = ['t-a', 't-b', 't-c', 't-d'] as const
/** Images that requests boot, and that isolation by image names. */
export const IMAGES = ['268578f4-41ba-5fdf-8347-1cfbc8357206', '5ab9a4c8-0fdc-5b41-9a0f-6bd1b2a1a0a1'] as const
/** Names of flavors that requests carry, and that aggregates are kept for. */
export const FLAVORS = ['m1.tiny', 'm1.small', 'm1.large', 'c1.pinned'] as const

const ARCHITECTURES = ['x86_64', 'i686', 'aarch64', 'ppc64']
const HYPERVISORS: readonly (readonly [type: string, versions: readonly number[], modes: readonly string[]])[] = [
  ['QEMU', [2001002, 6002000, 7000000], ['kvm hvm', 'qemu hvm']],
  ['xen', [4002001, 4011000], ['xen xen', 'xen hvm']],
  ['VMware vCenter Server', [5005000, 6007000], ['vmware hvm']],
  ['hyperv', [6003, 10000], ['hyperv hvm']],
  ['lxc', [3, 0, 1002003], ['lxc exe']],
  ['ironic', [1], ['baremetal hvm']],
]

/** A compute node with sizes and use of a plausible kind; at times it is overcommitted, or a little odd. */
export function makeHost(dice: Dice, index: number): HostDraft {
  const name = { host: `host${index}`, nodename: `node${index}` }
  const [memory, disk, vcpus] = [
    dice.pick([4096, 8192, 16384, 32768, 65536]),
    dice.pick([50, 100, 500]),
    dice.pick([4, 8, 16, 32]),
  ]
  const diskUsed = dice.pick([0, 10, dice.int(0, disk), dice.int(0, disk + 10)])
  const instances = Array.from({ length: dice.pick([0, 0, 1, 2, 3, 5]) }, () => ({
    uuid: dice.uuid(),
    project_id: dice.pick(PROJECTS),
    instance_type_id: dice.int(1, 3),
  }))
  return {
    ...name,
    host_ip: `192.168.${dice.int(0, 1)}.${index + 1}`,
    ...makeHypervisor(dice),
    cpu_info: makeCpuInfo(dice),
    vcpus,
    vcpus_used: dice.pick([0, 1, dice.int(0, vcpus), dice.int(0, vcpus * 2)]),
    memory_mb: memory,
    free_ram_mb: dice.pick([memory, memory - 4096, memory / 2, dice.int(-4096, memory)]),
    local_gb: disk,
    local_gb_used: diskUsed,
    free_disk_gb: disk - diskUsed,
    disk_available_least: dice.pick([null, disk - diskUsed, dice.int(-5, disk)]),
    cpu_allocation_ratio: dice.pick([16.0, 16.0, 1.0, 1.5, 4.0]),
    ram_allocation_ratio: dice.pick([1.5, 1.5, 1.0, 0.9]),
    disk_allocation_ratio: dice.pick([1.0, 1.0, 2.0]),
    stats: makeStats(dice, instances.length),
    metrics: [],
    numa_topology: null,
    pci_device_pools: [],
    service: makeService(dice),
    instances,
  }
}

function makeHypervisor(dice: Dice): Values {
  const [type, versions, modes] = dice.chance(0.4) ? (HYPERVISORS[0] ?? dice.pick(HYPERVISORS)) : dice.pick(HYPERVISORS)
  const architectures = dice.chance(0.6) ? ['x86_64'] : dice.some(ARCHITECTURES, 0, 2)
  return {
    hypervisor_type: type,
    hypervisor_version: dice.pick(versions),
    supported_instances: architectures.flatMap((one) => modes.map((mode) => [one, ...mode.split(' ')])),
  }
}

function makeCpuInfo(dice: Dice): unknown {
  if (dice.chance(0.1)) return dice.pick([null, '', 'Haswell', '{"vendor": "AMD"}'])
  const topology = { cores: dice.int(1, 4), threads: dice.int(1, 2), sockets: dice.int(1, 2) }
  const features = dice.some(['aes', 'sse4.2', 'vmx', 'avx2'])
  return { vendor: dice.pick(['Intel', 'AMD']), model: 'Haswell', arch: 'x86_64', features, topology }
}

function makeStats(dice: Dice, instances: number): Record<string, string> {
  return {
    num_instances: String(dice.chance(0.9) ? instances : dice.int(0, 9)),
    io_workload: String(dice.pick([0, 0, dice.int(0, 10)])),
    ...(dice.chance(0.3) ? { failed_builds: String(dice.pick([0, 1, 3])) } : {}),
    ...(dice.chance(0.3) ? { num_os_type_linux: String(dice.int(0, 3)), num_vm_active: '1' } : {}),
  }
}

function makeService(dice: Dice): Values {
  const disabled = dice.chance(0.08)
  return {
    disabled,
    disabled_reason: disabled ? dice.pick([null, 'maintenance', 'AUTO: connection lost']) : null,
    up: !dice.chance(0.08),
    ...(dice.chance(0.05) ? { forced_down: dice.chance(0.7) } : {}),
  }
}

/** A request for one flavor, one image and one to five instances. */
function makeRequest(dice: Dice): RequestDraft {
  const count = dice.pick([1, 1, 1, 2, 3, dice.int(1, 5)])
  const uuids = Array.from({ length: count }, () => dice.uuid())
  const [first = '', image] = [uuids[0], dice.pick(IMAGES)]
  const size = {
    memory_mb: dice.pick([0, 256, 512, 1024, 2048, 8192]),
    vcpus: dice.pick([1, 1, 2, 4, 8]),
    root_gb: dice.pick([0, 1, 10, 20, 80]),
    ephemeral_gb: dice.pick([0, 0, 10]),
  }
  return {
    request_spec: {
      num_instances: count,
      instance_properties: {
        uuid: first,
        project_id: dice.pick(PROJECTS),
        user_id: 'user',
        os_type: dice.pick(['linux', 'windows', null]),
        availability_zone: null,
        image_ref: image,
        vm_state: 'building',
        task_state: 'scheduling',
        numa_topology: null,
        pci_requests: null,
        ...size,
      },
      instance_type: {
        id: dice.int(1, 3),
        name: dice.pick(FLAVORS),
        flavorid: '1',
        ...size,
        swap: dice.pick([0, 0, 512, 1500]),
        extra_specs: {},
      },
      image: { id: image, properties: {} },
    },
    filter_properties: { scheduler_hints: {} },
    instance_uuids: uuids,
  }
}

/** A cloud of up to eight hosts, some with two nodes, and one request, or now and then several in a row. */
export function makeDraft(dice: Dice, release: Draft['release']): Draft {
  const hosts = Array.from({ length: dice.pick([1, 2, 3, 4, 5, 6, 8]) }, (_none, index) => makeHost(dice, index))
  const requests = Array.from({ length: dice.chance(0.08) ? dice.int(2, 4) : 1 }, () => makeRequest(dice))
  return { dice, release, hosts, aggregates: [], requests, filters: [], options: new Map() }
}
