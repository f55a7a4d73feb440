import { OwnExtremes, SharedExtremes, type ExtremesInForce } from './extremes.ts'
import type { RankingOrder } from './ranking-order.ts'
import { Totals, type Ends } from './totals.ts'
import { Tournament } from './tournament.ts'
import type { WeightColumn } from './weight-column.ts'

/** Where more than one place in so many has changed, all are added up again. */
const WORTH_FOLLOWING = 2
/** Where more than one place in so many has changed, the whole tournament is played again. */
const WORTH_REPLAYING = 64
/** Of so many places one is looked at, once extremes have moved, before all are added up again; and so many at least. */
const WORTH_LOOKING = 64
const LEAST_PATIENCE = 32

/** What standings are made of. */
export interface StandingsParts {
  /** One may be put in the place of another. */
  readonly weighers: readonly WeightColumn[]
  /** 0 for each place that is in. */
  readonly lostTo: Uint8Array
  /** Extremes are those of all requests so far. */
  readonly remembers: boolean
  /** How equals are ordered; null: by their places. */
  readonly order: RankingOrder | null
}

/**
 * Who of the places that are in is the best. All weights are added up again only where the extremes have moved too far
 * since they were.
 */
export class Standings {
  readonly #extremes: ExtremesInForce
  readonly #totals: Totals
  readonly #lostTo: Uint8Array
  readonly #order: RankingOrder | null
  /** The totals hold. */
  #isAdded = false
  /** How much more than its total a place can be worth. */
  #slack = 0
  /** Null: the totals have changed too much since it was played. */
  #tournament: Tournament | null = null
  /** The best was looked for without a tournament: to look once more is worth one. */
  #wasScanned = false

  constructor({ weighers, lostTo, remembers, order }: StandingsParts) {
    this.#extremes = remembers ? new SharedExtremes(weighers, lostTo) : new OwnExtremes(weighers, lostTo)
    this.#totals = new Totals(weighers, lostTo.length)
    this.#lostTo = lostTo
    this.#order = order
  }

  /** The extremes in force when the best was last looked for. */
  get ends(): Ends {
    return this.#extremes
  }

  /**
   * Places are asked again, and will be among those that are renewed.
   *
   * @param moved - one of them is in and was out before, or the other way round
   */
  touch(slots: readonly number[], moved: boolean): void {
    this.#extremes.touch(slots, moved)
  }

  /** Some places, each once, were asked again. */
  renew(slots: readonly number[]): void {
    if (!this.#isAdded || slots.length === 0) return
    const { length } = this.#lostTo
    if (slots.length * WORTH_FOLLOWING > length) return this.#forgetTotals()
    this.#totals.renew(slots, this.#lostTo)
    if (slots.length * WORTH_REPLAYING > length) this.#stopPlaying()
    for (const slot of slots) this.#tournament?.update(slot)
  }

  /** All places were asked anew, of all or of one weigher. */
  restart(): void {
    this.#extremes.restart()
    this.#forgetTotals()
  }

  /**
   * Goes on from others by the same weighers, whose places were all asked.
   *
   * @param differing - places that are in here and out there, or the other way round
   */
  takeOver(others: Standings, differing: readonly number[]): void {
    this.#forgetTotals()
    this.#extremes.takeOver(others.#extremes)
    this.touch(differing, differing.length > 0)
    // Totals of others are none of the rounds by which equals are ordered.
    this.#isAdded = others.#isAdded && this.#order === null
    if (!this.#isAdded) return
    this.#slack = others.#slack
    this.#totals.takeOver(others.#totals)
    this.renew(differing)
  }

  /** The best place; null when none is left. */
  best(): number | null {
    this.#settle()
    if (this.#tournament === null && this.#order === null && !this.#wasScanned) {
      this.#wasScanned = true
      const best = this.#totals.best(this.#extremes, this.#slack, this.#patience)
      if (best !== undefined) return best
      this.#forgetTotals()
      return this.best()
    }
    return this.#slack === 0 ? this.#played().best : (this.top(1)[0] ?? null)
  }

  /**
   * The best places, the best first.
   *
   * @param accepts - whether a place is wanted at all; absent: each is
   */
  top(count: number, accepts?: (slot: number) => boolean): readonly number[] {
    this.#settle()
    const slack = this.#slack
    const patience = slack === 0 ? Infinity : this.#patience
    const worth = (slot: number): number => this.totalOf(slot)
    const found = this.#played().search({ count, worth, slack, patience, ...(accepts && { accepts }) })
    if (found !== null) return found
    this.#forgetTotals()
    return this.top(count, accepts)
  }

  /** The weight of a place, added up. */
  totalOf(slot: number): number {
    return this.#totals.at(slot, this.#extremes)
  }

  /** How many places are looked at before all are added up again. */
  get #patience(): number {
    return Math.max(LEAST_PATIENCE, this.#lostTo.length / WORTH_LOOKING)
  }

  /** The order of equals is that of the totals before, where a request goes on. */
  #forgetTotals(): void {
    if (this.#isAdded) this.#order?.keep(this.#totals.values)
    this.#isAdded = false
    this.#stopPlaying()
  }

  #stopPlaying(): void {
    this.#tournament = null
    this.#wasScanned = false
  }

  #settle(): void {
    const hasMoved = this.#extremes.settle()
    // The order among equals asks for totals that are exact.
    if (hasMoved && this.#order !== null) this.#forgetTotals()
    if (this.#isAdded && (hasMoved || this.#slack > 0)) this.#slack = this.#totals.slack(this.#extremes)
    if (this.#slack === Infinity) this.#forgetTotals()
    if (this.#isAdded) return
    this.#totals.addUp(this.#extremes, this.#lostTo)
    this.#slack = 0
    this.#isAdded = true
  }

  #played(): Tournament {
    this.#tournament ??= new Tournament(this.#totals.values, this.#order?.tieBreak ?? null)
    return this.#tournament
  }
}
