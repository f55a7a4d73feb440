import { owns, sharedCpus, type GuestCell } from './guest-cell.ts'
import { lackOfFreeMemory, takeMemory, takePageSize } from './pages.ts'
import { pinCpus } from './pinning.ts'
import type { NumaRules } from './rules.ts'
import { lacking, lackOf, type Lack } from './lack.ts'
import type { HostCell, NumaLimits } from './topology.ts'

/** On what terms a cell is fitted. */
export interface FitTerms {
  /** How far cells are overcommitted; null: nobody set a limit. */
  readonly limits: NumaLimits | null
  /** Host CPUs that this cell takes for emulator threads. */
  readonly reserved: number
  readonly rules: NumaRules
}

/**
 * Whether an instance's cell fits on a host cell, and what it lacks where not. Its choices are written to the cell, as
 * far as it came.
 *
 * @returns null when it fits
 * @throws PAGE_SIZE_NOT_SUPPORTED, VALUE_MALFORMED where Nova breaks
 */
export function fitCell(host: HostCell, cell: GuestCell, { limits, reserved, rules }: FitTerms): Lack | null {
  const { asked } = cell
  const isOwner = owns(asked)
  const isSharer = !isOwner || (rules.ownedCpusAreApart && asked.cpuPolicy === 'mixed')
  const countsShared = isSharer || !rules.ownedCpusAreApart
  const lack =
    takeMemory(host, cell, rules) ??
    (countsShared ? lackOf('not_enough_cpus', 'CPU', sharedCpus(asked, rules), host.cpuset.length) : null) ??
    (isOwner ? takeOwned(host, cell, reserved, rules) : null) ??
    (isSharer && limits !== null ? overLimits(host, cell, limits, rules) : null) ??
    (rules.pagesComeFirst ? null : takePageSize(host, cell, rules))
  if (lack === null) cell.id = host.id
  return lack
}

function takeOwned(host: HostCell, cell: GuestCell, reserved: number, rules: NumaRules): Lack | null {
  return lackOfFreeMemory(host, cell, rules) ?? pinCpus(host, cell, reserved, rules)
}

function overLimits(host: HostCell, { asked }: GuestCell, limits: NumaLimits, rules: NumaRules): Lack | null {
  const cpus = sharedCpus(asked, rules)
  const usable = host.cpuset.length * limits.cpuAllocationRatio
  const usableMemory = host.memory * limits.ramAllocationRatio
  if (host.cpuUsage + cpus > usable) {
    return lacking('not_enough_cpus', 'CPU', cpus, usable - host.cpuUsage)
  }
  if (host.memoryUsage + asked.memory > usableMemory) {
    return lacking('not_enough_memory', 'MiB', asked.memory, usableMemory - host.memoryUsage)
  }
  return null
}
