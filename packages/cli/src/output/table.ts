import { cellsOf, inPieces } from './width.ts'

/** A column of a table. */
export interface Column {
  readonly header: string
  /** Numbers stand on the right. */
  readonly align?: 'left' | 'right'
}

const GAP = 2
/** What a column is not narrowed below, in cells of the terminal, where there is room for that. */
const NARROWEST = 8
/** What nobody reads to its end is cut off, in characters. */
const LONGEST = 1000

/**
 * A table without borders: a header line, then the rows. Columns are as wide as their cells; when that is wider than
 * `width` the widest columns are narrowed, and their cells go on in further lines. Texts are cut off where they are
 * longer than anyone reads.
 *
 * @param width - columns of the terminal; 0 for as wide as it comes
 */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string {
  const cells = cellTexts(columns, rows)
  const natural = naturalWidths(columns, cells)
  const widths = width > 0 ? narrowed(natural, width - GAP * (columns.length - 1)) : natural
  return cells.map((row) => renderRow(row, columns, widths)).join('')
}

/** How many columns of a terminal a table takes where nothing narrows it. */
export function tableWidth(columns: readonly Column[], rows: readonly (readonly string[])[]): number {
  return naturalWidths(columns, cellTexts(columns, rows)).reduce((sum, width) => sum + GAP + width, -GAP)
}

/**
 * A text in lines that fit the terminal, each ending with a line end; cut off where it is longer than anyone reads.
 *
 * @param width - columns of the terminal; 0 for one line
 */
export function renderText(text: string, width: number): string {
  const shown = shownText(text)
  const lines = width > 0 ? wrap(shown, width) : [shown]
  return lines.map((line) => `${line}\n`).join('')
}

/** A text without anything that a terminal would obey. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (char) => {
    const code = char.codePointAt(0) ?? 0
    return char === '\n' ? '\\n' : `\\u${code.toString(16).padStart(4, '0')}`
  })
}

function shownText(text: string): string {
  if (text.length <= LONGEST) return printable(text)
  // Half of a letter may be left at the end.
  return `${printable(text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, ''))}…`
}

function cellTexts(columns: readonly Column[], rows: readonly (readonly string[])[]): string[][] {
  const headers = columns.map(({ header }) => header)
  return [headers, ...rows].map((row) => columns.map((_, at) => shownText(row[at] ?? '')))
}

/** There may be more rows than a function takes arguments. */
function naturalWidths(columns: readonly Column[], cells: readonly (readonly string[])[]): number[] {
  const widths = columns.map(() => 0)
  for (const row of cells) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] as number, cellsOf(cell))
  }
  return widths
}

function renderRow(row: readonly string[], columns: readonly Column[], widths: readonly number[]): string {
  const wrapped = row.map((cell, at) => wrap(cell, widths[at] as number))
  const height = Math.max(...wrapped.map((lines) => lines.length))
  const lines = Array.from({ length: height }, (_, line) => {
    const parts = wrapped.map((cell, at) => pad(cell[line] ?? '', widths[at] as number, columns[at]?.align))
    return parts.join(' '.repeat(GAP)).trimEnd()
  })
  return `${lines.join('\n')}\n`
}

function pad(text: string, width: number, align: Column['align']): string {
  const blanks = ' '.repeat(Math.max(0, width - cellsOf(text)))
  return align === 'right' ? blanks + text : text + blanks
}

/** The widths of columns that share some room, in cells: the widest give way, down to an equal share. */
function narrowed(natural: readonly number[], room: number): number[] {
  const narrowest = Math.max(1, Math.min(NARROWEST, Math.floor(room / natural.length)))
  const widths = natural.map((width) => Math.min(width, Math.max(room, narrowest)))
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over--) {
    const widest = Math.max(...widths)
    if (widest <= narrowest) break
    widths[widths.indexOf(widest)] = widest - 1
  }
  return widths
}

/** The lines of a cell: broken at blanks and behind commas, and within a word that is longer than a line. */
function wrap(text: string, width: number): string[] {
  if (cellsOf(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<=[\s,])/)) {
    let rest = word
    if (line !== '' && cellsOf(line + rest.trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    if (cellsOf(rest.trimEnd()) > width) {
      const pieces = inPieces(rest, width)
      lines.push(...pieces.slice(0, -1))
      rest = pieces.at(-1) as string
    }
    line += rest
  }
  return [...lines, line.trimEnd()]
}
