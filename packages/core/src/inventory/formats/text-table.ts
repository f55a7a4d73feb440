import type { Entry } from '../part.ts'
import { entryOf, fieldName } from './entry.ts'

/** The first columns of tables that show one thing, a field a row. */
const FIELD_COLUMNS = new Set(['field', 'property'])

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/** Whether a text is a table with borders, as the OpenStack commands print them. */
export function looksLikeTable(text: string): boolean {
  return /^[ \t]*(\+-[-+]*\+|\|.*\|)[ \t\r]*$/m.test(text)
}

/**
 * The records of a table with borders: one a row, or one in all where each row is a field (`show` commands). Numbers,
 * `True`, `False`, `None` and JSON in cells become what they mean.
 */
export function tableEntries(text: string): readonly Entry[] {
  const rows = rowsOf(text)
  const [head, ...body] = rows
  if (head === undefined) return []
  const [first, second] = head.cells
  if (head.cells.length === 2 && second === 'Value' && FIELD_COLUMNS.has(fieldName(first ?? '')))
    return [shownEntry(body)]
  // A part of such a table, without its head.
  if (head.cells.length === 2 && /^[a-z][a-z0-9_:-]*$/.test(first ?? '')) return [shownEntry(rows)]
  return body
    .filter(({ cells }) => cells.join() !== head.cells.join())
    .map(({ line, cells }) => entryOf(recordOf(head.cells, cells), [], line))
}

function rowsOf(text: string): readonly Row[] {
  return text.split('\n').flatMap((content, index) => {
    const inner = /^\s*\|(.*)\|\s*$/.exec(content)?.[1]
    return inner === undefined
      ? []
      : [{ line: index + 1, cells: inner.split(/ \| |\|(?= )/).map((cell) => cell.trim()) }]
  })
}

function recordOf(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const record = Object.create(null) as Record<string, unknown>
  columns.forEach((column, index) => {
    record[column] = valueOf(cells[index] ?? '')
  })
  return record
}

/** One record, a field a row; a row without a field's name goes on with the value above. */
function shownEntry(rows: readonly Row[]): Entry {
  const texts = Object.create(null) as Record<string, string>
  let field = ''
  for (const { cells } of rows) {
    const [name = '', ...rest] = cells
    const value = rest.join(' | ')
    if (name === '') texts[field] = `${texts[field] ?? ''}${value}`
    else texts[(field = name)] = value
  }
  const record = Object.create(null) as Record<string, unknown>
  for (const [name, value] of Object.entries(texts)) record[name] = valueOf(value)
  return entryOf(record, [], rows[0]?.line)
}

function valueOf(cell: string): unknown {
  if (/^-?\d+$/.test(cell) && Number.isSafeInteger(Number(cell))) return Number(cell)
  if (cell === 'True' || cell === 'False') return cell === 'True'
  if (cell === 'None' || cell === 'null') return null
  if (!/^[[{]/.test(cell)) return cell
  try {
    return JSON.parse(cell) as unknown
  } catch {
    return cell
  }
}
