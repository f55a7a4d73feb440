import type { HostTable } from '../hosts/host-table.ts'
import type { Host } from '../plugin/host.ts'
import type { WeighHost } from '../plugin/weigher.ts'
import type { Extremes } from '../weigh/normalize.ts'
import { WordBytes } from './word-bytes.ts'

/** A weigher as columns are made of it. */
export interface ColumnWeigher {
  /** Depends on the host's aggregates alone. */
  readonly multiplierOf: (host: Host) => number
  /** The ends that it declares; where the release remembers extremes, the ones ever seen. */
  readonly extremes: Extremes
}

/** Raw weights of all places by one weigher, for requests that agree in what it read. */
export class WeightColumn {
  readonly raw: Float64Array
  /** Multipliers of all places that were asked. */
  readonly multipliers: Float64Array
  /** The smallest and the largest weight, and multiplier, that any place has had. */
  readonly rawRange = { min: Infinity, max: -Infinity }
  readonly multiplierRange = { min: Infinity, max: -Infinity }
  readonly extremes: Extremes
  readonly #isKnown: WordBytes
  readonly #weigh: WeighHost
  readonly #weigher: ColumnWeigher
  /** The release moves weights beyond a declared end to that end. */
  readonly #clamps: boolean
  readonly #table: HostTable
  #seen: number
  #regrouped: number
  #revision = 0

  constructor(weigh: WeighHost, weigher: ColumnWeigher, clamps: boolean, table: HostTable) {
    const { length } = table.hosts
    this.#weigh = weigh
    this.#weigher = weigher
    this.#clamps = clamps
    this.#table = table
    this.#seen = table.version
    this.#regrouped = table.regrouped
    this.extremes = weigher.extremes
    this.raw = new Float64Array(length).fill(NaN)
    this.multipliers = new Float64Array(length).fill(NaN)
    this.#isKnown = new WordBytes(length)
  }

  /** How much memory it takes. */
  get bytes(): number {
    return this.raw.byteLength + this.multipliers.byteLength + this.#isKnown.bytes.byteLength
  }

  /** Grows with each raw weight that is not what it was. */
  get revision(): number {
    return this.#revision
  }

  /** Forgets the weights of places that have changed. */
  catchUp(): void {
    const { version, regrouped, hosts } = this.#table
    if (this.#seen === version) return
    const changed = this.#table.changesSince(this.#seen)
    const isKnown = this.#isKnown.bytes
    if (changed === null) isKnown.fill(0)
    else for (const slot of changed) isKnown[slot] = 0
    this.#seen = version
    if (this.#regrouped === regrouped) return
    this.#regrouped = regrouped
    for (const [slot, host] of hosts.entries()) {
      if (!Number.isNaN(this.multipliers[slot])) this.#multiply(slot, host)
    }
  }

  /**
   * Asks for the raw weight of a place, unless it is known.
   *
   * @throws what the weigher throws, and RangeError for a weight or multiplier that is no finite number: nothing is
   * remembered then
   */
  ask(slot: number): void {
    if (this.#isKnown.bytes[slot] === 1) return
    const host = this.#table.hosts[slot] as Host
    const known = this.multipliers[slot] as number
    const multiplier = Number.isNaN(known) ? this.#multiply(slot, host) : known
    const weight = this.#weigh(host, { multiplier })
    if (!Number.isFinite(weight) || !Number.isFinite(multiplier)) throw new RangeError('a weight is no finite number')
    const raw = this.#clamps ? clamped(weight as number, this.extremes) : (weight as number)
    if (raw !== this.raw[slot]) {
      this.raw[slot] = raw
      this.#revision += 1
      const { rawRange } = this
      if (raw < rawRange.min) rawRange.min = raw
      if (raw > rawRange.max) rawRange.max = raw
    }
    this.#isKnown.bytes[slot] = 1
  }

  /**
   * Asks for the raw weights of some places, as far as they are in.
   *
   * @param lostTo - 0 for each place that is in
   * @throws what {@link ask} throws
   */
  askSome(slots: readonly number[], lostTo: Uint8Array): void {
    const isKnown = this.#isKnown.bytes
    for (const slot of slots) if (isKnown[slot] === 0 && lostTo[slot] === 0) this.ask(slot)
  }

  /**
   * Asks for the raw weights of all places that are in, unless they are known.
   *
   * @param lostTo - 0 for each place that is in
   * @throws what {@link ask} throws
   */
  askAll(lostTo: Uint8Array): void {
    const isKnown = this.#isKnown
    for (let slot = isKnown.nextBut(1, 0); slot < lostTo.length; slot = isKnown.nextBut(1, slot + 1)) {
      if (lostTo[slot] === 0) this.ask(slot)
    }
  }

  #multiply(slot: number, host: Host): number {
    const { multiplierRange: range } = this
    const multiplier = this.#weigher.multiplierOf(host)
    this.multipliers[slot] = multiplier
    range.min = Math.min(range.min, multiplier)
    range.max = Math.max(range.max, multiplier)
    return multiplier
  }
}

function clamped(weight: number, { min, max }: Extremes): number {
  if (min !== null && weight < min) return min
  return max !== null && weight > max ? max : weight
}
