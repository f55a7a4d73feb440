import type { GuestCell } from './guest-cell.ts'
import type { HostCell } from './topology.ts'

/** Whether a cell of an instance, the one at this place, fits on a host cell; writes what it chose to the cell. */
export type TryFit = (host: HostCell, guest: GuestCell, place: number) => boolean

/**
 * Nova's own memory of what fits: by the ids of both cells, of which the guest's changes with every fit. What was
 * found of one guest cell may so be taken for another, and pinned CPUs may be those of another host cell: that is part
 * of the answer.
 */
export function rememberedById(tryFit: TryFit): TryFit {
  const answers = new Map<number, Map<number, boolean>>()
  return (host, guest, place) => {
    const known = answers.get(host.id) ?? new Map<number, boolean>()
    if (known.size === 0) answers.set(host.id, known)
    const { id } = guest
    const answer = known.get(id)
    if (answer === undefined) {
      const fits = tryFit(host, guest, place)
      known.set(id, fits)
      return fits
    }
    if (answer) guest.id = host.id
    return answer
  }
}

/** A memory that changes no answer, for speed: what a guest cell in the same state was told by the same host cell. */
export function rememberedByState(tryFit: TryFit): TryFit {
  const answers = new Map<HostCell, (Settled | undefined)[]>()
  return (host, guest, place) => {
    const known = answers.get(host) ?? []
    if (known.length === 0) answers.set(host, known)
    const { pageSize, cpuTopology } = guest
    const settled = known[place]
    if (settled !== undefined && settled.pageSize === pageSize && settled.cpuTopology === cpuTopology) {
      if (settled.fits) Object.assign(guest, { id: host.id, cpuPinning: settled.cpuPinning })
      return settled.fits
    }
    const fits = tryFit(host, guest, place)
    const isSettled = guest.pageSize === pageSize && guest.cpuTopology === cpuTopology
    known[place] = isSettled ? { pageSize, cpuTopology, fits, cpuPinning: guest.cpuPinning } : undefined
    return fits
  }
}

/** An answer that left the state of the guest cell as it was, so that it would be given again. */
interface Settled extends Pick<GuestCell, 'pageSize' | 'cpuTopology' | 'cpuPinning'> {
  readonly fits: boolean
}
