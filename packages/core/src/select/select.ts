import { choose, shuffled, type Rng } from '../util/rng.ts'

/** How the best of weighed hosts is chosen. */
export interface SelectionRules {
  /** `host_subset_size`: how many of the best may be chosen; less than 1 counts as 1. */
  readonly subsetSize: number
  /** `shuffle_best_same_weighed_hosts`: those that share the best weight come in random order. */
  readonly shufflesBest: boolean
}

/** The places of the best weights first; equal weights keep their order, as in Nova. */
export function ranking(weights: Float64Array): number[] {
  const order = Array.from(weights.keys())
  return order.sort((a, b) => (weights[b] as number) - (weights[a] as number))
}

/**
 * Chooses the best, or any of the best few.
 *
 * @param weights - at least one
 * @returns the place of the chosen weight
 */
export function selectBest(weights: Float64Array, { subsetSize, shufflesBest }: SelectionRules, rng: Rng): number {
  if (subsetSize > 1 || shufflesBest) return rankedBest(weights, { subsetSize, shufflesBest }, rng)[0] as number
  let best = 0
  for (let index = 1; index < weights.length; index++) {
    if ((weights[index] as number) > (weights[best] as number)) best = index
  }
  return best
}

/** All places, the chosen one first and then the best first: the order in which the next instance sees the hosts. */
export function rankedBest(
  weights: Float64Array,
  { subsetSize, shufflesBest }: SelectionRules,
  rng: Rng,
): readonly number[] {
  const order = shufflesBest ? withShuffledBest(ranking(weights), weights, rng) : ranking(weights)
  const chosen = subsetSize > 1 ? choose(order.slice(0, subsetSize), rng) : order[0]
  return chosen === order[0] ? order : [chosen as number, ...order.filter((place) => place !== chosen)]
}

function withShuffledBest(order: readonly number[], weights: Float64Array, rng: Rng): readonly number[] {
  const best = weights[order[0] as number]
  const count = order.findLastIndex((place) => weights[place] === best) + 1
  return [...shuffled(order.slice(0, count), rng), ...order.slice(count)]
}
