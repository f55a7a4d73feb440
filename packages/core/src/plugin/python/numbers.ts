import type { PythonRules } from './rules.ts'
import { stripSpace } from './space.ts'

const DECIMAL = /^\p{Nd}$/u
const NOT_ASCII = /[^\0-\x7f]/
const LONE_UNDERSCORE = /(?<!\d)_|_(?!\d)/
const FLOAT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const WORD = /^([+-]?)(inf|infinity|nan)$/i
const INT = /^[+-]?\d+$/

/**
 * What Python's `float(text)` makes of a text.
 *
 * White space around it, a sign, an exponent, `nan`, `inf` and `infinity` in any letter case and the decimal digits of
 * any script are fine; units, hexadecimal numbers and blanks within are not.
 * @returns undefined where Python raises ValueError; beyond the range of a double it is infinite, as in Python
 */
export function parseFloatText(text: string, rules: PythonRules): number | undefined {
  const plain = plainNumber(text, rules)
  if (plain === undefined) return undefined
  if (FLOAT.test(plain)) return Number(plain)
  const word = WORD.exec(plain)
  if (!word) return undefined
  if (word[2]?.toLowerCase() === 'nan') return NaN
  return word[1] === '-' ? -Infinity : Infinity
}

/**
 * What Python's `int(text)` makes of a text: white space around it, a sign, leading zeros, decimal digits of any script.
 *
 * @returns undefined where Python raises ValueError. Beyond 2^53 the nearest double, where Python stays exact
 */
export function parseIntText(text: string, rules: PythonRules): number | undefined {
  const plain = plainNumber(text, rules)
  if (plain === undefined) return undefined
  const sign = plain.startsWith('+') || plain.startsWith('-') ? plain.charAt(0) : ''
  const whole = rules.blankAfterSign ? sign + stripSpace(plain.slice(sign.length)) : plain
  // Python has no negative zero among whole numbers.
  return INT.test(whole) ? Number(whole) + 0 : undefined
}

/** A text with ASCII digits only and without the underscores that may stand between two of them. */
function plainNumber(text: string, rules: PythonRules): string | undefined {
  const plain = asciiDigits(stripSpace(text))
  if (!plain.includes('_')) return plain
  if (!rules.underscoresInNumbers || LONE_UNDERSCORE.test(plain)) return undefined
  return plain.replaceAll('_', '')
}

function asciiDigits(text: string): string {
  return NOT_ASCII.test(text) ? text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit))) : text
}

/** Unicode keeps decimal digits in runs of ten, zero first; adjacent runs make a longer one. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (DECIMAL.test(String.fromCodePoint(first - 1))) first -= 1
  return (code - first) % 10
}
