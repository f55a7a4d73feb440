import { median } from './measure.ts'
import type { Mode } from './workloads.ts'

/** What one workload of one size came to. Times are of whole requests. */
export interface Row {
  readonly workload: string
  readonly hosts: number
  /** The release whose rules decide. */
  readonly profile: string
  readonly mode: Mode
  readonly median_us: number
  readonly p99_us: number
  /** Instances that were placed in a second. */
  readonly placements_per_s: number
  /** How many times as fast as the floor. */
  readonly times_floor: number
  /** How many times as fast as the real Nova; null where that was not asked. */
  readonly times_nova: number | null
  /** Memory of the process, after a collection of garbage, before the floor was there. */
  readonly rss_mb: number
  /** {@link times_floor} round by round, for each process that timed the row: how far it is to be trusted. */
  readonly rounds_times_floor: readonly (readonly number[])[]
}

/** All that a run came to. */
export interface Report {
  readonly rows: readonly Row[]
  /** Nanoseconds that the floor takes for a host and weigher that tells hosts apart, of {@link FLOOR_OF}. */
  readonly floor_ns: number
  /** False: the floor took too long for ratios to mean anything, or a placement was wrong. */
  readonly valid: boolean
}

/** A run in which the floor takes more nanoseconds than this is void. */
export const MOST_FLOOR_NS = 4
/** So many rounds are spread over the run, and the best of their medians counts: what a busy machine slows least. */
export const FLOOR_ROUNDS = 5
/** Where the floor is held to {@link MOST_FLOOR_NS}. */
export const FLOOR_OF = { workload: 'repeating-spread', hosts: 10_000, mode: 'choice' } as const satisfies Partial<Row>

/**
 * A row that was timed in several processes: the middle of each figure.
 *
 * @param rows - of the same workload, size and mode, at least one
 */
export function middleRow(rows: readonly Row[]): Row {
  const middle = (figure: (row: Row) => number): number => median(rows.map(figure))
  return {
    ...(rows[0] as Row),
    median_us: middle((row) => row.median_us),
    p99_us: middle((row) => row.p99_us),
    placements_per_s: middle((row) => row.placements_per_s),
    times_floor: middle((row) => row.times_floor),
    rss_mb: middle((row) => row.rss_mb),
    rounds_times_floor: rows.flatMap((row) => row.rounds_times_floor),
  }
}

/**
 * What a run came to.
 *
 * @param floors - the medians of the floor's rounds, in nanoseconds
 * @param isRight - every row came out, with right placements
 */
export function reportOf(rows: readonly Row[], floors: readonly number[], isRight: boolean): Report {
  const best = Number(Math.min(...floors).toPrecision(3))
  return { rows, floor_ns: best, valid: isRight && best <= MOST_FLOOR_NS }
}
