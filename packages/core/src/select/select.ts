import { choose, type Rng } from '../util/rng.ts'

/** The places of the best weights first; equal weights keep their order, as in Nova. */
export function ranking(weights: Float64Array): number[] {
  const order = Array.from(weights.keys())
  return order.sort((a, b) => (weights[b] as number) - (weights[a] as number))
}

/**
 * Chooses the best, or any of the best few.
 *
 * @param weights - at least one
 * @param subsetSize - `scheduler_host_subset_size`: how many of the best may be chosen; less than 1 counts as 1
 * @returns the place of the chosen weight
 */
export function selectBest(weights: Float64Array, subsetSize: number, rng: Rng): number {
  if (subsetSize > 1) return choose(ranking(weights).slice(0, subsetSize), rng)
  let best = 0
  for (let index = 1; index < weights.length; index++) {
    if ((weights[index] as number) > (weights[best] as number)) best = index
  }
  return best
}
