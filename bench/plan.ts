import { OPENB_PODS, OPENB_NODES } from './openb.ts'
import { decisionsOf, ROUNDS, type Counts, type RowJob } from './time-row.ts'
import type { Mode, Workload } from './workloads.ts'

/** What a plan is made of. */
export interface PlanOptions {
  readonly isQuick: boolean
  readonly workloads: readonly Workload[]
  readonly hosts: readonly number[]
  /** Where the files of openb are; null: they are not there, and what needs them is left out. */
  readonly openb: string | null
}

const COUNTS: Record<'full' | 'quick', Record<'many' | 'few' | 'several', Counts>> = {
  full: {
    many: { warmUp: 3000, round: 200, checked: 20 },
    few: { warmUp: 200, round: 40, checked: 5 },
    several: { warmUp: 40, round: 40, checked: 2 },
  },
  quick: {
    many: { warmUp: 1500, round: 40, checked: 2 },
    few: { warmUp: 100, round: 40, checked: 2 },
    several: { warmUp: 10, round: 40, checked: 1 },
  },
}
/** Clouds of so many hosts take so many times as many decisions in a round before they are full. */
const ROOMY = 1000
const MORE_WHERE_ROOMY = 5
/** Rows of clouds up to this size are timed in so many processes, of which the middle counts. */
const REPEATED = { mostHosts: 10_000, full: 3, quick: 1 }

/** Decisions on openb that warm up, each time, and that are checked; the others are timed. */
const OPENB_AROUND = { warmUp: 276, checked: 100 }

/** The rows of a run, workload by workload. */
export function planned({ isQuick, workloads, hosts, openb }: PlanOptions): readonly RowJob[] {
  return workloads.flatMap((workload) => {
    const isOpenb = workload.cloud === 'openb'
    if (isOpenb && openb === null) return []
    const sizes = isOpenb ? [OPENB_NODES] : hosts.filter((count) => isFor(workload, count))
    return sizes.flatMap((count) => {
      return workload.modes.map((mode) => jobFor(workload, count, mode, { isQuick, openb }))
    })
  })
}

/** In how many processes a row is timed: what is compiled differs from one to the next. */
export function repeatsOf({ hosts }: Pick<RowJob, 'hosts'>, isQuick: boolean): number {
  return hosts > REPEATED.mostHosts ? 1 : REPEATED[isQuick ? 'quick' : 'full']
}

function jobFor(
  workload: Workload,
  hosts: number,
  mode: Mode,
  { isQuick, openb }: Pick<PlanOptions, 'isQuick' | 'openb'>,
): RowJob {
  return { workload: workload.name, hosts, mode, counts: countsOf(workload, mode, isQuick, hosts), openb: openb ?? '' }
}

function isFor({ hosts = {} }: Workload, count: number): boolean {
  return count >= (hosts.least ?? 0) && count <= (hosts.most ?? Infinity)
}

function countsOf(workload: Workload, mode: Mode, isQuick: boolean, hosts: number): Counts {
  if (workload.cloud === 'openb') {
    const around = decisionsOf({ ...OPENB_AROUND, round: 0 })
    return { ...OPENB_AROUND, round: (OPENB_PODS - around) / ROUNDS }
  }
  const { few, many, several } = COUNTS[isQuick ? 'quick' : 'full']
  if ((workload.instances ?? 1) > 1) return several
  if (workload.few === true || mode === 'first') return few
  return hosts < ROOMY ? many : { ...many, round: many.round * MORE_WHERE_ROOMY }
}
