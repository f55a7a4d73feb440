import { float, reject, required, type FilterParts, type Flavor, type Host } from '@nova-sched/core/plugin'

/** Options of the filters that look at disk. */
export const DISK_OPTIONS = {
  disk_allocation_ratio: float(1, { group: 'DEFAULT', help: 'How many times the disk of a host may be promised.' }),
}

/** Reasons of the filters that look at disk. */
export const DISK_REASONS = {
  not_enough_disk:
    '{available} MiB of disk usable, {needed} MiB needed (total {total} MiB × ratio {ratio}, {used} MiB used)',
}

/**
 * MiB of disk that a flavor takes: root, ephemeral and swap.
 *
 * @throws TYPE_MISMATCH when the request carries no flavor
 */
export function diskOfFlavor(flavor: Flavor | null): number {
  const { rootGb, ephemeralGb, swapMb } = required(flavor, 'instance_type')
  return 1024 * (rootGb + ephemeralGb) + swapMb
}

/** Enough disk for the flavor, when a host's disk may be promised `ratioOf(host)` times. */
export function diskParts(ratioOf: (host: Host) => number): FilterParts {
  return {
    prepare(request) {
      const needed = diskOfFlavor(request.flavor)
      return (host) => {
        const ratio = ratioOf(host)
        const total = host.totalDiskGb * 1024
        const used = total - host.freeDiskMb
        const available = total * ratio - used
        if (available >= needed) return true
        return reject('not_enough_disk', { needed, available, unit: 'MiB', total, ratio, used })
      }
    },
    limits: (host) => ({ disk_gb: (host.totalDiskGb * 1024 * ratioOf(host)) / 1024 }),
  }
}
