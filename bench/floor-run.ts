import { setTimeout as delay } from 'node:timers/promises'
import type { Prepared, Ranking, Request } from '@nova-sched/core/bench'
import type { Rng } from './choice.ts'
import { columnsFor, rankByFloor, type FloorExtremes, type FloorField } from './floor.ts'
import type { World } from './world.ts'

/** Fields hold so many hosts at most, all of them together, and one field at least. */
const MOST_KEPT = 1_000_000
/** Loops are compiled on a field of so many hosts, ranked so often, with milliseconds for the compiler in between. */
const WARM_UP = { hosts: 64, times: 4000, turns: 6, rest: 5 }
/** Shapes that are looked at to see which weighers tell hosts apart. */
const SEEN_SHAPES = 8

/** Decides a scene by the floor. What filters and weighers say of the hosts is told to it between two decisions. */
export class FloorRun {
  /** How many weighers tell hosts apart, by now. */
  readonly weighers: number
  readonly #world: World
  readonly #rng: Rng
  /** The weighers that tell hosts apart, by number. */
  readonly #at: readonly number[]
  readonly #columns: number
  /** Remembered over all requests, so that fields share them. */
  readonly #extremes: FloorExtremes
  /** By what plugins prepared. */
  readonly #fields = new Map<string, { readonly field: FloorField; seen: number }>()
  /** Every place that changed, in order. */
  readonly #changed: number[] = []

  /** @param world - one of its own, on which some decisions were made */
  constructor(world: World, rng: Rng) {
    this.#world = world
    this.#rng = rng
    const { made, requests } = world
    const rankings = requests.slice(0, SEEN_SHAPES).map((request) => this.#rankingFor(this.#prepare(request)))
    this.#at = [...made.weighers.keys()].filter((at) => rankings.some((ranking) => tellsApart(ranking, at)))
    this.weighers = this.#at.length
    this.#columns = columnsFor(this.weighers)
    this.#extremes = this.#newExtremes()
  }

  /** Has the loops compiled, and not in the midst of a long one, which leaves them slower. */
  async warmUp(): Promise<void> {
    const { hosts, times, turns, rest } = WARM_UP
    const field = { ...this.#newField(hosts), extremes: this.#newExtremes() }
    field.verdicts.fill(1)
    for (let turn = 0; turn < turns; turn++) {
      for (let time = 0; time < times; time++) {
        field.raws[time % field.raws.length] = time
        rankByFloor(field)
      }
      await delay(rest)
    }
  }

  /** Takes note that places have changed. */
  note(places: readonly number[]): void {
    for (const place of places) this.#changed.push(place)
  }

  /** What filters and weighers say of all hosts for a request, as they are now. */
  fieldFor(request: Request): FloorField {
    const prepared = this.#prepare(request)
    const { length } = this.#world.table.hosts
    const kept = this.#fields.get(prepared.key) ?? { field: this.#newField(length), seen: -1 }
    this.#fields.delete(prepared.key)
    this.#fields.set(prepared.key, kept)
    const [oldest] = this.#fields.keys()
    if (this.#fields.size > Math.max(1, MOST_KEPT / length) && oldest !== undefined) this.#fields.delete(oldest)
    const places = kept.seen < 0 ? this.#world.table.hosts.keys() : new Set(this.#changed.slice(kept.seen))
    this.#tell(kept.field, this.#rankingFor(prepared), places)
    kept.seen = this.#changed.length
    return kept.field
  }

  /** The timed part: chooses a host for each instance, and writes the claims. */
  choose(field: FloorField, instances: number): readonly number[] {
    if (instances === 1) return [this.#chooseOne(field)]
    const places: number[] = []
    while (places.length < instances) {
      const place = this.#chooseOne(field)
      field.verdicts[place] = 0
      places.push(place)
    }
    return places
  }

  #chooseOne(field: FloorField): number {
    rankByFloor(field)
    const { best, raws, columns } = field
    const end = best.indexOf(-1)
    const count = end < 0 ? best.length : end
    const place = best[count > 1 ? Math.floor(this.#rng() * count) : 0] as number
    for (let at = place * columns; at < (place + 1) * columns; at++) raws[at] = (raws[at] as number) - 1
    return place
  }

  #tell({ verdicts, raws, multipliers }: FloorField, ranking: Ranking, places: Iterable<number>): void {
    for (const place of places) {
      const isIn = ranking.losses.isIn(place)
      verdicts[place] = isIn ? 1 : 0
      for (let column = 0; column < this.weighers; column++) {
        const { raw, multiplier } = ranking.shareOf(this.#at[column] as number, place)
        raws[place * this.#columns + column] = isIn ? raw : 0
        multipliers[place * this.#columns + column] = isIn ? multiplier : 0
      }
    }
  }

  #prepare(request: Request): Prepared {
    return this.#world.engine.prepare(request, false)
  }

  #rankingFor(prepared: Prepared): Ranking {
    const ranking = this.#world.engine.shared(prepared)
    ranking.catchUp()
    // Extremes that are remembered have seen the hosts of each decision, which the plain way is compared by.
    ranking.best()
    return ranking
  }

  #newField(hosts: number): FloorField {
    const { subsetSize } = this.#world.made.selection
    const columns = this.#columns
    return {
      weighers: this.weighers,
      columns,
      verdicts: new Uint8Array(hosts),
      raws: new Float64Array(hosts * columns),
      multipliers: new Float64Array(hosts * columns),
      extremes: this.#extremes,
      best: new Int32Array(subsetSize),
      totals: new Float64Array(subsetSize),
    }
  }

  #newExtremes(): FloorExtremes {
    const { made } = this.#world
    const remembers = made.rules.extremesAreRemembered
    const ends = (end: 'min' | 'max', none: number): Float64Array => {
      const column = new Float64Array(this.#columns)
      for (const [to, at] of this.#at.entries()) column[to] = made.weighers[at]?.extremes[end] ?? none
      return column
    }
    const undeclared = (): Float64Array => new Float64Array(this.#columns).fill(NaN)
    return {
      mins: ends('min', Infinity),
      maxes: ends('max', -Infinity),
      ranges: new Float64Array(this.#columns).fill(1),
      remembers,
      declaredMins: remembers ? undeclared() : ends('min', NaN),
      declaredMaxes: remembers ? undeclared() : ends('max', NaN),
    }
  }
}

/** Whether a weigher adds anything to the weight of any place. */
function tellsApart(ranking: Ranking, weigher: number): boolean {
  for (let place = 0; place < ranking.losses.lostTo.length; place++) {
    const { normalized, multiplier } = ranking.shareOf(weigher, place)
    if (ranking.losses.isIn(place) && normalized * multiplier !== 0) return true
  }
  return false
}
