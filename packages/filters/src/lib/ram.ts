import { float, reject, required, type FilterParts, type Host } from '@nova-sched/core/plugin'

/** Options of the filters that look at memory. */
export const RAM_OPTIONS = {
  ram_allocation_ratio: float(1.5, { group: 'DEFAULT', help: 'How many times the memory of a host may be promised.' }),
}

/** Reasons of the filters that look at memory. */
export const RAM_REASONS = {
  not_enough_ram:
    '{available} MiB of memory usable, {needed} MiB needed (total {total} MiB × ratio {ratio}, {used} MiB used)',
}

/** Enough memory for the flavor, when a host's memory may be promised `ratioOf(host)` times. */
export function ramParts(ratioOf: (host: Host) => number): FilterParts {
  return {
    prepare(request) {
      const needed = required(request.flavor, 'instance_type').memoryMb
      return (host) => {
        const ratio = ratioOf(host)
        const used = host.totalRamMb - required(host.freeRamMb, 'free_ram_mb')
        const available = host.totalRamMb * ratio - used
        if (available >= needed) return true
        return reject('not_enough_ram', { needed, available, unit: 'MiB', total: host.totalRamMb, ratio, used })
      }
    },
    limits: (host) => ({ memory_mb: host.totalRamMb * ratioOf(host) }),
  }
}
