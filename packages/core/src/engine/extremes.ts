import { Largest } from './largest.ts'
import type { Extremes } from '../weigh/normalize.ts'
import type { WeightColumn } from './weight-column.ts'

/** The smallest and the largest weight of each weigher, by which weights are normalised. */
export interface ExtremesInForce {
  readonly min: Float64Array
  readonly max: Float64Array
  /**
   * Places are asked again.
   *
   * @param moved - one of them is in and was out before, or the other way round
   */
  touch(slots: readonly number[], moved: boolean): void
  /** All places were asked anew. */
  restart(): void
  /** The same as others of their kind, by the same weighers; places that are in there alone, or here, are touched then. */
  takeOver(others: this): void
  /**
   * Brings `min` and `max` up to date.
   *
   * @returns whether one has changed
   */
  settle(): boolean
}

/** Extremes that a weigher remembers over all requests: they only widen, and rankings share them. */
export class SharedExtremes implements ExtremesInForce {
  readonly min: Float64Array
  readonly max: Float64Array
  readonly #weighers: readonly WeightColumn[]
  readonly #lostTo: Uint8Array
  #touched: number[] = []

  /** @param lostTo - 0 for each place that is in */
  constructor(weighers: readonly WeightColumn[], lostTo: Uint8Array) {
    this.#weighers = weighers
    this.#lostTo = lostTo
    this.min = new Float64Array(weighers.length).fill(NaN)
    this.max = new Float64Array(weighers.length).fill(NaN)
  }

  touch(slots: readonly number[]): void {
    for (const slot of slots) this.#touched.push(slot)
  }

  restart(): void {
    for (const { raw, extremes } of this.#weighers) {
      let min = extremes.min ?? Infinity
      let max = extremes.max ?? -Infinity
      for (let slot = 0; slot < raw.length; slot++) {
        if (this.#lostTo[slot] !== 0) continue
        const weight = raw[slot] as number
        if (weight < min) min = weight
        if (weight > max) max = weight
      }
      if (max === -Infinity) continue
      extremes.min = min
      extremes.max = max
    }
  }

  takeOver(others: SharedExtremes): void {
    this.min.set(others.min)
    this.max.set(others.max)
    this.#touched = [...others.#touched]
  }

  settle(): boolean {
    let changed = false
    for (const [at, { raw, extremes }] of this.#weighers.entries()) {
      for (const slot of this.#touched) if (this.#lostTo[slot] === 0) widenBy(raw[slot] as number, extremes)
      if (this.min[at] === extremes.min && this.max[at] === extremes.max) continue
      this.min[at] = extremes.min ?? NaN
      this.max[at] = extremes.max ?? NaN
      changed = true
    }
    this.#touched.length = 0
    return changed
  }
}

function widenBy(weight: number, extremes: Extremes): void {
  if (extremes.max === null || weight > extremes.max) extremes.max = weight
  if (extremes.min === null || weight < extremes.min) extremes.min = weight
}

/** An end that a weigher does not declare. */
interface OpenEnd {
  readonly weigher: number
  /** Of the weights; for the smallest, of the weights turned around. Null as long as all weights are the same. */
  largest: Largest | null
  readonly sign: 1 | -1
  /** Where it is told. */
  readonly ends: Float64Array
}

/** Extremes of the places that are in, except where a weigher declares an end. */
export class OwnExtremes implements ExtremesInForce {
  readonly min: Float64Array
  readonly max: Float64Array
  readonly #weighers: readonly WeightColumn[]
  readonly #lostTo: Uint8Array
  readonly #open: OpenEnd[]
  /** Revisions of the columns that were seen last. */
  readonly #seen: Float64Array
  #touched: number[] = []
  /** Places came in or went out. */
  #hasMoved = false
  #isNew = true

  /** @param lostTo - 0 for each place that is in */
  constructor(weighers: readonly WeightColumn[], lostTo: Uint8Array) {
    this.#weighers = weighers
    this.#lostTo = lostTo
    this.min = new Float64Array(weighers.length)
    this.max = new Float64Array(weighers.length)
    this.#open = []
    for (const [weigher, { extremes }] of weighers.entries()) {
      this.min[weigher] = extremes.min ?? NaN
      this.max[weigher] = extremes.max ?? NaN
      if (extremes.min === null) this.#open.push({ weigher, sign: -1, ends: this.min, largest: null })
      if (extremes.max === null) this.#open.push({ weigher, sign: 1, ends: this.max, largest: null })
    }
    this.#seen = new Float64Array(weighers.length).fill(-1)
  }

  touch(slots: readonly number[], moved: boolean): void {
    if (moved) this.#hasMoved = true
    for (const slot of slots) this.#touched.push(slot)
  }

  restart(): void {
    this.#isNew = true
  }

  takeOver(others: OwnExtremes): void {
    this.min.set(others.min)
    this.max.set(others.max)
    this.#seen.set(others.#seen)
    this.#touched = [...others.#touched]
    this.#hasMoved = others.#hasMoved
    this.#isNew = others.#isNew
    for (const [at, open] of this.#open.entries()) {
      const largest = others.#open[at]?.largest ?? null
      open.largest = largest === null ? null : largest.copyFor(this.#lostTo)
    }
  }

  settle(): boolean {
    if (!this.#isNew && this.#touched.length === 0) return false
    let changed = this.#isNew
    for (const open of this.#open) {
      const { weigher, ends } = open
      const { revision } = this.#weighers[weigher] as WeightColumn
      if (!this.#isNew && !this.#hasMoved && this.#seen[weigher] === revision) continue
      const end = this.#look(open)
      if (ends[weigher] !== end) changed = true
      ends[weigher] = end
    }
    for (let at = 0; at < this.#seen.length; at++) this.#seen[at] = (this.#weighers[at] as WeightColumn).revision
    this.#touched.length = 0
    this.#hasMoved = false
    this.#isNew = false
    return changed
  }

  #look(open: OpenEnd): number {
    const { raw, rawRange } = this.#weighers[open.weigher] as WeightColumn
    if (rawRange.min === rawRange.max) return rawRange.min
    if (this.#isNew || open.largest === null) {
      open.largest ??= new Largest(open.sign, this.#lostTo)
      open.largest.restart(raw)
    } else open.largest.follow(raw, this.#touched)
    return open.sign * open.largest.value
  }
}
