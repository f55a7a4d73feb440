import { cellsInOrder } from './cell-order.ts'
import { fitCell, type FitTerms } from './fit-cell.ts'
import { guestCell, placedCell, threadsReserved, type GuestCell } from './guest-cell.ts'
import { rememberedById, rememberedByState, type TryFit } from './memory.ts'
import type { NumaQuestion } from './question.ts'
import type { HostCell, InstanceTopology } from './topology.ts'

/**
 * Fits the NUMA cells of an instance onto those of a host: each on a host cell of its own, the first arrangement that
 * does, in Nova's order. Nova's `numa_fit_instance_to_host`.
 *
 * @returns the instance's cells as they were placed: ids of host cells, concrete page sizes, pinned CPUs; null when they
 * do not fit
 * @throws PAGE_SIZE_NOT_SUPPORTED, VALUE_MALFORMED where Nova breaks on the way
 */
export function fitNuma(question: NumaQuestion): InstanceTopology | null {
  const { host, instance } = question
  const count = instance.cells.length
  if (count === 0 || host.cells.length < count) return null
  const guests = instance.cells.map(guestCell)
  const hostCells = cellsInOrder(question)
  const tryFit = fitter(question)
  const isPciNear = pciAnswers(question)
  const places = guests.map((_, index) => index)
  let changed = 0
  for (let before = 0; ;) {
    const failed = placeAll(guests, places, hostCells, tryFit)
    if (failed === count && isPciNear(guests)) return placed(guests, instance)
    const failsAgain = failed < changed && failed <= before
    before = failed
    changed = nextArrangement(places, failsAgain ? failed : count - 1, hostCells.length)
    if (changed === -1) return null
  }
}

/** Places one cell after the other; the first place whose cell does not fit, or the number of places. */
function placeAll(
  guests: readonly GuestCell[],
  places: readonly number[],
  hostCells: readonly HostCell[],
  tryFit: TryFit,
): number {
  for (const [place, guest] of guests.entries()) {
    const host = hostCells[places[place] ?? 0]
    if (host === undefined || !tryFit(host, guest, place)) return place
  }
  return guests.length
}

/** Fits one cell at a time. */
function fitter({ instance, limits, rules }: NumaQuestion): TryFit {
  const terms = instance.cells.map((_, place) => ({ limits, rules, reserved: threadsReserved(instance, place) }))
  const tryFit: TryFit = (host, guest, place) => fitCell(host, guest, terms[place] as FitTerms) === null
  return rules.fitsAreRememberedById ? rememberedById(tryFit) : rememberedByState(tryFit)
}

/** Whether the devices are near the cells; the order of the cells does not matter to them. */
function pciAnswers({ pciNear }: NumaQuestion): (guests: readonly GuestCell[]) => boolean {
  if (pciNear === null) return () => true
  const answers = new Map<string, boolean>()
  return (guests) => {
    const ids = guests.map(({ id }) => id).sort((a, b) => a - b)
    const key = ids.join()
    const answer = answers.get(key) ?? pciNear(ids)
    answers.set(key, answer)
    return answer
  }
}

function placed(guests: readonly GuestCell[], { emulatorThreadsPolicy }: InstanceTopology): InstanceTopology {
  return Object.freeze({ cells: Object.freeze(guests.map(placedCell)), emulatorThreadsPolicy })
}

/**
 * Goes on to the next arrangement, in the order of Python's `permutations`.
 *
 * @param places - the host cell of each guest cell; changed in place
 * @param last - the last place that must change: what comes after it may be skipped
 * @returns the first place that changed; -1 when there is no further arrangement
 */
function nextArrangement(places: number[], last: number, hostCells: number): number {
  for (let place = last; place >= 0; place--) {
    const next = nextFree(places, place, (places[place] ?? 0) + 1)
    if (next >= hostCells) continue
    places[place] = next
    for (let after = place + 1; after < places.length; after++) places[after] = nextFree(places, after, 0)
    return place
  }
  return -1
}

/** The first host cell, from this one on, that no place before takes. */
function nextFree(places: readonly number[], place: number, from: number): number {
  const taken = places.slice(0, place)
  let next = from
  while (taken.includes(next)) next++
  return next
}
