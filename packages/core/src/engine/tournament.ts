/** The total of a place that does not take part. */
export const OUT = -Infinity

/** Places whose best is found by looking at each of them. */
const BLOCK = 16

/**
 * Which of two places with equal totals goes first.
 *
 * @param one - the lower place
 */
export type TieBreak = (one: number, other: number) => number

/** What is looked for in a tournament. */
export interface Search {
  /** How many places, at most. */
  readonly count: number
  /** What a place is worth. */
  readonly worth: (place: number) => number
  /** How much more than its total a place is worth at most, 0 or more. */
  readonly slack: number
  /** How many places may be looked at, at most. */
  readonly patience: number
  /** Whether a place is wanted at all. */
  readonly accepts?: (place: number) => boolean
}

/**
 * The best of many places by their totals, kept as totals change: each block of places has a winner, each pair of
 * winners too, up to the best of all. A change is played again along its path alone.
 */
export class Tournament {
  readonly #totals: Float64Array
  /** Winners: the best of all in 1, round after round, those of the blocks from `#size` on. */
  readonly #winners: Int32Array
  readonly #size: number
  readonly #count: number
  readonly #tieBreak: TieBreak | null

  /**
   * @param totals - of all places, and one more that is {@link OUT}; whoever changes one calls {@link update}
   * @param tieBreak - null: the lower place goes first
   */
  constructor(totals: Float64Array, tieBreak: TieBreak | null = null) {
    const count = totals.length - 1
    const blocks = Math.ceil(count / BLOCK)
    let size = 1
    while (size < blocks) size *= 2
    this.#totals = totals
    this.#count = count
    this.#size = size
    this.#tieBreak = tieBreak
    const winners = new Int32Array(2 * size).fill(count)
    this.#winners = winners
    for (let block = 0; block < blocks; block++) winners[size + block] = this.#bestOf(block)
    for (let match = size - 1; match > 0; match--) {
      winners[match] = this.#play(winners[2 * match] as number, winners[2 * match + 1] as number)
    }
  }

  /** The best place by its total; null when none takes part. */
  get best(): number | null {
    const best = this.#winners[1] as number
    return this.#totals[best] === OUT ? null : best
  }

  /** The total of a place has changed. */
  update(place: number): void {
    const winners = this.#winners
    const block = Math.floor(place / BLOCK)
    let match = this.#size + block
    let before = winners[match] as number
    let winner = this.#bestOf(block)
    winners[match] = winner
    // Above a match that another place has won before and after, nothing is new.
    while (match > 1 && (winner === place || before === place || winner !== before)) {
      match >>= 1
      before = winners[match] as number
      winner = this.#play(winners[2 * match] as number, winners[2 * match + 1] as number)
      winners[match] = winner
    }
  }

  /**
   * The best places by what they are worth, the best first; equals as in the tournament.
   *
   * @returns null when more places must be looked at than the patience allows
   */
  search(search: Search): readonly number[] | null {
    const found = new Found(search, (one, other) => this.#goesBefore(one, other))
    return this.#visit(1, search, found) ? found.places : null
  }

  /** @returns whether the patience has lasted */
  #visit(match: number, search: Search, found: Found): boolean {
    const winner = this.#winners[match] as number
    const total = this.#totals[winner] as number
    if (total === OUT || found.isBeyond(winner, total + search.slack)) return true
    if (match >= this.#size) return this.#visitBlock(match - this.#size, search, found)
    const better = this.#winners[2 * match] === winner ? 2 * match : 2 * match + 1
    return this.#visit(better, search, found) && this.#visit(better ^ 1, search, found)
  }

  #visitBlock(block: number, { slack }: Search, found: Found): boolean {
    const end = Math.min(this.#count, (block + 1) * BLOCK)
    for (let place = block * BLOCK; place < end; place++) {
      const total = this.#totals[place] as number
      if (total !== OUT && !found.isBeyond(place, total + slack) && !found.look(place)) return false
    }
    return true
  }

  #bestOf(block: number): number {
    const totals = this.#totals
    const end = Math.min(this.#count, (block + 1) * BLOCK)
    let best = block * BLOCK
    let most = totals[best] as number
    for (let place = best + 1; place < end; place++) {
      const total = totals[place] as number
      if (total < most || (total === most && (this.#tieBreak === null || this.#goesBefore(best, place)))) continue
      best = place
      most = total
    }
    return best
  }

  /** @param one - the lower place */
  #play(one: number, other: number): number {
    const mine = this.#totals[one] as number
    const others = this.#totals[other] as number
    if (mine === others) return this.#goesBefore(one, other) ? one : other
    return mine > others ? one : other
  }

  /** Whether the first of two equals goes before the other. */
  #goesBefore(one: number, other: number): boolean {
    if (this.#tieBreak === null || this.#totals[one] === OUT) return one < other
    return this.#tieBreak(Math.min(one, other), Math.max(one, other)) === one
  }
}

/** The best places that a search has met. */
class Found {
  readonly places: number[] = []
  readonly #values: number[] = []
  readonly #search: Search
  readonly #goesBefore: (one: number, other: number) => boolean
  #looked = 0

  constructor(search: Search, goesBefore: (one: number, other: number) => boolean) {
    this.#search = search
    this.#goesBefore = goesBefore
  }

  /**
   * Whether neither a place, nor one that it has beaten, can be among them any more.
   *
   * @param most - what any of these can be worth
   */
  isBeyond(place: number, most: number): boolean {
    const { count, slack } = this.#search
    if (this.places.length < count) return false
    const least = this.#values[count - 1] as number
    if (most !== least || slack > 0) return most < least
    return !this.#goesBefore(place, this.places[count - 1] as number)
  }

  /** @returns false when the patience has ended */
  look(place: number): boolean {
    const { count, worth, patience, accepts } = this.#search
    this.#looked += 1
    if (this.#looked > patience) return false
    if (accepts?.(place) === false) return true
    const value = worth(place)
    let at = this.places.length
    while (at > 0 && this.#isBefore(place, value, at - 1)) at--
    if (at === count) return true
    this.places.splice(at, 0, place)
    this.#values.splice(at, 0, value)
    if (this.places.length > count) {
      this.places.pop()
      this.#values.pop()
    }
    return true
  }

  #isBefore(place: number, value: number, at: number): boolean {
    const other = this.#values[at] as number
    return value === other ? this.#goesBefore(place, this.places[at] as number) : value > other
  }
}
