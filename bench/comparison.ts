import { median } from './measure.ts'
import type { Report, Row } from './report.ts'

/** What became of a row. */
export type Verdict = 'faster' | 'slower' | 'same' | 'only before' | 'only after'

/** A row of two reports, with how many times as fast as the floor it is in each. */
export interface ComparedRow {
  readonly row: Pick<Row, 'workload' | 'hosts' | 'mode'>
  readonly before: number | null
  readonly after: number | null
  /** The second as a multiple of the first; null where one is missing. */
  readonly change: number | null
  readonly verdict: Verdict
}

/** A smaller change than this is taken for noise, whatever the rounds say: processes compile the same code differently. */
const LEAST_CHANGE = 1.15
/** So where the rows of a file were timed in fewer processes than these. */
const LEAST_CHANGE_OF_FEW = 1.5
const MANY_PROCESSES = 3

/** The rule by which rows are told apart, for people. */
export const RULE = `What is compared is how many times as fast as the floor a row is: both are measured in turns in one process, so that
a slower or busier machine changes it little. A row is faster or slower when each of its rounds is above, or below, each
round of the other file (with five rounds each, chance alone does that once in 252), and the medians of the rounds differ
by more than ${percent(LEAST_CHANGE)} %. Where one of the files has rows from fewer than ${MANY_PROCESSES} processes (--quick, or clouds of more than
10,000 hosts), they must differ by more than ${percent(LEAST_CHANGE_OF_FEW)} %: code is compiled differently from one process to the next.`

function percent(factor: number): number {
  return Math.round((factor - 1) * 100)
}

/** Compares two reports row by row, in the order of the first. */
export function compareReports(before: Pick<Report, 'rows'>, after: Pick<Report, 'rows'>): readonly ComparedRow[] {
  const rowsAfter = new Map(after.rows.map((row) => [keyOf(row), row]))
  const known = new Set(before.rows.map(keyOf))
  return [
    ...before.rows.map((row) => compareRows(row, rowsAfter.get(keyOf(row)) ?? null)),
    ...after.rows
      .filter((row) => !known.has(keyOf(row)))
      .map((row) => ({ row, before: null, after: row.times_floor, change: null, verdict: 'only after' as const })),
  ]
}

function keyOf({ workload, hosts, profile, mode }: Row): string {
  return [workload, hosts, profile, mode].join('\u0000')
}

function compareRows(before: Row, after: Row | null): ComparedRow {
  if (after === null) {
    return { row: before, before: before.times_floor, after: null, change: null, verdict: 'only before' }
  }
  const [ours, others] = [roundsOf(before), roundsOf(after)]
  const [from, to] = [median(ours), median(others)]
  const change = to / from
  const processes = Math.min(before.rounds_times_floor.length, after.rounds_times_floor.length)
  const least = processes < MANY_PROCESSES ? LEAST_CHANGE_OF_FEW : LEAST_CHANGE
  return { row: before, before: from, after: to, change, verdict: verdictOn(ours, others, change, least) }
}

function roundsOf({ rounds_times_floor: rounds, times_floor: whole }: Row): readonly number[] {
  return rounds.length > 0 ? rounds.flat() : [whole]
}

function verdictOn(before: readonly number[], after: readonly number[], change: number, least: number): Verdict {
  if (Math.min(...after) > Math.max(...before) && change > least) return 'faster'
  if (Math.max(...after) < Math.min(...before) && change < 1 / least) return 'slower'
  return 'same'
}
