import type { HostTable } from '../hosts/host-table.ts'
import { normalize } from '../weigh/normalize.ts'
import { Losses } from './losses.ts'
import type { RankingOrder } from './ranking-order.ts'
import { Standings } from './standings.ts'
import { PASSES, type VerdictColumn } from './verdict-column.ts'
import type { WeightColumn } from './weight-column.ts'

const BYTES_PER_PLACE = 16
/** Where more than one place in so many has changed, and so many at least, a ranking that follows closer is gone on from. */
const WORTH_TAKING_OVER = 8
const LEAST_TAKING_OVER = 32

/** What a ranking is made of. */
export interface RankingParts {
  readonly table: HostTable
  /** Null: it lets every place pass. */
  readonly filters: readonly (VerdictColumn | null)[]
  readonly weighers: readonly WeightColumn[]
  /** Extremes are those of all requests so far. */
  readonly remembers: boolean
}

/** What a weigher made of a place. */
export interface Share {
  readonly raw: number
  readonly normalized: number
  readonly multiplier: number
}

/**
 * Places that all filters let pass, ranked by their weights, for requests whose plugins prepared the same. It follows
 * the hosts: a place that changed is asked and weighed again, and all weights are added up again only where the extremes
 * have moved too far. When a plugin breaks on the way, the ranking is worth nothing any more.
 */
export class Ranking {
  readonly losses: Losses
  /** How equals are ordered; null: by their places. */
  readonly order: RankingOrder | null
  readonly #table: HostTable
  readonly #filters: (VerdictColumn | null)[]
  readonly #weighers: WeightColumn[]
  readonly #standings: Standings
  #seen = -1
  #kin: Ranking | undefined
  /** Instances of the request were placed before: what is out stays out. */
  #isLater = false
  constructor({ table, filters, weighers, remembers }: RankingParts, order: RankingOrder | null = null) {
    const count = table.hosts.length
    this.#table = table
    this.#filters = [...filters]
    this.#weighers = [...weighers]
    this.losses = new Losses(filters.length, count)
    this.order = order
    this.#standings = new Standings({ weighers: this.#weighers, lostTo: this.losses.lostTo, remembers, order })
  }

  /** How much memory it takes, about: totals, verdicts, the bounds of extremes, a tournament. */
  get bytes(): number {
    return BYTES_PER_PLACE * this.losses.lostTo.length
  }

  /**
   * Names a ranking that was asked a moment ago: where that is less work, what it has added up is taken over when this
   * one catches up next.
   */
  goOnFrom(other: Ranking): void {
    const isKin = other !== this && other.#weighers.every((weigher, at) => weigher === this.#weighers[at])
    this.#kin = isKin ? other : undefined
  }

