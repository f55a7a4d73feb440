import type { TieBreak } from './tournament.ts'

/** A place that goes before all that were its equals. */
const FRONT = Infinity

/**
 * The order of equals in a request of several instances, where each round sees the places in the order of the round
 * before, the chosen one first: equal totals are told apart by the totals before, these by the ones before them, and in
 * the end by the places themselves.
 */
export class RankingOrder {
  /** Totals that held before an extreme moved, the oldest first. */
  readonly #before: Float64Array[] = []
  /** Rounds in which places were chosen, counted from 1. */
  readonly #chosenIn: Int32Array
  #rounds = 0
  #last: number | null = null

  /** @param count - how many places there are */
  constructor(count: number) {
    this.#chosenIn = new Int32Array(count)
  }

  readonly tieBreak: TieBreak = (one, other) => {
    for (let at = this.#before.length - 1; at >= 0; at--) {
      const [mine, others] = [this.#before[at]?.[one] as number, this.#before[at]?.[other] as number]
      if (mine !== others) return mine > others ? one : other
    }
    return (this.#chosenIn[one] as number) >= (this.#chosenIn[other] as number) ? one : other
  }

  /** A place was chosen: it goes before its equals from now on. */
  choose(slot: number): void {
    this.#rounds += 1
    this.#chosenIn[slot] = this.#rounds
    this.#last = slot
    for (const totals of this.#before) totals[slot] = FRONT
  }

  /** All totals are about to change: the order of the last round is kept. */
  keep(totals: Float64Array): void {
    const kept = totals.slice()
    if (this.#last !== null) kept[this.#last] = FRONT
    this.#before.push(kept)
  }
}
