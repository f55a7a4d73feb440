import { float, required, type FilterParts, type Host } from '@nova-sched/core/plugin'
import { ratioChanges, sizeChanges, tooLittle } from './allocation.ts'
import type { Limit } from './limit.ts'

/** Options of the filters that look at memory. */
export const RAM_OPTIONS = {
  ram_allocation_ratio: float(1.5, { group: 'DEFAULT', help: 'How many times the memory of a host may be promised.' }),
}

/**
 * Reasons of the filters that look at memory.
 *
 * @param ratio - how the ratio is told
 */
export const ramReasons = (ratio = '{ratio}'): Readonly<Record<string, string>> => ({
  not_enough_ram: `{available} MiB of memory usable, {needed} MiB needed (total {total} MiB × ratio ${ratio}, {used} MiB used)`,
})

/** Enough memory for the flavor, when a host's memory may be promised as many times as the ratio says. */
export function ramParts(ratio: Limit): FilterParts {
  const usedOf = ({ totalRamMb, freeRamMb }: Host): number => totalRamMb - required(freeRamMb, 'free_ram_mb')
  return {
    prepare(request) {
      const needed = required(request.flavor, 'instance_type').memoryMb
      return (host) => {
        const limit = host.totalRamMb * ratio.of(host)
        const used = usedOf(host)
        if (limit - used >= needed) return true
        return tooLittle('not_enough_ram', 'MiB', host, ratio, { total: host.totalRamMb, used, needed })
      }
    },
    limits: (host) => ({ memory_mb: host.totalRamMb * ratio.of(host) }),
    notes: ratio.notes,
    changes(host, { flavor }) {
      const [total, used, needed] = [host.totalRamMb, usedOf(host), required(flavor, 'instance_type').memoryMb]
      return [
        ...ratioChanges(ratio, host, { total, used, needed }),
        ...sizeChanges('memory_mb', total * ratio.of(host) - used),
      ]
    },
  }
}
