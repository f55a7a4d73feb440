import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BENCH_FOLDER } from './folder.ts'
import { isForNova, type Nova } from './nova.ts'
import { hasOpenb, OPENB_FILES } from './openb.ts'
import { HELP, readOptions, UsageError, type Options } from './options.ts'
import { planned } from './plan.ts'
import { FLOOR_OF, MOST_FLOOR_NS, reportOf, type Report } from './report.ts'
import { tableOf } from './table.ts'
import { timeRows } from './time-rows.ts'
import { writeAtomically } from './write-atomically.ts'

/** Where the files of openb usually stand: beside the clone. */
const OPENB_FOLDER = join(BENCH_FOLDER, '../../shared/inventories')

/**
 * Times all workloads and prints a table.
 *
 * @returns the exit code: 0; 1 when a placement was wrong, or a row broke; 2 for wrong options
 */
export async function main(args: readonly string[], nova: Nova): Promise<number> {
  try {
    const options = readOptions(args)
    if (!options.isHelp) return await run(options, folderOfOpenb(options), nova)
    process.stdout.write(HELP)
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    tell(`${error.message}\nnpm run bench -- --help tells what there is`)
    return 2
  }
}

async function run(options: Options, openb: string | null, nova: Nova): Promise<number> {
  const { isQuick, json } = options
  const jobs = planned({ ...options, openb })
  if (jobs.length === 0) throw new UsageError('no workload is for clouds of these sizes')
  if (json !== null && !existsSync(dirname(json))) throw new UsageError(`--json: there is no folder ${dirname(json)}`)
  const whyNoNova = jobs.some(isForNova) ? nova.whyNot() : null
  if (whyNoNova !== null) tell(`the real Nova is not timed: ${whyNoNova}`)
  const { rows, floors } = await timeRows(jobs, { isQuick, nova: whyNoNova === null ? nova : null, tell })
  const isRight = rows.length === jobs.length
  const report = reportOf(rows, floors, isRight)
  process.stdout.write(`${tableOf(report)}\n${verdictOn(report, isRight)}\n`)
  if (json !== null) writeAtomically(json, `${JSON.stringify(report, null, 2)}\n`)
  return isRight ? 0 : 1
}

function verdictOn({ floor_ns, valid }: Report, isRight: boolean): string {
  const floor = `The floor took ${floor_ns} ns for a host and weigher at ${FLOOR_OF.hosts} hosts`
  if (valid) return `${floor}: the run is valid.`
  if (!isRight) return `${floor}. THE RUN IS VOID: not every row came out right, see above.`
  return `${floor}, more than ${MOST_FLOOR_NS}. THE RUN IS VOID: the machine is too slow, or busy with other work.`
}

function folderOfOpenb({ openb, workloads }: Options): string | null {
  const folder = openb ?? OPENB_FOLDER
  if (hasOpenb(folder)) return folder
  const missing = `${folder} does not hold ${OPENB_FILES.join(' and ')}`
  if (openb !== null) throw new UsageError(`--openb: ${missing}`)
  const leftOut = workloads.filter(({ cloud }) => cloud === 'openb').map(({ name }) => name)
  if (leftOut.length > 0) tell(`${leftOut.join()} is left out: ${missing}; --openb FOLDER names another`)
  return null
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`)
}
