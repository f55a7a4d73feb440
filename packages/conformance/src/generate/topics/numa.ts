import { addExtraSpecs, enable, setOption, type Draft, type RequestDraft, type Values } from '../draft.ts'
import { hostTopology } from './numa-hosts.ts'

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_none, index) => from + index)

/** NUMA cells of hosts and instances: policies of CPUs and threads, sizes of pages, emulator threads. */
export function numa(draft: Draft): void {
  const { dice, hosts, requests } = draft
  enable(draft, 'NUMATopologyFilter')
  if (dice.chance(0.25)) setOption(draft, 'compute', 'packing_host_numa_cells_allocation_strategy', dice.chance(0.7))
  for (const host of hosts) if (dice.chance(0.92)) host['numa_topology'] = hostTopology(dice)
  for (const request of requests) if (dice.chance(0.95)) ask(draft, request)
}

function ask(draft: Draft, request: RequestDraft): void {
  const { dice, release } = draft
  const count = dice.pick([1, 1, 1, 1, 2, 2, 3])
  const policy = dice.pick([null, 'shared', 'dedicated', 'dedicated', 'mixed'])
  const pinned = policy === 'dedicated' || policy === 'mixed'
  const threadPolicy = pinned && dice.chance(0.6) ? dice.pick(['prefer', 'isolate', 'require']) : null
  const pagesize = dice.chance(0.5) ? null : dice.pick([-1, -2, -3, 4, 2048, 1048576])
  const [perCell, memory] = [dice.pick([1, 1, 2, 2, 3, 4]), dice.pick([128, 256, 512, 512, 1024, 1023])]
  const make = release === 'kilo' ? kiloCell : zedCell
  let next = 0
  const cells = range(0, count).map((id) => {
    const cpus = range(next, perCell + (dice.chance(0.1) ? 1 : 0))
    next += cpus.length
    return make({
      id,
      cpus,
      memory,
      policy,
      threadPolicy,
      pagesize,
      shared: dice.chance(0.1) ? dice.int(0, cpus.length) : dice.int(1, Math.max(1, cpus.length - 1)),
    })
  })
  const emulator = pinned && dice.chance(0.4) ? { emulator_threads_policy: dice.pick(['share', 'isolate']) } : {}
  const { instance_properties: instance, instance_type: flavor } = request.request_spec
  instance['numa_topology'] = { cells, ...(release === 'kilo' ? {} : emulator) }
  for (const sizes of [instance, flavor]) Object.assign(sizes, { vcpus: next, memory_mb: count * memory })
  if (policy !== null && dice.chance(0.9)) {
    const specs = {
      'hw:cpu_policy': policy,
      ...(threadPolicy === null ? {} : { 'hw:cpu_thread_policy': threadPolicy }),
    }
    if (dice.chance(0.8)) addExtraSpecs(request, specs)
    else askByImage(request, policy, threadPolicy)
  }
}

function askByImage({ request_spec: { image } }: RequestDraft, policy: string, threadPolicy: string | null): void {
  if (image === null || policy === 'mixed') return
  Object.assign(image.properties, { hw_cpu_policy: policy })
  if (threadPolicy !== null) image.properties['hw_cpu_thread_policy'] = threadPolicy
}

interface Asked {
  readonly id: number
  readonly cpus: readonly number[]
  readonly memory: number
  readonly policy: string | null
  readonly threadPolicy: string | null
  readonly pagesize: number | null
  /** How many of the CPUs are shared where the policy is mixed. */
  readonly shared: number
}

function zedCell({ id, cpus, memory, policy, threadPolicy, pagesize, shared }: Asked): Values {
  const border = policy === 'dedicated' ? 0 : policy === 'mixed' ? shared : cpus.length
  return {
    id,
    cpuset: cpus.slice(0, border),
    pcpuset: cpus.slice(border),
    memory,
    pagesize,
    cpu_policy: policy,
    cpu_thread_policy: threadPolicy,
  }
}

function kiloCell({ id, cpus, memory, policy, pagesize }: Asked): Values {
  return { id, cpuset: [...cpus], memory, pagesize, ...(policy === 'dedicated' ? { cpu_pinning_raw: {} } : {}) }
}
