/** A column of a table. */
export interface Column {
  readonly header: string
  /** Numbers stand on the right. */
  readonly align?: 'left' | 'right'
}

const GAP = 2
/** What a column is not narrowed below, in characters. */
const NARROWEST = 8

/**
 * A table without borders: a header line, then the rows. Columns are as wide as their cells; when that is wider than
 * `width` the widest columns are narrowed, and their cells go on in further lines.
 *
 * @param width - columns of the terminal; 0 for as wide as it comes
 */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[], width: number): string {
  const headers = columns.map(({ header }) => header)
  const cells = [headers, ...rows].map((row) => columns.map((_, at) => printable(row[at] ?? '')))
  const natural = columns.map((_, at) => Math.max(...cells.map((row) => lengthOf(row[at] ?? ''))))
  const widths = width > 0 ? narrowed(natural, width - GAP * (columns.length - 1)) : natural
  return cells.map((row) => renderRow(row, columns, widths)).join('')
}

/** How many columns of a terminal a table takes where nothing narrows it. */
export function tableWidth(columns: readonly Column[], rows: readonly (readonly string[])[]): number {
  return Math.max(...renderTable(columns, rows, 0).split('\n').map(lengthOf))
}

/**
 * A text in lines that fit the terminal, each ending with a line end.
 *
 * @param width - columns of the terminal; 0 for one line
 */
export function renderText(text: string, width: number): string {
  const lines = width > 0 ? wrap(printable(text), width) : [printable(text)]
  return lines.map((line) => `${line}\n`).join('')
}

/** A text without anything that a terminal would obey. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (char) => {
    const code = char.codePointAt(0) ?? 0
    return char === '\n' ? '\\n' : `\\u${code.toString(16).padStart(4, '0')}`
  })
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
  const blanks = ' '.repeat(Math.max(0, width - lengthOf(text)))
  return align === 'right' ? blanks + text : text + blanks
}

function narrowed(natural: readonly number[], room: number): number[] {
  const widths = natural.map((width) => Math.min(width, Math.max(room, NARROWEST)))
  for (let over = widths.reduce((sum, width) => sum + width, 0) - room; over > 0; over--) {
    const widest = Math.max(...widths)
    if (widest <= NARROWEST) break
    widths[widths.indexOf(widest)] = widest - 1
  }
  return widths
}

/** The lines of a cell: broken at blanks and behind commas, and within a word that is longer than a line. */
function wrap(text: string, width: number): string[] {
  if (lengthOf(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<=[\s,])/)) {
    let rest = word
    if (line !== '' && lengthOf(line + rest.trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    if (lengthOf(rest.trimEnd()) > width) {
      const pieces = inPieces(rest, width)
      lines.push(...pieces.slice(0, -1))
      rest = pieces.at(-1) as string
    }
    line += rest
  }
  return [...lines, line.trimEnd()]
}

function inPieces(word: string, width: number): string[] {
  const letters = [...word]
  const count = Math.ceil(letters.length / width)
  return Array.from({ length: count }, (_, piece) => letters.slice(piece * width, (piece + 1) * width).join(''))
}

function lengthOf(text: string): number {
  return [...text].length
}
