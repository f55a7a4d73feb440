import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RowJob, TimedRow } from './time-row.ts'

const SCRIPT = fileURLToPath(new URL('row.js', import.meta.url))
/** MiB: the largest clouds outgrow what node allows by itself on a small machine. */
const MOST_MEMORY = 6000

/**
 * Times a row in a process of its own. What that says on standard error is told here too.
 *
 * @throws an error when it breaks, or places an instance wrongly
 */
export function timeApart(job: RowJob): Promise<TimedRow> {
  const args = ['--expose-gc', `--max-old-space-size=${MOST_MEMORY}`, SCRIPT, JSON.stringify(job)]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { maxBuffer: Infinity }, (error, stdout, stderr) => {
      if (error === null) resolve(JSON.parse(stdout) as TimedRow)
      else reject(new Error(stderr.trim() || error.message))
    })
  })
}
