/** Smallest and largest raw weights; null is "none yet". */
export interface Extremes {
  min: number | null
  max: number | null
}

/**
 * Widens extremes by raw weights, in order. Kilo's rules: a weight that lowers the minimum is not compared with the
 * maximum, and a missing weight is less than any number and makes the next one the minimum again.
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

/** A raw weight within its extremes, 0 to 1 (beyond when extremes are older than the weight); 0 when they are equal. */
export function normalize(weight: number, min: number, max: number): number {
  return min === max ? 0 : (weight - min) / (max - min)
}
