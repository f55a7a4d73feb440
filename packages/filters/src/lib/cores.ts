import { float, type FilterParts } from '@nova-sched/core/plugin'
import { ratioChanges, sizeChanges, tooLittle } from './allocation.ts'
import type { Limit } from './limit.ts'

/** Options of the filters that look at virtual CPUs. */
export const CORE_OPTIONS = {
  cpu_allocation_ratio: float(16, { group: 'DEFAULT', help: 'How many times the CPUs of a host may be promised.' }),
}

/**
 * Reasons of the filters that look at virtual CPUs.
 *
 * @param ratio - how the ratio is told
 */
export const coreReasons = (ratio = '{ratio}'): Readonly<Record<string, string>> => ({
  not_enough_cpus: `VCPUs: {available} usable, {needed} needed (total {total} × ratio ${ratio}, {used} used)`,
})

/**
 * Enough virtual CPUs for the flavor, when a host's CPUs may be promised as many times as the ratio says. A host with
 * 0 CPUs could not tell how many it has: it passes, without a limit.
 */
export function coreParts(ratio: Limit): FilterParts {
  return {
    prepare({ flavor }) {
      if (flavor === null) return null
      const needed = flavor.vcpus
      return (host) => {
        const { vcpusTotal: total, vcpusUsed: used } = host
        if (total === 0 || !(total * ratio.of(host) - used < needed)) return true
        return tooLittle('not_enough_cpus', 'VCPU', host, ratio, { total, used, needed })
      }
    },
    limits(host, { flavor }) {
      const vcpu = flavor === null || host.vcpusTotal === 0 ? 0 : host.vcpusTotal * ratio.of(host)
      return vcpu > 0 ? { vcpu } : {}
    },
    notes(host) {
      if (host.vcpusTotal !== 0) return ratio.notes(host)
      return ['cannot tell how many CPUs the host has (vcpus 0); passes, no limit']
    },
    changes(host, { flavor }) {
      const { vcpusTotal: total, vcpusUsed: used } = host
      return [
        ...ratioChanges(ratio, host, { total, used, needed: flavor?.vcpus ?? 0 }),
        ...sizeChanges('vcpus', total * ratio.of(host) - used),
      ]
    },
  }
}
