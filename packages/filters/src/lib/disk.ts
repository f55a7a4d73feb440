import {
  float,
  required,
  type Change,
  type Details,
  type FilterParts,
  type Flavor,
  type Host,
} from '@nova-sched/core/plugin'
import { ratioChanges, tooLittle } from './allocation.ts'
import type { Limit } from './limit.ts'

/** Options of the filters that look at disk. */
export const DISK_OPTIONS = {
  disk_allocation_ratio: float(1, { group: 'DEFAULT', help: 'How many times the disk of a host may be promised.' }),
}

/**
 * Reasons of the filters that look at disk.
 *
 * @param ratio - how the ratio is told
 */
export const diskReasons = (ratio = '{ratio}'): Readonly<Record<string, string>> => ({
  not_enough_disk: `{available} MiB of disk usable, {needed} MiB needed (total {total} MiB × ratio ${ratio}, {used} MiB used{remark})`,
})

/** The disks of a flavor, in the order in which they are made smaller: name in Nova, ours, and MiB of one unit. */
const DISKS = [
  ['root_gb', 'rootGb', 1024],
  ['ephemeral_gb', 'ephemeralGb', 1024],
  ['swap', 'swapMb', 1],
] as const

/**
 * MiB of disk that a flavor takes: root, ephemeral and swap.
 *
 * @throws TYPE_MISMATCH when the request carries no flavor
 */
export function diskOfFlavor(flavor: Flavor | null): number {
  const { rootGb, ephemeralGb, swapMb } = required(flavor, 'instance_type')
  return 1024 * (rootGb + ephemeralGb) + swapMb
}

/**
 * One disk of the flavor made as large as fits beside the others, each change alone.
 *
 * @param room - MiB for all disks
 * @param fills - only sizes by which the room is used up to the last MiB
 */
export function diskChanges(flavor: Flavor, room: number, { fills }: { readonly fills: boolean }): readonly Change[] {
  return DISKS.flatMap(([field, name, unit]) => {
    const left = room - (diskOfFlavor(flavor) - unit * flavor[name])
    const value = Math.floor(left / unit)
    return value >= 0 && (!fills || value * unit === left) ? [{ kind: 'flavor', field, value }] : []
  })
}

/** Enough disk for the flavor, when a host's disk may be promised as many times as the ratio says. */
export function diskParts(ratio: Limit): FilterParts {
  const usable = (host: Host): number => {
    const total = host.totalDiskGb * 1024
    return total * ratio.of(host) - (total - host.freeDiskMb)
  }
  return {
    prepare(request) {
      const needed = diskOfFlavor(request.flavor)
      return (host) => {
        if (usable(host) >= needed) return true
        const total = host.totalDiskGb * 1024
        const used = total - host.freeDiskMb
        return tooLittle('not_enough_disk', 'MiB', host, ratio, { total, used, needed }, reportOf(host))
      }
    },
    limits: (host) => ({ disk_gb: (host.totalDiskGb * 1024 * ratio.of(host)) / 1024 }),
    notes(host, { flavor, imageRef }) {
      if (flavor === null) return []
      if (usable(host) >= diskOfFlavor(flavor)) return [...ratio.notes(host), ...reportNotes(host)]
      // An instance without an image boots from a volume. Told where it decides: but for the root disk the host would do.
      const isVolume = imageRef === '' && usable(host) >= diskOfFlavor({ ...flavor, rootGb: 0 })
      return [...ratio.notes(host), ...(isVolume ? [volumeNote(flavor)] : [])]
    },
    changes(host, request) {
      const flavor = required(request.flavor, 'instance_type')
      const total = host.totalDiskGb * 1024
      const needed = diskOfFlavor(flavor)
      return [
        ...ratioChanges(ratio, host, { total, used: total - host.freeDiskMb, needed }),
        ...diskChanges(flavor, usable(host), { fills: false }),
      ]
    },
  }
}

/** Both numbers that free disk is made of, where a host reports both. */
function reportOf({ freeDiskReport: report }: Host): Details {
  if (report === null) return { remark: '' }
  const { freeDiskGb, diskAvailableLeastGb: least } = report
  const numbers = { free_disk_gb: freeDiskGb, disk_available_least: least }
  if (freeDiskGb === least) return { ...numbers, remark: '' }
  return { ...numbers, remark: `; free_disk_gb is ${freeDiskGb}, disk_available_least ${least}: the smaller counts` }
}

function reportNotes({ freeDiskReport: report }: Host): readonly string[] {
  if (report === null || report.diskAvailableLeastGb <= report.freeDiskGb) return []
  const { freeDiskGb, diskAvailableLeastGb: least } = report
  return [`the hypervisor has ${least} GiB of disk free, the database ${freeDiskGb}: the smaller number counts`]
}

function volumeNote({ rootGb }: Flavor): string {
  return `boots from a volume; the release in force counts its root disk (${rootGb} GiB) all the same; later ones do not`
}
