import { parseArgs } from 'node:util'
import { compareReports, RULE, type ComparedRow } from './comparison.ts'
import { readReport, UnreadableReportError } from './read-report.ts'
import type { Report } from './report.ts'

const USAGE = 'usage: npm run bench:compare -- BEFORE.json AFTER.json\n'
const HELP = `${USAGE}
Tells of two runs of npm run bench -- --json FILE which rows became faster or slower, and which are the same within noise.

${RULE}

Example:
  npm run bench:compare -- before.json after.json

Exit code: 0; 1 when a row became slower; 2 when a file cannot be read.
`

/** Where it is written to. */
export interface Output {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

/**
 * Compares two reports and prints a table.
 *
 * @returns the exit code: 0; 1 when a row became slower; 2 for wrong options or a file that cannot be read
 */
export function compareMain(args: readonly string[], { out, err }: Output): number {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { help: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [before, after] = positionals
    if (values.help) out(HELP)
    else if (before === undefined || after === undefined || positionals.length > 2)
      err(`two files are wanted\n${USAGE}`)
    else return compareFiles(before, after, { out, err })
    return values.help ? 0 : 2
  } catch (error) {
    const isUsage = error instanceof TypeError && 'code' in error
    if (!isUsage && !(error instanceof UnreadableReportError)) throw error
    err(`${error.message}\n${isUsage ? USAGE : ''}`)
    return 2
  }
}

function compareFiles(before: string, after: string, { out, err }: Output): number {
  const files = [before, after]
  const [first, second] = files.map(readReport) as [Report, Report]
  for (const [at, { valid }] of [first, second].entries()) if (!valid) err(`${files[at]} is of a void run\n`)
  const rows = compareReports(first, second)
  for (const row of rows) out(lineOf(row))
  const slower = rows.filter(({ verdict }) => verdict === 'slower').length
  const faster = rows.filter(({ verdict }) => verdict === 'faster').length
  out(`${rows.length} rows: ${faster} faster, ${slower} slower\n`)
  return slower > 0 ? 1 : 0
}

function lineOf({ row: { workload, hosts, mode }, before, after, change, verdict }: ComparedRow): string {
  const figure = (number: number | null): string => (number === null ? '-' : String(Number(number.toPrecision(3))))
  const percent = change === null ? '' : `${change < 1 ? '' : '+'}${Math.round((change - 1) * 100)} %`
  const cells = [
    verdict.padEnd(11),
    workload.padEnd(22),
    String(hosts).padStart(6),
    mode.padEnd(10),
    `${figure(before)} → ${figure(after)} × floor`.padEnd(26),
    percent,
  ]
  return `${cells.join('  ').trimEnd()}\n`
}
