/** Times of one kind, in microseconds. */
export interface Times {
  readonly median: number
  readonly p99: number
  readonly mean: number
}

/** Sums up times in milliseconds. */
export function summed(milliseconds: Float64Array): Times {
  const sorted = milliseconds.toSorted()
  const at = (share: number): number =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN) * 1000
  const mean = (sorted.reduce((sum, time) => sum + time, 0) / sorted.length) * 1000
  return { median: at(0.5), p99: at(0.99), mean }
}

/** The middle of some figures; NaN of none. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

/** The times of several rounds as those of one. */
export function joined(rounds: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(rounds.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const round of rounds) {
    all.set(round, at)
    at += round.length
  }
  return all
}

/** The smallest of the medians of several rounds, in microseconds: what a busy machine slows least. */
export function bestMedian(rounds: readonly Float64Array[]): number {
  return Math.min(...rounds.map((round) => summed(round).median))
}
