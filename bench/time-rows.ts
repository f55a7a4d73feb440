import { startJudge } from './judge-process.ts'
import { besideNova, isForNova, type Nova } from './nova.ts'
import { repeatsOf } from './plan.ts'
import { FLOOR_ROUNDS, middleRow, type Row } from './report.ts'
import { timeApart } from './row-process.ts'
import type { RowJob, TimedRow } from './time-row.ts'

/** How rows are timed. */
export interface Timing {
  readonly isQuick: boolean
  /** Null: it is not there. */
  readonly nova: Nova | null
  /** Is told what has been done, and what went wrong. */
  readonly tell: (text: string) => void
}

/** What was timed. */
export interface Timed {
  /** Without those that went wrong. */
  readonly rows: readonly Row[]
  /** Medians of the floor's rounds, in nanoseconds for a host and weigher. */
  readonly floors: readonly number[]
}

/**
 * Times the rows of a plan one after another, over and over where rows are timed in several processes, and the floor in
 * between; then the real Nova.
 *
 * @throws when the floor cannot be measured
 */
export async function timeRows(jobs: readonly RowJob[], timing: Timing): Promise<Timed> {
  const { isQuick, nova, tell } = timing
  const { found, floors } = await timeAll(jobs, timing)
  const rows: Row[] = []
  for (const [job, timed] of found) {
    if (timed.length < repeatsOf(job, isQuick)) continue
    const whole = { row: middleRow(timed.map(({ row }) => row)), firstNodes: timed[0]?.firstNodes ?? [] }
    const isAlone = nova === null || !isForNova(job)
    const row = isAlone ? whole.row : await attempt(job, () => besideNova(whole, nova, isQuick), tell)
    if (row === null) continue
    if (row.times_nova !== null) tell(`${titleOf(job)}: ${row.times_nova} × the real Nova`)
    rows.push(row)
  }
  return { rows, floors }
}

async function timeAll(
  jobs: readonly RowJob[],
  { isQuick, tell }: Timing,
): Promise<{ readonly found: ReadonlyMap<RowJob, readonly TimedRow[]>; readonly floors: readonly number[] }> {
  const found = new Map(jobs.map((job) => [job, new Array<TimedRow>()]))
  const passes = Math.max(...jobs.map((job) => repeatsOf(job, isQuick)))
  const runs = Array.from({ length: passes }, (_, pass) => jobs.filter((job) => repeatsOf(job, isQuick) > pass)).flat()
  const floors: number[] = []
  const judge = startJudge()
  try {
    for (const [at, job] of runs.entries()) {
      while (floors.length * runs.length <= at * FLOOR_ROUNDS) floors.push(await judge.measure())
      const timed = await attempt(job, () => timeApart(job), tell)
      if (timed === null) continue
      found.get(job)?.push(timed)
      tell(`${at + 1}/${runs.length} ${titleOf(job)}: ${timed.row.median_us} µs, ${timed.row.times_floor} × floor`)
    }
    while (floors.length < FLOOR_ROUNDS) floors.push(await judge.measure())
  } finally {
    judge.close()
  }
  return { found, floors }
}

/** Null where it goes wrong, which is told. */
async function attempt<T>(job: RowJob, work: () => Promise<T>, tell: Timing['tell']): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    tell(`${titleOf(job)}: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

function titleOf({ workload, hosts, mode }: RowJob): string {
  return `${workload}, ${hosts} hosts, ${mode}`
}
