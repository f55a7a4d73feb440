// node --expose-gc row.js JOB: times one row in a process of its own, so that no other has left its memory and its
// compiled code behind. JOB is a RowJob as JSON; a TimedRow is written to standard output. Exit code 3: a wrong placement.
import { WrongPlacementError } from './floor-stage.ts'
import { timeRow, type RowJob } from './time-row.ts'

try {
  const timed = await timeRow(JSON.parse(process.argv[2] ?? '') as RowJob)
  process.stdout.write(JSON.stringify(timed))
} catch (error) {
  if (!(error instanceof WrongPlacementError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 3
}
