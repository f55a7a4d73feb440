import {
  fault,
  type Change,
  type Host,
  type HostTopology,
  type InstanceTopology,
  type NumaLimits,
  type Request,
} from '@nova-sched/core/plugin'
import { smallestRatio } from './allocation.ts'

/** The NUMA cells of an instance; null when it asks for none. */
export function someCells(topology: InstanceTopology | null): InstanceTopology | null {
  return topology !== null && topology.cells.length > 0 ? topology : null
}

/**
 * Whether a flavor, an image or both together ask for owned CPUs that are hardware threads of their cores.
 *
 * @throws FIELD_NOT_LOADED without extra_specs, ATTRIBUTE_MISSING without an image: Nova looks in both
 */
export function requiresThreads({ flavor, image }: Request): boolean {
  const { properties } = image
  const { extraSpecs = null } = flavor ?? {}
  if (extraSpecs === null) throw fault('FIELD_NOT_LOADED', 'the flavor has no extra_specs: Nova looks in them')
  if (properties === null) throw fault('ATTRIBUTE_MISSING', 'the request has no image: Nova looks for its properties')
  const wants = (name: string, value: string): boolean => {
    return extraSpecs[`hw:${name}`] === value || properties[`hw_${name}`] === value
  }
  return wants('cpu_policy', 'dedicated') && wants('cpu_thread_policy', 'require')
}

/** Whether a core of the host has more than one hardware thread. */
export function hasThreads({ cells }: HostTopology): boolean {
  return cells.some(({ siblings }) => siblings.some((core) => core.length > 1))
}

/**
 * How far a node says that it may be overcommitted.
 *
 * @throws VALUE_MALFORMED when it says nothing
 */
export function reportedRatios({ cpuAllocationRatio, ramAllocationRatio }: Host): NumaLimits {
  if (cpuAllocationRatio === null || ramAllocationRatio === null) {
    const name = cpuAllocationRatio === null ? 'cpu_allocation_ratio' : 'ram_allocation_ratio'
    throw fault('VALUE_MALFORMED', `${name} of the node is null: NUMA limits need a number`, { name })
  }
  return { cpuAllocationRatio, ramAllocationRatio }
}

/** Ratios of the configuration by which a cell of the host would have room for a cell of the instance. */
export function ratioRaises(host: HostTopology, instance: InstanceTopology, now: NumaLimits): readonly Change[] {
  const raises = host.cells.flatMap(({ cpuset, cpuUsage, memory, memoryUsage }) =>
    instance.cells.flatMap((cell) => [
      ...raise('cpu_allocation_ratio', now.cpuAllocationRatio, cpuset.length, cpuUsage, cell.cpuset.length),
      ...raise('ram_allocation_ratio', now.ramAllocationRatio, memory, memoryUsage, cell.memory),
    ]),
  )
  const each = new Map(raises.map((change) => [`${change.option} ${change.value}`, change]))
  return [...each.values()].sort((a, b) => a.value - b.value)
}

function raise(option: string, now: number, total: number, used: number, needed: number) {
  const value = smallestRatio({ total, used, needed })
  return value === null || value <= now ? [] : [{ kind: 'option', option, value } as const]
}
