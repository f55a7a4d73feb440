import { NovaSchedError } from '../../errors.ts'
import type { PythonRules } from './rules.ts'
import { pythonRepr } from './text.ts'
import type { Dict, PythonNumber } from './values.ts'
import { dictEntries, dictOf, isNumber, PythonFloat, PythonObject } from './values.ts'

type Order = '<' | '<=' | '>' | '>='

/** A comparison; `=` is Python's `==`. */
export type PythonComparison = Order | '='

/**
 * Python's `a op b`.
 *
 * True is 1, and 1 is 1.0. Lists compare item by item, text by code point, NaN is never equal and never in order.
 * With `mixedTypesCompare` everything has an order (None, numbers, then by name of type: dict, list, text), a dict by its
 * size, then by the smallest key on which two differ. Equality never throws.
 * @throws TYPE_MISMATCH when two values have no order in Python 3
 */
export function comparePython(op: PythonComparison, a: unknown, b: unknown, rules: PythonRules): boolean {
  return op === '=' ? pythonEquals(a, b) : inOrder(op, a, b, rules)
}

/** Python's `a == b`, the same in both Pythons. */
export function pythonEquals(a: unknown, b: unknown): boolean {
  if (isNumber(a)) return isNumber(b) && holds('<=', amount(a), amount(b)) && holds('>=', amount(a), amount(b))
  if (a === null || a === undefined) return b === null || b === undefined
  if (typeof a === 'string') return a === b
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, at) => isSame(item, b[at]))
  if (a instanceof PythonObject) return b instanceof PythonObject && a.typeName === b.typeName && a.text === b.text
  const [left, right] = [dictOf(a), dictOf(b)]
  if (!left || !right) return a === b
  const entries = dictEntries(left)
  return entries.length === dictEntries(right).length && entries.every(([key, item]) => hasSame(right, key, item))
}

/** How Python compares members: the same object is equal to itself, so NaN is found in the list that holds it. */
export function isSame(a: unknown, b: unknown): boolean {
  return (Number.isNaN(a) && Number.isNaN(b)) || pythonEquals(a, b)
}

function hasSame(dict: Dict, key: string, item: unknown): boolean {
  const found = dict instanceof Map ? dict.has(key) : Object.hasOwn(dict, key)
  return found && isSame(item, dict instanceof Map ? dict.get(key) : (dict as Record<string, unknown>)[key])
}

function inOrder(op: Order, a: unknown, b: unknown, rules: PythonRules): boolean {
  if (isNumber(a) && isNumber(b)) return holds(op, amount(a), amount(b))
  if (typeof a === 'string' && typeof b === 'string') return holds(op, compareText(a, b), 0)
  if (Array.isArray(a) && Array.isArray(b)) return listsInOrder(op, a, b, rules)
  if (areOrderedAlike(a, b)) return holds(op, compareText(textOf(a), textOf(b)), 0)
  if (!rules.mixedTypesCompare) throw notOrdered(op, a, b, rules)
  return holds(op, compareMixed(a, b, rules), 0)
}

function areOrderedAlike(a: unknown, b: unknown): boolean {
  const isOne = a instanceof PythonObject && b instanceof PythonObject && a.typeName === b.typeName
  return isOne && a.details.ordered === true
}

function holds(op: Order, a: number | bigint, b: number | bigint): boolean {
  if (op === '<') return a < b
  if (op === '<=') return a <= b
  return op === '>' ? a > b : a >= b
}

function amount(value: PythonNumber): number | bigint {
  if (value instanceof PythonFloat) return value.value
  return typeof value === 'boolean' ? Number(value) : value
}

function listsInOrder(op: Order, a: readonly unknown[], b: readonly unknown[], rules: PythonRules): boolean {
  const shorter = Math.min(a.length, b.length)
  for (let at = 0; at < shorter; at += 1) {
    if (!isSame(a[at], b[at])) return inOrder(op, a[at], b[at], rules)
  }
  return holds(op, a.length, b.length)
}

/** Negative, zero or positive: the order of Python 2's `cmp(a, b)`; values without one (NaN) count as positive. */
function comparePython2(a: unknown, b: unknown, rules: PythonRules): number {
  if (isSame(a, b)) return 0
  return inOrder('<', a, b, rules) ? -1 : 1
}

function compareMixed(a: unknown, b: unknown, rules: PythonRules): number {
  const [left, right] = [dictOf(a), dictOf(b)]
  if (left && right) return compareDicts(left, right, rules)
  return compareText(typeRank(a), typeRank(b)) || compareText(textOf(a), textOf(b))
}

/** Python 2 orders values of different types by the names of their types, None before all and numbers next. */
function typeRank(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (isNumber(value)) return ' '
  if (typeof value === 'string') return 'unicode'
  if (Array.isArray(value)) return 'list'
  return value instanceof PythonObject ? value.typeName : 'dict'
}

/** Python 2 orders different objects of one type by address, which nobody can know: their texts stand in for it. */
function textOf(value: unknown): string {
  return value instanceof PythonObject ? value.text : ''
}

function compareDicts(a: Dict, b: Dict, rules: PythonRules): number {
  const [left, right] = [dictEntries(a), dictEntries(b)]
  if (left.length !== right.length) return left.length - right.length
  const mine = smallestDifference(left, b)
  const theirs = smallestDifference(right, a)
  if (!mine || !theirs) return 0
  return compareText(mine[0], theirs[0]) || comparePython2(mine[1], theirs[1], rules)
}

/** The entry with the smallest key among those that the other dict lacks or holds with another value. */
function smallestDifference(entries: [string, unknown][], other: Dict): [string, unknown] | undefined {
  let smallest: [string, unknown] | undefined
  for (const entry of entries) {
    const isSmaller = !smallest || compareText(entry[0], smallest[0]) < 0
    if (isSmaller && !hasSame(other, entry[0], entry[1])) smallest = entry
  }
  return smallest
}

/** Order by code point, as Python has it: JavaScript's own puts characters beyond U+FFFF before U+E000. */
export function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let at = 0; at < shorter; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (left !== right) return codePointRank(left) - codePointRank(right)
  }
  return a.length - b.length
}

function codePointRank(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800
  return unit >= 0xd800 ? unit + 0x2000 : unit
}

function notOrdered(op: Order, a: unknown, b: unknown, rules: PythonRules): NovaSchedError {
  const [left, right] = [pythonRepr(a, rules), pythonRepr(b, rules)]
  return new NovaSchedError(
    'TYPE_MISMATCH',
    `${left} ${op} ${right}: values of different types have no order; compare numbers with numbers, text with text`,
    { op, left, right },
  )
}
