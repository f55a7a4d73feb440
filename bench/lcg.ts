/** Draws a whole number below a bound. */
export type Draw = (bound: number) => number

/** A linear congruential generator: the same numbers for the same seed, in any language. */
export function lcg(seed: number): Draw {
  let state = seed >>> 0
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state >>> 8) % bound
  }
}
