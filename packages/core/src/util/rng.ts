/** A source of random numbers: each call gives one in [0, 1). */
export type Rng = () => number

/** The same numbers for the same seed (mulberry32). */
export function seededRng(seed: number): Rng {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** One of the items; all equally likely. */
export function choose<T>(items: readonly T[], rng: Rng): T {
  return items[Math.floor(rng() * items.length)] as T
}

/** The items in random order; all orders equally likely. */
export function shuffled<T>(items: readonly T[], rng: Rng): T[] {
  const mixed = [...items]
  for (let index = mixed.length - 1; index > 0; index--) {
    const other = Math.floor(rng() * (index + 1))
    ;[mixed[index], mixed[other]] = [mixed[other] as T, mixed[index] as T]
  }
  return mixed
}
