import { describeFinding, type CheckFinding, type ConfReport } from '@nova-sched/core'
import type { Paint } from './paint.ts'
import { renderText } from './table.ts'

/** How findings are shown. */
export interface View {
  readonly paint: Paint
  /** Columns of the terminal; 0 for as wide as it comes. */
  readonly width: number
  /** Every finding, however many are alike. */
  readonly all: boolean
}

const LABEL_WIDTH = 7

/** A file that is no configuration has as many errors as lines: of findings of one code so many are shown. */
const MOST_ALIKE = 10

/** What was found, one block each: what and where, why it matters, what to write. The counts come last. */
export function confCheckText({ findings, files }: ConfReport, view: View): string {
  const shown = findings.filter((_, index) => view.all || alikeBefore(findings, index) < MOST_ALIKE)
  const blocks = shown.map((finding) => `${block(finding, view)}\n`)
  if (shown.length < findings.length) {
    blocks.push(
      `${renderText(`and ${findings.length - shown.length} more like these: --verbose shows all`, view.width)}\n`,
    )
  }
  if (findings.length > 0) return `${blocks.join('')}${countsText(countLevels(findings))}\n`
  return renderText(`nothing found${files.length === 0 ? '' : ` in ${files.join(', ')}`}`, view.width)
}

function alikeBefore(findings: readonly CheckFinding[], index: number): number {
  return findings.slice(0, index).filter(({ code }) => code === findings[index]?.code).length
}

/** How many findings there are of each level. */
export function countLevels(findings: readonly CheckFinding[]): Readonly<Record<CheckFinding['level'], number>> {
  const count = (wanted: CheckFinding['level']): number => findings.filter(({ level }) => level === wanted).length
  return { error: count('error'), warning: count('warning'), hint: count('hint') }
}

function countsText(counts: ReturnType<typeof countLevels>): string {
  return Object.entries(counts)
    .map(([level, count]) => `${count} ${level}${count === 1 ? '' : 's'}`)
    .join(', ')
}

function block(finding: CheckFinding, view: View): string {
  const { level, code, message, why, fix } = finding
  const place = describeFinding({ ...finding, message: '' })
  const head = renderText(`${level}: ${place === '' ? '' : `${place}: `}${message} (${code})`, view.width)
  return `${paintLevel(level, view.paint)}${head.slice(level.length)}${labelled('why', why, view)}${labelled('fix', fix, view)}`
}

function paintLevel(level: CheckFinding['level'], paint: Paint): string {
  if (level === 'error') return paint.red(level)
  return level === 'warning' ? paint.yellow(level) : paint.cyan(level)
}

/** A text behind its label, further lines below its start. */
function labelled(label: string, text: string, { paint, width }: View): string {
  const lines = renderText(text, width > 0 ? Math.max(width - LABEL_WIDTH, 1) : 0)
  const indented = lines.replace(/^/gm, ' '.repeat(LABEL_WIDTH)).trimEnd()
  return `  ${paint.dim(`${label}:`)}${indented.slice(LABEL_WIDTH - 1)}\n`
}
