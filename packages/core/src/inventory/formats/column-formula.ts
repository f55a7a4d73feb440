import { NovaSchedError } from '../../errors.ts'

/** A number from the columns of a row, such as `cpu_milli/1000`; the text of a column where nothing is worked out. */
export interface ColumnFormula {
  /** As it was written. */
  readonly text: string
  /** The column it reads; null for a constant. */
  readonly column: string | null
  /** Steps in order; `*` and `/` bind more tightly than `+` and `-`. */
  readonly steps: readonly { readonly operator: string; readonly operand: number }[]
  /** The constant it begins with, when it reads no column. */
  readonly constant?: number
}

const NUMBER = /^\s*(\d+(?:\.\d+)?)\s*/
const OPERATOR = /^\s*([*/+-])/

/**
 * Reads `--columns host=sn,vcpus=cpu_milli/1000`: which field of the inventory comes from which column, and how.
 * A formula is a column's name or a number, and then `*`, `/`, `+` or `-` with numbers.
 *
 * @param header - the columns that the file has; their names may hold any character but `,`
 * @throws USAGE when it is malformed, or names a column that is not there
 */
export function readColumns(text: string, header: readonly string[]): ReadonlyMap<string, ColumnFormula> {
  const formulas = new Map<string, ColumnFormula>()
  for (const item of text.split(',')) {
    const [, field = '', formula = ''] = /^\s*([^=]+?)\s*=\s*(.*?)\s*$/.exec(item) ?? []
    if (field === '' || formula === '') throw usage(`"${item.trim()}" is not FIELD=COLUMN`)
    if (formulas.has(field)) throw usage(`${field} is given twice`)
    formulas.set(field, readFormula(formula, header))
  }
  return formulas
}

/** What a formula makes of a row: a number, or the text of the column; NaN when a text is no number. */
export function evaluate(formula: ColumnFormula, cell: string): number | string {
  if (formula.column !== null && formula.steps.length === 0) return cell
  let sum = 0
  let term = formula.constant ?? numberOf(cell)
  for (const { operator, operand } of formula.steps) {
    if (operator === '*') term *= operand
    else if (operator === '/') term /= operand
    else {
      sum += term
      term = operator === '+' ? operand : -operand
    }
  }
  return sum + term
}

/** The number that a cell holds; NaN when it holds something else. */
export function numberOf(cell: string): number {
  return /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(cell) ? Number(cell) : Number.NaN
}

function readFormula(text: string, header: readonly string[]): ColumnFormula {
  const column = columnAtStart(text, header)
  const number = column === null ? NUMBER.exec(text) : null
  if (column === null && number === null) {
    throw usage(`the file has no column of the name "${text}"; it has ${header.join(', ')}`)
  }
  const start = column?.length ?? number?.[0].length ?? 0
  const formula = { text, column, steps: readSteps(text.slice(start), text) }
  return number === null ? formula : { ...formula, constant: Number(number[1]) }
}

/** Column names may hold operators and blanks: the longest that fits is meant. */
function columnAtStart(text: string, header: readonly string[]): string | null {
  const fitting = header.filter(
    (name) => text === name || (text.startsWith(name) && OPERATOR.test(text.slice(name.length))),
  )
  return fitting.sort((one, other) => other.length - one.length)[0] ?? null
}

function readSteps(text: string, formula: string): ColumnFormula['steps'] {
  const steps: { operator: string; operand: number }[] = []
  for (let rest = text; rest.trim() !== '';) {
    const operator = OPERATOR.exec(rest)
    const number = NUMBER.exec(rest.slice(operator?.[0].length ?? 0))
    if (operator === null || number === null) {
      throw usage(`"${formula}" is no formula: write a column and then *, /, + or - with numbers`)
    }
    const step = { operator: operator[1] ?? '', operand: Number(number[1]) }
    if (step.operator === '/' && step.operand === 0) throw usage(`"${formula}" divides by zero`)
    steps.push(step)
    rest = rest.slice(operator[0].length + number[0].length)
  }
  return steps
}

function usage(message: string): NovaSchedError {
  return new NovaSchedError('USAGE', `--columns: ${message}`)
}
