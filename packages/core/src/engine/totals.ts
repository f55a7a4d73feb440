import { OUT } from './tournament.ts'
import type { WeightColumn } from './weight-column.ts'

/** The smallest and the largest weight of each weigher. */
export interface Ends {
  readonly min: Float64Array
  readonly max: Float64Array
}

/** More than all roundings of a total can come to, by the sum of the multipliers that it is made of. */
const ROUNDING = 1e-12
/** Weights that are so far beyond the ends of before, in shares of what lies between, are added up again. */
const FAR_OFF = 2

/**
 * The weights of all places, added up by the extremes of one moment. When an extreme moves they are not added up again
 * at once: how far they can be off is known, and that is enough to find the best.
 */
export class Totals {
  /** By place, and one more; {@link OUT} for those that are out. */
  readonly values: Float64Array
  readonly #weighers: readonly WeightColumn[]
  /** The extremes by which they were added up. */
  readonly #min: Float64Array
  readonly #max: Float64Array

  /** @param weighers - in Nova's order; one may be put in the place of another */
  constructor(weighers: readonly WeightColumn[], count: number) {
    this.values = new Float64Array(count + 1)
    this.values[count] = OUT
    this.#weighers = weighers
    this.#min = new Float64Array(weighers.length)
    this.#max = new Float64Array(weighers.length)
  }

  /**
   * Adds up all weights.
   *
   * @param lostTo - 0 for each place that is in
   * @throws RangeError when sums may be no finite numbers
   */
  addUp({ min, max }: Ends, lostTo: Uint8Array): void {
    this.#min.set(min)
    this.#max.set(max)
    const { values } = this
    const count = lostTo.length
    values.fill(0, 0, count)
    let most = 0
    for (const [at, { raw, multipliers, multiplierRange }] of this.#weighers.entries()) {
      most += sizeOf(multiplierRange)
      const least = min[at] as number
      if (least === max[at]) continue
      const range = (max[at] as number) - least
      for (let slot = 0; slot < count; slot++) {
        values[slot] =
          (values[slot] as number) + (multipliers[slot] as number) * (((raw[slot] as number) - least) / range)
      }
    }
    if (!Number.isFinite(most)) throw new RangeError('multipliers are too large')
    for (let slot = 0; slot < count; slot++) if (lostTo[slot] !== 0) values[slot] = OUT
  }

  /** The same as others by the same weighers. */
  takeOver(others: Totals): void {
    this.values.set(others.values)
    this.#min.set(others.#min)
    this.#max.set(others.#max)
  }

  /** Brings some places up to date, each once, by the extremes by which the others were added up. */
  renew(slots: readonly number[], lostTo: Uint8Array): void {
    const { values } = this
    for (const slot of slots) values[slot] = lostTo[slot] === 0 ? 0 : OUT
    for (let at = 0; at < this.#weighers.length; at++) {
      const least = this.#min[at] as number
      const most = this.#max[at] as number
      if (least === most) continue
      const { raw, multipliers } = this.#weighers[at] as WeightColumn
      for (const slot of slots) {
        if (lostTo[slot] !== 0) continue
        values[slot] =
          (values[slot] as number) + (multipliers[slot] as number) * (((raw[slot] as number) - least) / (most - least))
      }
    }
  }

  /** The total of a place by the extremes in force: Nova's sum in Nova's order. A weigher whose extremes are equal adds nothing. */
  at(slot: number, { min, max }: Ends): number {
    let total = 0
    for (let at = 0; at < this.#weighers.length; at++) {
      const least = min[at] as number
      const most = max[at] as number
      if (least === most) continue
      const { raw, multipliers } = this.#weighers[at] as WeightColumn
      total += (multipliers[slot] as number) * (((raw[slot] as number) - least) / (most - least))
    }
    return total
  }

  /**
   * The place that is worth most by the extremes in force, the first of equals, found by looking at all; null when none
   * is in, undefined when more than the patience allows must be added up for it.
   *
   * @param slack - as {@link slack} tells it
   * @param patience - how many places may be added up, at most, where there is slack
   */
  best(ends: Ends, slack: number, patience: number): number | null | undefined {
    const { values } = this
    let best: number | null = null
    let most = OUT
    let looks = 0
    for (let slot = 0; slot < values.length; slot++) {
      const total = values[slot] as number
      if (total + slack <= most) continue
      if (slack > 0 && (looks += 1) > patience) return undefined
      const worth = slack === 0 ? total : this.at(slot, ends)
      if (worth <= most) continue
      most = worth
      best = slot
    }
    return best
  }

  /**
   * How much larger than here the total of a place can be by the extremes in force, 0 or more. What a weight gains when
   * an end moves is a straight line, which is highest at an end.
   */
  slack({ min, max }: Ends): number {
    let slack = 0
    let isSame = true
    for (let at = 0; at < this.#weighers.length; at++) {
      const [least, most] = [min[at] as number, max[at] as number]
      const before = { min: this.#min[at] as number, max: this.#max[at] as number }
      if (least === before.min && most === before.max) continue
      isSame = false
      const { multiplierRange: range } = this.#weighers[at] as WeightColumn
      if (range.min > range.max) continue
      let gain = -Infinity
      for (const weight of [least, most]) {
        const then = share(weight, before.min, before.max)
        // Also where nothing was in: NaN.
        if (!(Math.abs(then) <= FAR_OFF)) return Infinity
        const difference = share(weight, least, most) - then
        gain = Math.max(gain, difference * range.min, difference * range.max)
      }
      slack += gain
    }
    if (isSame) return 0
    return Number.isNaN(slack) ? Infinity : Math.max(0, slack) + this.#rounding()
  }

  #rounding(): number {
    return ROUNDING * this.#weighers.reduce((sum, { multiplierRange }) => sum + sizeOf(multiplierRange), 0)
  }
}

function share(weight: number, min: number, max: number): number {
  return min === max ? 0 : (weight - min) / (max - min)
}

function sizeOf({ min, max }: { readonly min: number; readonly max: number }): number {
  return min > max ? 0 : Math.max(Math.abs(min), Math.abs(max))
}
