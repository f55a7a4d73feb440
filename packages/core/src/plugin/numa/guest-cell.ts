import { numberSet } from './record.ts'
import type { NumaRules } from './rules.ts'
import type { CpuTopology, HostCell, InstanceCell, InstanceTopology } from './topology.ts'

/**
 * An instance's cell on its way to a place. Nova writes to the cell while it tries, and what it wrote for a host cell
 * that did not do stays for the next: a concrete page size in place of "any", an id, pinned CPUs.
 */
export interface GuestCell {
  readonly asked: InstanceCell
  id: number
  pageSize: number | null
  cpuTopology: CpuTopology | null
  cpuPinning: InstanceCell['cpuPinning']
  reservedCpus: readonly number[]
}

/** A cell as it is asked for, to be written to. */
export function guestCell(asked: InstanceCell): GuestCell {
  const { id, pageSize, cpuTopology, cpuPinning, reservedCpus } = asked
  return { asked, id, pageSize, cpuTopology, cpuPinning, reservedCpus }
}

/** The cell as it was written to, frozen. */
export function placedCell({ asked, ...written }: GuestCell): InstanceCell {
  return Object.freeze({ ...asked, ...written })
}

/** Whether an instance's cell owns CPUs, all or some. */
export function owns({ cpuPolicy }: InstanceCell): boolean {
  return cpuPolicy === 'dedicated' || cpuPolicy === 'mixed'
}

/** Guest CPUs that own a host CPU each. */
export function ownedCpus(asked: InstanceCell, rules: NumaRules): readonly number[] {
  if (rules.ownedCpusAreApart) return asked.pcpuset
  return owns(asked) ? allCpus(asked) : []
}

/** How many guest CPUs count among those that share the host's; where all come from one list, owned ones do too. */
export function sharedCpus(asked: InstanceCell, rules: NumaRules): number {
  return rules.ownedCpusAreApart ? asked.cpuset.length : allCpus(asked).length
}

function allCpus({ cpuset, pcpuset }: InstanceCell): readonly number[] {
  return pcpuset.length === 0 ? cpuset : numberSet([...cpuset, ...pcpuset])
}

/** Host CPUs that can be owned and are not yet, ascending. */
export function freeCpus(host: HostCell, rules: NumaRules): readonly number[] {
  const all = rules.ownedCpusAreApart ? host.pcpuset : host.cpuset
  return host.pinnedCpus.length === 0 ? all : all.filter((cpu) => !host.pinnedCpus.includes(cpu))
}

/** Host CPUs that the cell in a place takes for emulator threads, which go with the first. */
export function threadsReserved({ emulatorThreadsPolicy }: InstanceTopology, place: number): number {
  return place === 0 && emulatorThreadsPolicy === 'isolate' ? 1 : 0
}
