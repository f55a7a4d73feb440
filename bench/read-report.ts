import { readFileSync } from 'node:fs'
import { MODES } from './workloads.ts'
import type { Report, Row } from './report.ts'

/** A file cannot be read, or is no report; the message names it. */
export class UnreadableReportError extends Error {}

/**
 * Reads what `npm run bench -- --json FILE` wrote. A row without rounds is given none.
 *
 * @throws UnreadableReportError
 */
export function readReport(file: string): Report {
  const report = parsed(file)
  if (!isReport(report)) throw new UnreadableReportError(`${file}: is no report of npm run bench -- --json`)
  return { ...report, rows: report.rows.map((row) => ({ ...row, rounds_times_floor: row.rounds_times_floor ?? [] })) }
}

type WrittenRow = Omit<Row, 'rounds_times_floor'> & Partial<Pick<Row, 'rounds_times_floor'>>
type WrittenReport = Omit<Report, 'rows'> & { readonly rows: readonly WrittenRow[] }

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UnreadableReportError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function isReport(value: unknown): value is WrittenReport {
  return (
    isObject(value) && typeof value['valid'] === 'boolean' && Array.isArray(value['rows']) && value['rows'].every(isRow)
  )
}

function isRow(value: unknown): value is WrittenRow {
  if (!isObject(value)) return false
  const { workload, profile, hosts, mode, times_floor: times, rounds_times_floor: rounds = [] } = value
  return (
    [workload, profile].every((name) => typeof name === 'string') &&
    [hosts, times].every(isPositive) &&
    MODES.some((known) => known === mode) &&
    Array.isArray(rounds) &&
    rounds.every((each) => Array.isArray(each) && each.length > 0 && each.every(isPositive))
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && value > 0
}
