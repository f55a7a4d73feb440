import { NovaSchedError } from '../../errors.ts'
import { PythonFloat } from './values.ts'

/** Nova breaks at about this depth too: Python's recursion limit is 1000 calls. */
const MAX_DEPTH = 900

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?/iy
const PLAIN_TEXT = /[^"\\\0-\x1f]*/y
const SPACE = /[ \t\n\r]*/y
const HEX = /[0-9a-f]{4}/iy
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
])
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

/** Where the reader stands in the text. */
interface Cursor {
  readonly text: string
  at: number
  depth: number
}

/**
 * What Python's `json.loads(text)` reads: JSON, and `NaN`, `Infinity` and `-Infinity`. Of equal keys the last wins.
 *
 * Unlike `JSON.parse` it tells `1.0` (a {@link PythonFloat}) from `1`, and keeps whole numbers beyond 2^53 exact (a
 * bigint), so that values look and compare as in Python. Objects have no prototype.
 * @throws VALUE_MALFORMED with the place of the first thing wrong, or when lists and objects nest deeper than 900
 */
export function parseJson(text: string): unknown {
  const cursor: Cursor = { text, at: 0, depth: 0 }
  take(cursor, SPACE)
  const value = readValue(cursor)
  take(cursor, SPACE)
  if (cursor.at < text.length) throw malformed(cursor, 'something follows the value')
  return value
}

function readValue(cursor: Cursor): unknown {
  const first = cursor.text.charAt(cursor.at)
  if (first === '"') return readText(cursor)
  if (first === '{' || first === '[') {
    if (cursor.depth === MAX_DEPTH) throw malformed(cursor, `nested deeper than ${MAX_DEPTH}`)
    cursor.depth += 1
    const value = first === '{' ? readObject(cursor) : readList(cursor)
    cursor.depth -= 1
    return value
  }
  for (const [word, value] of WORDS) {
    if (!cursor.text.startsWith(word, cursor.at)) continue
    cursor.at += word.length
    return value
  }
  return readNumber(cursor)
}

function readList(cursor: Cursor): unknown[] {
  const items: unknown[] = []
  readItems(cursor, ']', () => items.push(readValue(cursor)))
  return items
}

function readObject(cursor: Cursor): Record<string, unknown> {
  const items = Object.create(null) as Record<string, unknown>
  readItems(cursor, '}', () => {
    if (cursor.text.charAt(cursor.at) !== '"') throw malformed(cursor, 'expected a key in double quotes')
    const key = readText(cursor)
    take(cursor, SPACE)
    expect(cursor, ':')
    take(cursor, SPACE)
    items[key] = readValue(cursor)
  })
  return items
}

function readItems(cursor: Cursor, end: ']' | '}', readItem: () => void): void {
  cursor.at += 1
  take(cursor, SPACE)
  if (cursor.text.charAt(cursor.at) === end) {
    cursor.at += 1
    return
  }
  for (;;) {
    readItem()
    take(cursor, SPACE)
    if (cursor.text.charAt(cursor.at) === end) break
    expect(cursor, ',')
    take(cursor, SPACE)
  }
  cursor.at += 1
}

function readNumber(cursor: Cursor): unknown {
  NUMBER.lastIndex = cursor.at
  const found = NUMBER.exec(cursor.text)
  if (!found) throw malformed(cursor, 'expected a value')
  cursor.at += found[0].length
  const value = Number(found[0])
  if (found[1] !== undefined || found[2] !== undefined) return Number.isInteger(value) ? new PythonFloat(value) : value
  // Python has no negative zero among whole numbers.
  return Number.isSafeInteger(value) ? value + 0 : BigInt(found[0])
}

function readText(cursor: Cursor): string {
  cursor.at += 1
  let text = ''
  for (;;) {
    text += take(cursor, PLAIN_TEXT)
    const stop = cursor.text.charAt(cursor.at)
    if (stop === '"') break
    if (stop !== '\\') throw malformed(cursor, stop === '' ? 'a text is not closed' : 'a control character in a text')
    text += readEscape(cursor)
  }
  cursor.at += 1
  return text
}

function readEscape(cursor: Cursor): string {
  const kind = cursor.text.charAt(cursor.at + 1)
  const plain = ESCAPES.get(kind)
  if (plain === undefined && kind !== 'u') throw malformed(cursor, 'an unknown escape')
  cursor.at += 2
  if (plain !== undefined) return plain
  const digits = take(cursor, HEX)
  if (digits === '') throw malformed(cursor, 'expected four hexadecimal digits')
  return String.fromCharCode(Number.parseInt(digits, 16))
}

function take(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)?.[0] ?? ''
  cursor.at += found.length
  return found
}

function expect(cursor: Cursor, character: string): void {
  if (cursor.text.charAt(cursor.at) !== character) throw malformed(cursor, `expected "${character}"`)
  cursor.at += 1
}

function malformed(cursor: Cursor, problem: string): NovaSchedError {
  const excerpt = cursor.text.length > 80 ? `${cursor.text.slice(0, 80)}…` : cursor.text
  return new NovaSchedError('VALUE_MALFORMED', `not JSON: ${problem} at character ${cursor.at + 1} of ${excerpt}`, {
    text: excerpt,
    character: cursor.at + 1,
  })
}
