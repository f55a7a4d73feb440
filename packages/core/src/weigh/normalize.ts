/** Smallest and largest raw weights; null is "none yet". */
export interface Extremes {
  min: number | null
  max: number | null
}

/**
 * Widens extremes by raw weights, in order, where a release remembers them (up to Ussuri): a weight that lowers the
 * minimum is not compared with the maximum, and a missing weight is less than any number and makes the next one the
 * minimum again.
 */
export function widen(extremes: Extremes, raw: readonly (number | null)[]): void {
  for (const weight of raw) {
    if (weight === null) {
      extremes.min = null
      continue
    }
    extremes.min ??= weight
    extremes.max ??= weight
    if (weight < extremes.min) extremes.min = weight
    else if (weight > extremes.max) extremes.max = weight
  }
}

/**
 * Moves raw weights beyond the ends that a weigher declares to these ends, and gives the ends that they are normalised
 * by, where a release remembers none (from Victoria on): a declared end, else the smallest or largest weight.
 *
 * @param raw - is changed in place
 */
export function clamp(raw: Float64Array, { min, max }: Readonly<Extremes>): { min: number; max: number } {
  let [smallest, largest] = [Infinity, -Infinity]
  for (let index = 0; index < raw.length; index++) {
    let weight = raw[index] as number
    if (min !== null && weight < min) weight = min
    if (max !== null && weight > max) weight = max
    raw[index] = weight
    if (weight < smallest) smallest = weight
    if (weight > largest) largest = weight
  }
  return { min: min ?? smallest, max: max ?? largest }
}

/** A raw weight within its extremes, 0 to 1 (beyond when extremes are older than the weight); 0 when they are equal. */
export function normalize(weight: number, min: number, max: number): number {
  return min === max ? 0 : (weight - min) / (max - min)
}
