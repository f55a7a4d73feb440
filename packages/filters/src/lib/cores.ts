import { float, reject, type FilterParts, type Host } from '@nova-sched/core/plugin'

/** Options of the filters that look at virtual CPUs. */
export const CORE_OPTIONS = {
  cpu_allocation_ratio: float(16, { group: 'DEFAULT', help: 'How many times the CPUs of a host may be promised.' }),
}

/** Reasons of the filters that look at virtual CPUs. */
export const CORE_REASONS = {
  not_enough_cpus: '{available} VCPUs usable, {needed} needed (total {total} × ratio {ratio}, {used} used)',
}

/**
 * Enough virtual CPUs for the flavor, when a host's CPUs may be promised `ratioOf(host)` times. A host with 0 CPUs
 * could not tell how many it has: it passes, without a limit.
 */
export function coreParts(ratioOf: (host: Host) => number): FilterParts {
  return {
    prepare({ flavor }) {
      if (flavor === null) return null
      const needed = flavor.vcpus
      return (host) => {
        const { vcpusTotal: total, vcpusUsed: used } = host
        if (total === 0) return true
        const ratio = ratioOf(host)
        const available = total * ratio - used
        if (available < needed)
          return reject('not_enough_cpus', { needed, available, unit: 'VCPU', total, ratio, used })
        return true
      }
    },
    limits(host, { flavor }) {
      const vcpu = flavor === null || host.vcpusTotal === 0 ? 0 : host.vcpusTotal * ratioOf(host)
      return vcpu > 0 ? { vcpu } : {}
    },
    notes: (host) =>
      host.vcpusTotal === 0 ? ['cannot tell how many CPUs the host has (vcpus 0); passes, no limit'] : [],
  }
}
