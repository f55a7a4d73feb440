import type { Report, Row } from './report.ts'

const HEADS = ['workload', 'hosts', 'profile', 'mode', 'median µs', 'p99 µs', 'placements/s', '× floor', '× Nova', 'MB']
/** Columns of words; the others are numbers. */
const WORDS = new Set(['workload', 'profile', 'mode'])

/** The rows of a report as a table in Markdown. */
export function tableOf({ rows }: Pick<Report, 'rows'>): string {
  const lines = [HEADS, ...rows.map(cellsOf)]
  const widths = HEADS.map((_, column) => Math.max(3, ...lines.map((cells) => (cells[column] ?? '').length)))
  const rule = HEADS.map((head, column) => {
    const dashes = '-'.repeat((widths[column] as number) - 1)
    return WORDS.has(head) ? `${dashes}-` : `${dashes}:`
  })
  const padded = (cells: readonly string[]): string[] =>
    cells.map((cell, column) => {
      const width = widths[column] as number
      return WORDS.has(HEADS[column] as string) ? cell.padEnd(width) : cell.padStart(width)
    })
  const [head, ...body] = lines.map(padded)
  return [head, rule, ...body].map((cells) => `| ${(cells as string[]).join(' | ')} |\n`).join('')
}

function cellsOf(row: Row): string[] {
  return [
    row.workload,
    whole(row.hosts),
    row.profile,
    row.mode,
    figure(row.median_us),
    figure(row.p99_us),
    whole(row.placements_per_s),
    figure(row.times_floor),
    row.times_nova === null ? '' : whole(row.times_nova),
    whole(Math.round(row.rss_mb)),
  ]
}

/** Three digits, and all of a larger number. */
function figure(number: number): string {
  return number >= 1000 ? whole(Math.round(number)) : String(Number(number.toPrecision(3)))
}

function whole(number: number): string {
  return number.toLocaleString('en')
}
