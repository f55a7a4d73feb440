import type { OptionSpec } from '../plugin/options.ts'
import { parseFloatText, parseIntText, PYTHON_3, stripSpace } from '../plugin/python.ts'
import { dataMap } from '../util/freeze.ts'
import { quote } from './quote.ts'

/** A text made into a value, or what the text should have been. */
export type Converted<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string }

/** Makes values of one of oslo.config's types out of text. Never throws. */
export type ValueType<T> = (text: string) => Converted<T>

/** Bounds of a number, both inclusive. */
export interface Bounds {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

function good<T>(value: T): Converted<T> {
  return { ok: true, value }
}

function bad(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message }
}

/** Any text, or one of `choices` in exactly this spelling. */
export function textType(choices?: readonly unknown[]): ValueType<string> {
  return (text) => {
    if (choices === undefined || choices.includes(text)) return good(text)
    return bad(`must be one of ${choices.join(', ')}`)
  }
}

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'on', 'yes'].map((word) => [word, true] as const),
  ...['false', '0', 'off', 'no'].map((word) => [word, false] as const),
])

/** A truth value, in any letter case. */
export const boolType: ValueType<boolean> = (text) => {
  const value = TRUTHS.get(text.toLowerCase())
  return value === undefined ? bad('must be true or false (also 1, on, yes; 0, off, no)') : good(value)
}

/** A whole number as Python's `int()` reads it; an empty text is null, "not set". */
export function intType(bounds: Bounds = {}): ValueType<number | null> {
  return number('a whole number', readInteger, bounds)
}

/** A number as Python's `float()` reads it, `nan` and `inf` too; an empty text is null, "not set". */
export function floatType(bounds: Bounds = {}): ValueType<number | null> {
  return number('a number', readFloat, bounds)
}

/** Undefined also for a number that no double holds; such a number is no sensible option. */
function readInteger(text: string): number | undefined {
  const value = parseIntText(text, PYTHON_3)
  return value !== undefined && Number.isFinite(value) ? value : undefined
}

function readFloat(text: string): number | undefined {
  return parseFloatText(text, PYTHON_3)
}

/** Blanks to `str.strip()`, but not to `int()` and `float()`. */
const SEPARATORS = ['\x1c', '\x1d', '\x1e', '\x1f']

type ReadNumber = (text: string) => number | undefined

function number(what: string, read: ReadNumber, bounds: Bounds): ValueType<number | null> {
  const { min = -Infinity, max = Infinity } = bounds
  return (text) => {
    if (stripSpace(text) === '') return good(null)
    const value = SEPARATORS.some((separator) => text.includes(separator)) ? undefined : read(text)
    if (value === undefined) return bad(`must be ${what}`)
    return value < min || value > max ? bad(`must be ${what} ${describeBounds(bounds)}`) : good(value)
  }
}

/** Bounds in words: `from 1 to 9`, `of at least 1`, `of at most 9`, or nothing. */
export function describeBounds({ min, max }: Bounds): string {
  if (min !== undefined && max !== undefined) return `from ${min} to ${max}`
  if (min !== undefined) return `of at least ${min}`
  return max !== undefined ? `of at most ${max}` : ''
}

/** A TCP port. */
export const portType: ValueType<number | null> = intType({ min: 0, max: 65535 })

/** How the items of a list or dict are read. */
export interface Items<T> {
  readonly item?: ValueType<T>
  /** Brackets (braces for a dict) around the value are required. */
  readonly bounds?: boolean
}

/**
 * A list with commas between the items; blanks around items, and commas at the end, do not count. An item that its type
 * refuses is tried again together with the next one, since an item may hold commas.
 */
export function listType<T = string>(items: Items<T> = {}): ValueType<readonly T[]> {
  const item = items.item ?? (textType() as ValueType<never>)
  return (text) => {
    const trimmed = withoutCommasAtEnd(stripSpace(text))
    const inner = items.bounds === true ? within(trimmed, '[', ']') : good(trimmed)
    if (!inner.ok) return inner
    return inner.value === '' ? good([]) : joinUntilGood(inner.value.split(','), (piece) => item(stripSpace(piece)))
  }
}

/** A list of `key:value` pairs with commas between them; keys are unique and not empty. A map without a prototype. */
export function dictType<T = string>(items: Items<T> = {}): ValueType<Readonly<Record<string, T>>> {
  const item = items.item ?? (textType() as ValueType<never>)
  return (text) => {
    const inner = items.bounds === true ? within(stripSpace(text), '{', '}') : good(stripSpace(text))
    if (!inner.ok) return inner
    if (inner.value === '') return good(dataMap<T>([]))
    const pairs = joinUntilGood(inner.value.split(','), (piece) => pair(piece, item))
    if (!pairs.ok) return pairs
    const keys = pairs.value.map(([key]) => key)
    if (keys.includes('')) return bad('every pair needs a key in front of the colon')
    const twice = keys.find((key, index) => keys.indexOf(key) < index)
    return twice === undefined ? good(dataMap(pairs.value)) : bad(`must not hold the key ${quote(twice)} twice`)
  }
}

function withoutCommasAtEnd(text: string): string {
  let end = text.length
  while (text.charAt(end - 1) === ',') end -= 1
  return text.slice(0, end)
}

function within(text: string, open: string, close: string): Converted<string> {
  const enclosed = text.startsWith(open) && text.endsWith(close)
  return enclosed ? good(text.slice(1, -1)) : bad(`must stand between ${open} and ${close}`)
}

function pair<T>(text: string, item: ValueType<T>): Converted<readonly [string, T]> {
  const colon = text.indexOf(':')
  if (colon < 0) return bad('must be key:value pairs with commas between them')
  const value = item(stripSpace(text.slice(colon + 1)))
  return value.ok ? good([stripSpace(text.slice(0, colon)), value.value] as const) : value
}

function joinUntilGood<T>(pieces: readonly string[], read: (text: string) => Converted<T>): Converted<readonly T[]> {
  const values: T[] = []
  for (let next = 0; next < pieces.length;) {
    let piece = pieces[next++] as string
    let result = read(piece)
    while (!result.ok && next < pieces.length) {
      piece += `,${pieces[next++] as string}`
      result = read(piece)
    }
    if (!result.ok) return result
    values.push(result.value)
  }
  return good(values)
}

/** The type that an option was declared with; of a `multi` option, the type of each occurrence. */
export function typeOfOption(spec: OptionSpec): ValueType<unknown> {
  switch (spec.type) {
    case 'bool':
      return boolType
    case 'int':
      return intType(spec)
    case 'float':
      return floatType(spec)
    case 'list':
      return listType()
    case 'dict':
      return dictType()
    case 'str':
    case 'multi':
      return textType(spec.choices)
  }
}