  /**
   * Asks what must be asked again since it was asked last.
   *
   * @throws what a plugin throws
   */
  catchUp(): void {
    const { version } = this.#table
    const named = this.#kin
    this.#kin = undefined
    if (this.#seen === version) return
    for (const filter of this.#filters) filter?.catchUp()
    for (const weigher of this.#weighers) weigher.catchUp()
    const changed = this.#table.changesSince(this.#seen)
    const near = Math.max(LEAST_TAKING_OVER, this.#table.hosts.length / WORTH_TAKING_OVER)
    const isFar = changed === null || changed.length > near
    const kin = isFar ? named : undefined
    const moved = changed === null ? this.#judgeAll() : this.#judgeAgain(changed)
    // Who has to ask everything anew widens extremes that are remembered, which is for his own requests to do.
    if (kin !== undefined && this.#table.changesSince(kin.#seen) !== null) this.#takeOver(kin)
    else if (changed === null) this.#weighAll()
    else this.#weighAgain(changed, moved)
    this.#seen = version
  }

  /** The best place; null when none is left. */
  best(): number | null {
    return this.#standings.best()
  }

  /**
   * The best places, the best first.
   *
   * @param accepts - whether a place is wanted at all; absent: each is
   */
  top(count: number, accepts?: (slot: number) => boolean): readonly number[] {
    return this.#standings.top(count, accepts)
  }

  /** The weight of a place, added up. */
  totalOf(slot: number): number {
    return this.#standings.totalOf(slot)
  }

  /** Tells how many places were lost to a filter for each reason; null for none. */
  eachReason(filter: number, tell: (reason: string | null, count: number) => void): void {
    const { reasons = [] } = this.#filters[filter] ?? {}
    const counts = this.losses.countsOf(filter)
    for (let code = 0; code < reasons.length; code++) {
      if ((counts[code] as number) > 0) tell(reasons[code] ?? null, counts[code] as number)
    }
  }

  /** What a weigher made of a place. */
  shareOf(weigher: number, slot: number): Share {
    const { raw, multipliers } = this.#weighers[weigher] as WeightColumn
    const { min, max } = this.#standings.ends
    const weight = raw[slot] as number
    return {
      raw: weight,
      normalized: normalize(weight, min[weigher] as number, max[weigher] as number),
      multiplier: multipliers[slot] as number,
    }
  }

  /**
   * Goes on to the next instance of a request: what is out stays out, and what a plugin prepared anew is asked of the
   * rest. Losses are counted from here.
   *
   * @param prepared - no column also where a filter is asked once a request
   * @throws what a plugin throws
   */
  goOn({ filters, weighers }: Pick<RankingParts, 'filters' | 'weighers'>): void {
    this.#isLater = true
    this.losses.forgetCounts()
    const changed = filters.map((filter, at) => (filter === this.#filters[at] ? null : filter))
    for (const [at, filter] of filters.entries()) this.#filters[at] = filter
    for (const [at, weigher] of weighers.entries()) if (weigher !== this.#weighers[at]) this.#weighWith(weigher, at)
    this.catchUp()
    for (const [at, filter] of changed.entries()) if (filter !== null) this.#loseMore(filter, at)
  }

  #weighWith(weigher: WeightColumn, at: number): void {
    this.#weighers[at] = weigher
    weigher.catchUp()
    weigher.askAll(this.losses.lostTo)
    this.#standings.restart()
  }

  #loseMore(filter: VerdictColumn, at: number): void {
    const { losses } = this
    const lost: number[] = []
    filter.catchUp()
    filter.askAll(losses.lostTo, (slot, code) => {
      losses.lose(slot, at, code)
      lost.push(slot)
    })
    this.#standings.touch(lost, lost.length > 0)
    this.#standings.renew(lost)
  }

  #judgeAll(): boolean {
    const { losses } = this
    losses.clear()
    for (const [at, filter] of this.#filters.entries()) {
      filter?.askAll(losses.lostTo, (slot, code) => losses.lose(slot, at, code))
    }
    return true
  }

  /** @returns whether a place has come in or gone out */
  #judgeAgain(changed: readonly number[]): boolean {
    const { lostTo } = this.losses
    // Most were in, and still pass all filters.
    const doubtful = changed.filter((slot) => lostTo[slot] !== 0)
    for (const filter of this.#filters) filter?.addDoubtful(changed, doubtful)
    let moved = false
    for (const slot of doubtful) if (this.#judge(slot)) moved = true
    return moved
  }

  /** @returns whether it has come in or gone out */
  #judge(slot: number): boolean {
    const { losses } = this
    const wasIn = losses.isIn(slot)
    if (!wasIn && this.#isLater) return false
    if (!wasIn) losses.win(slot)
    for (let at = 0; at < this.#filters.length; at++) {
      const code = this.#filters[at]?.ask(slot) ?? PASSES
      if (code === PASSES) continue
      losses.lose(slot, at, code)
      break
    }
    return wasIn !== losses.isIn(slot)
  }

  #weighAll(): void {
    for (const weigher of this.#weighers) weigher.askAll(this.losses.lostTo)
    this.#standings.restart()
  }

  #weighAgain(changed: readonly number[], moved: boolean): void {
    this.#standings.touch(changed, moved)
    for (const weigher of this.#weighers) weigher.askSome(changed, this.losses.lostTo)
    this.#standings.renew(changed)
  }

  #takeOver(kin: Ranking): void {
    kin.catchUp()
    const differing = this.losses.differingFrom(kin.losses)
    for (const weigher of this.#weighers) weigher.askSome(differing, this.losses.lostTo)
    this.#standings.takeOver(kin.#standings, differing)
  }
}
