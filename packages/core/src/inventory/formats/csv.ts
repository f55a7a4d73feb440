import { CsvError, parse } from 'csv-parse/sync'
import type { inventoryFields } from '../../generated/validators.ts'
import { asProblem } from '../../util/documents/problems.ts'
import type { Problem } from '../../util/documents/problems.ts'
import { nearName } from '../../util/documents/near-names.ts'
import { shown } from '../../util/documents/value-words.ts'
import type { Contents, Made } from '../part.ts'
import { evaluate, numberOf, readColumns } from './column-formula.ts'
import type { ColumnFormula } from './column-formula.ts'

/** Fields of a host that a column may fill, and whether they are texts or numbers. */
const FIELDS = {
  host: 'text',
  nodename: 'text',
  uuid: 'text',
  cell: 'text',
  updated_at: 'text',
  host_ip: 'text',
  hypervisor_type: 'text',
  hypervisor_version: 'number',
  cpu_info: 'text',
  vcpus: 'number',
  vcpus_used: 'number',
  memory_mb: 'number',
  memory_mb_used: 'number',
  free_ram_mb: 'number',
  local_gb: 'number',
  local_gb_used: 'number',
  free_disk_gb: 'number',
  disk_available_least: 'number',
  cpu_allocation_ratio: 'number',
  ram_allocation_ratio: 'number',
  disk_allocation_ratio: 'number',
} as const satisfies Partial<Record<keyof typeof inventoryFields.hosts, 'text' | 'number'>>

type Field = keyof typeof FIELDS

interface Row {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/**
 * A table of hosts, one a row, with a head. Columns that bear the names of our fields are read as they are; `columns`
 * says what the others are (see {@link readColumns}). An empty cell is an absent field.
 */
export function readCsv(text: string, file: string, columns: string | undefined): Contents {
  try {
    const [head, ...rows] = rowsOf(text)
    const header = (head?.record ?? []).map((name) => name.trim())
    const formulas = formulasOf(header, columns)
    const problems = [
      ...headProblems(header, formulas, columns, file),
      ...rows.flatMap((row) => raggedRow(row, header, file)),
    ]
    if (problems.length > 0) return { findings: problems }
    const hosts = rows.map((row) => hostOf(row, header, formulas, file, problems))
    return { sections: { hosts }, findings: problems }
  } catch (error) {
    return { findings: [csvProblem(error, file)] }
  }
}

function rowsOf(text: string): readonly Row[] {
  const firstLine = /^.*$/m.exec(text.trimStart())?.[0] ?? ''
  const delimiter = [',', ';', '\t'].find((candidate) => firstLine.includes(candidate)) ?? ','
  const options = { delimiter, info: true, relax_column_count: true, skip_empty_lines: true } as const
  return parse(text, options) as unknown as readonly Row[]
}

function formulasOf(header: readonly string[], columns: string | undefined): ReadonlyMap<string, ColumnFormula> {
  const ours = header.filter((name) => Object.hasOwn(FIELDS, name))
  const formulas = new Map<string, ColumnFormula>(ours.map((name) => [name, { text: name, column: name, steps: [] }]))
  if (columns === undefined) return formulas
  for (const [field, formula] of readColumns(columns, header)) formulas.set(field, formula)
  return formulas
}

function headProblems(
  header: readonly string[],
  formulas: ReadonlyMap<string, ColumnFormula>,
  columns: string | undefined,
  file: string,
): Problem[] {
  const problem = (message: string): Problem => ({ level: 'error', code: 'INVENTORY_INVALID', file, line: 1, message })
  const names = Object.keys(FIELDS)
  const problems = header
    .filter((name, index) => header.indexOf(name) !== index)
    .map((name) => problem(`the column ${shown(name)} stands in the head twice`))
  for (const field of formulas.keys()) {
    if (Object.hasOwn(FIELDS, field)) continue
    problems.push({ ...problem(`--columns: a host has no field ${field}; it has ${names.join(', ')}`), code: 'USAGE' })
  }
  const read = new Set([...formulas.values()].map(({ column }) => column))
  for (const name of header) {
    const near = read.has(name)
      ? undefined
      : nearName(
          name,
          names.filter((field) => !formulas.has(field)),
        )
    if (near !== undefined) problems.push(problem(`the column ${shown(name)} is not known, did you mean ${near}?`))
  }
  if (!formulas.has('host')) {
    const usual = columns === undefined ? 'say which column is what: ' : 'say which column is the host: '
    problems.push(
      problem(
        `no column is the host; ${usual}--columns host=${header[0] ?? 'COLUMN'},vcpus=… (it has ${header.join(', ')})`,
      ),
    )
  }
  return problems
}

function raggedRow({ record, info }: Row, header: readonly string[], file: string): Problem[] {
  if (record.length === header.length) return []
  const message = `the row has ${record.length} cells, and the head ${header.length}`
  return [{ level: 'error', code: 'INVENTORY_INVALID', file, line: info.lines, message }]
}

function hostOf(
  { record, info: { lines: line } }: Row,
  header: readonly string[],
  formulas: ReadonlyMap<string, ColumnFormula>,
  file: string,
  problems: Problem[],
): Made {
  const value: Record<string, unknown> = {}
  for (const [field, formula] of formulas) {
    const cell = formula.column === null ? '' : (record[header.indexOf(formula.column)] ?? '')
    if (formula.column !== null && cell.trim() === '') continue
    const found = cellValue(field as Field, formula, cell)
    if (found !== undefined) value[field] = found
    else {
      const message = `${field} must be a number, is ${shown(cell)} (${formula.text})`
      problems.push({ level: 'error', code: 'INVENTORY_INVALID', file, line, message })
    }
  }
  const names = new Map([...formulas].map(([field, { text, column }]) => [field, text === column ? column : field]))
  return { value, place: { path: [], line, names } }
}

function cellValue(field: Field, formula: ColumnFormula, cell: string): string | number | undefined {
  const value = evaluate(formula, cell)
  if (FIELDS[field] === 'text') return String(value).trim()
  const number = typeof value === 'number' ? value : numberOf(value)
  return Number.isNaN(number) ? undefined : number
}

function csvProblem(error: unknown, file: string): Problem {
  if (!(error instanceof CsvError)) return asProblem(error, file)
  const line = typeof error['lines'] === 'number' ? { line: error['lines'] } : {}
  return { level: 'error', code: 'FILE_INVALID', file, message: error.message, ...line }
}
