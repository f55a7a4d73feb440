/** Places for which one bound is kept. */
const BLOCK = 32

/**
 * The largest of many weights, kept as they change. For each block of places a bound is known that none of its weights
 * exceeds: only where the largest may have gone, the block with the highest bound is looked at, until one holds.
 */
export class Largest {
  /** -Infinity where no place is in. */
  value = -Infinity
  readonly #sign: 1 | -1
  readonly #lostTo: Uint8Array
  readonly #bounds: Float64Array
  /** The block that has the largest. */
  #block = 0

  /**
   * @param sign - -1: the weights are turned around, so that the largest is the smallest
   * @param lostTo - 0 for each place that is in
   */
  constructor(sign: 1 | -1, lostTo: Uint8Array) {
    this.#sign = sign
    this.#lostTo = lostTo
    this.#bounds = new Float64Array(Math.ceil(lostTo.length / BLOCK))
  }

  /** The same for other places that are in; where they differ, they are followed then. */
  copyFor(lostTo: Uint8Array): Largest {
    const copy = new Largest(this.#sign, lostTo)
    copy.value = this.value
    copy.#block = this.#block
    copy.#bounds.set(this.#bounds)
    return copy
  }

  /** All weights may be others than before. */
  restart(raw: Float64Array): void {
    const bounds = this.#bounds
    this.value = -Infinity
    for (let block = 0; block < bounds.length; block++) {
      const most = this.#mostIn(block, raw)
      bounds[block] = most
      if (most <= this.value) continue
      this.value = most
      this.#block = block
    }
  }

  /** Some places were weighed again, came in or went out. */
  follow(raw: Float64Array, touched: readonly number[]): void {
    const bounds = this.#bounds
    let mayHaveGone = false
    for (let at = 0; at < touched.length; at++) {
      const slot = touched[at] as number
      const block = Math.floor(slot / BLOCK)
      if (block === this.#block) mayHaveGone = true
      if (this.#lostTo[slot] !== 0) continue
      const weight = this.#sign * (raw[slot] as number)
      if (weight > (bounds[block] as number)) bounds[block] = weight
      if (weight <= this.value) continue
      this.value = weight
      this.#block = block
    }
    if (mayHaveGone) this.#lookAround(raw)
  }

  #lookAround(raw: Float64Array): void {
    const bounds = this.#bounds
    let block = this.#block
    let most = this.#mostIn(block, raw)
    if (most === this.value) return
    do {
      bounds[block] = most
      for (let other = 0; other < bounds.length; other++) {
        if ((bounds[other] as number) > (bounds[block] as number)) block = other
      }
      most = this.#mostIn(block, raw)
    } while (most < (bounds[block] as number))
    this.value = most
    this.#block = block
  }

  #mostIn(block: number, raw: Float64Array): number {
    const lostTo = this.#lostTo
    const sign = this.#sign
    const end = Math.min(lostTo.length, (block + 1) * BLOCK)
    let most = -Infinity
    for (let slot = block * BLOCK; slot < end; slot++) {
      const weight = sign * (raw[slot] as number)
      if (weight > most && lostTo[slot] === 0) most = weight
    }
    return most
  }
}
