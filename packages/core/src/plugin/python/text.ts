import { NovaSchedError } from '../../errors.ts'
import type { PythonRules } from './rules.ts'
import { dictEntries, dictOf, PythonFloat, PythonObject } from './values.ts'

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
])
const NOT_PRINTABLE = /^(?! )[\p{C}\p{Z}]$/u
const NOT_PLAIN_ASCII = /^[^ -~]$/u
const MAX_INT64 = 2n ** 63n - 1n

/**
 * What Python's `str(value)` gives. Nova compares capabilities by this text.
 *
 * @throws VALUE_MALFORMED for text that is not ASCII in Python 2, where `str()` raises UnicodeEncodeError, a ValueError
 */
export function pythonStr(value: unknown, rules: PythonRules): string {
  if (typeof value === 'string') return rules.unicodePrefix ? asciiOnly(value) : value
  if (Number.isSafeInteger(value)) return String(value)
  if (typeof value === 'bigint' || Number.isInteger(value)) return String(BigInt(value as number | bigint))
  if (value instanceof PythonObject) return value.text
  const float = floatValue(value)
  return float === undefined ? pythonRepr(value, rules) : floatText(float, rules.floatDigits)
}

/**
 * What Python's `repr(value)` gives, which is also how a value looks within a list or a dict.
 *
 * Dicts are written in the order of their entries; Python 2 writes them in the order of its hash table.
 */
export function pythonRepr(value: unknown, rules: PythonRules): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'string') return textRepr(value, rules)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value instanceof PythonObject) return value.details.repr ?? value.text
  if (Array.isArray(value)) return `[${value.map((item) => pythonRepr(item, rules)).join(', ')}]`
  const float = floatValue(value)
  if (float !== undefined) return floatText(float, 17)
  if (typeof value === 'number' || typeof value === 'bigint') return intRepr(BigInt(value), rules)
  const dict = dictOf(value)
  if (!dict) return `<${typeof value}>`
  const entries = dictEntries(dict).map(([key, item]) => `${pythonRepr(key, rules)}: ${pythonRepr(item, rules)}`)
  return `{${entries.join(', ')}}`
}

function floatValue(value: unknown): number | undefined {
  if (value instanceof PythonFloat) return value.value
  return typeof value === 'number' && !Number.isInteger(value) ? value : undefined
}

function asciiOnly(text: string): string {
  for (const [at, character] of [...text].entries()) {
    if (character <= '\x7f') continue
    throw new NovaSchedError(
      'VALUE_MALFORMED',
      `${JSON.stringify(text)} is not ASCII (character ${at + 1}): this release of Nova breaks on it; use ASCII only`,
      { value: text, character: at + 1 },
    )
  }
  return text
}

function intRepr(value: bigint, rules: PythonRules): string {
  const isLong = value > MAX_INT64 || value < -MAX_INT64 - 1n
  return rules.longSuffix && isLong ? `${value}L` : String(value)
}

function textRepr(text: string, rules: PythonRules): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const hidden = rules.unicodePrefix ? NOT_PLAIN_ASCII : NOT_PRINTABLE
  const escaped = Array.from(text, (character) => {
    if (character === quote) return `\\${quote}`
    return SHORT_ESCAPES.get(character) ?? (hidden.test(character) ? codeEscape(character) : character)
  })
  return `${rules.unicodePrefix ? 'u' : ''}${quote}${escaped.join('')}${quote}`
}

function codeEscape(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16)
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

function floatText(value: number, digits: 12 | 17): string {
  if (Number.isNaN(value)) return 'nan'
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  const size = Math.abs(value)
  if (size === Infinity) return `${sign}inf`
  const [mantissa = '', power = '0'] = (digits === 17 ? size.toExponential() : rounded(size, digits)).split('e')
  const exponent = Number(power)
  const figures = mantissa.replace('.', '').replace(/0+$/, '') || '0'
  // Python keeps one place for the ".0" of a whole number, hence 11 where one would think 12.
  const withExponent = exponent < -4 || exponent >= (digits === 17 ? 16 : 11)
  return sign + (withExponent ? exponential(figures, exponent) : positional(figures, exponent))
}

/** The exponential form with some digits, ties to even as C rounds them; `toExponential` alone rounds ties up. */
function rounded(size: number, digits: number): string {
  const exact = size.toExponential(60)
  const [kept, rest] = [exact.slice(0, digits + 1), exact.slice(digits + 1, exact.indexOf('e'))]
  const tieToEven = /^50*$/.test(rest) && /[02468]$/.test(kept)
  return tieToEven ? kept + exact.slice(exact.indexOf('e')) : size.toExponential(digits - 1)
}

function exponential(figures: string, exponent: number): string {
  const power = String(Math.abs(exponent)).padStart(2, '0')
  const fraction = figures.length > 1 ? `.${figures.slice(1)}` : ''
  return `${figures.charAt(0)}${fraction}e${exponent < 0 ? '-' : '+'}${power}`
}

function positional(figures: string, exponent: number): string {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${figures}`
  const point = exponent + 1
  return `${figures.slice(0, point).padEnd(point, '0')}.${figures.slice(point) || '0'}`
}
