// The clouds and requests of the benchmark: made by a linear congruential generator, so that every run has the same.

/** A source of whole numbers below a bound. */
function generator(seed) {
  let state = seed >>> 0
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 4294967296) * bound)
  }
}

/** An inventory of hosts with 64 to 256 GiB, 1 to 8 instances each, 2 % of them disabled, 50 to an aggregate. */
export function inventoryOf(hostCount) {
  const next = generator(42)
  const hosts = Array.from({ length: hostCount }, (_, index) => {
    const memory = 65536 * (1 + next(4))
    const instances = 1 + next(8)
    return {
      host: `host${index}`,
      hypervisor_type: 'QEMU',
      hypervisor_version: 2001002,
      supported_instances: [['x86_64', 'kvm', 'hvm']],
      cpu_info: '{"arch": "x86_64", "features": ["aes", "vmx"]}',
      vcpus: 32,
      vcpus_used: instances * 2,
      memory_mb: memory,
      free_ram_mb: memory - instances * 4096,
      local_gb: 2000,
      local_gb_used: instances * 20,
      stats: { num_instances: String(instances), io_workload: String(next(3)) },
      service: { disabled: next(50) === 0, disabled_reason: null, up: true },
    }
  })
  const aggregates = Array.from({ length: Math.ceil(hostCount / 50) }, (_, index) => ({
    id: index + 1,
    name: `agg${index + 1}`,
    hosts: hosts.slice(index * 50, (index + 1) * 50).map(({ host }) => host),
    metadata: { availability_zone: `az${index % 3}`, rack: String(index) },
  }))
  return { hosts, aggregates }
}

/** A request for instances of 4 GiB, 2 CPUs and 20 GiB, with an image and one capability. */
export function requestOf(instances, { memory = 4096, vcpus = 8, zone = null } = {}) {
  const size = { memory_mb: memory, vcpus: 2, root_gb: 20, ephemeral_gb: 0 }
  return {
    request_spec: {
      num_instances: instances,
      instance_properties: {
        uuid: '00000000-0000-4000-8000-000000000001',
        project_id: 'p',
        os_type: null,
        availability_zone: zone,
        vm_state: 'building',
        ...size,
      },
      instance_type: {
        id: 1,
        name: 'm1',
        swap: 0,
        ...size,
        extra_specs: { 'capabilities:vcpus_total': `>= ${vcpus}` },
      },
      image: { id: 'image', properties: { architecture: 'x86_64', hypervisor_type: 'kvm' } },
    },
    filter_properties: { scheduler_hints: {} },
  }
}
