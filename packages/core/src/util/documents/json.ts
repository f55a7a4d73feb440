import { DocumentError, MAX_DEPTH } from './limits.ts'
import { pathText } from './path.ts'
import type { Path } from './path.ts'

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const PLAIN_CHARS = /[^"\\\u0000-\u001f]*/y
const WORD = /-?[A-Za-z]+/y
const UNICODE_ESCAPE = /[0-9a-fA-F]{4}/y
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** What a reader of JSON may be told on the way. */
export interface JsonOptions {
  /** Called for every value with its path and the offset it begins at. */
  readonly onValue?: (path: Path, offset: number) => void
  /** Where to begin, in characters; 0 unless given. */
  readonly from?: number
  /** Whether other text may follow the value. */
  readonly more?: boolean
}

/**
 * Reads JSON. Our own, because `JSON.parse` tells neither the line of an error nor of a value, and says nothing
 * helpful of the `NaN` that Python writes. Repeated keys: the last wins, as in Python.
 *
 * @returns the value, and the offset behind it
 * @throws DocumentError with the place of the first error; also for more than {@link MAX_DEPTH} levels
 */
export function readJson(text: string, options: JsonOptions = {}): { readonly value: unknown; readonly end: number } {
  const reader = new JsonReader(text, options.from ?? 0, options.onValue)
  const value = reader.value(0)
  reader.skipBlanks()
  if (reader.at < text.length && options.more !== true) {
    throw new DocumentError(`${reader.shown()} stands behind the end of the JSON value`, reader.at)
  }
  return { value, end: reader.at }
}

/**
 * The offset that the value at each path begins at, for a text that was read before.
 *
 * @param paths - as {@link pathText} writes them
 * @param from - where the value begins, in characters
 */
export function offsetsInJson(text: string, paths: readonly string[], from = 0): ReadonlyMap<string, number> {
  const wanted = new Set(paths)
  const found = new Map<string, number>()
  const onValue = (path: Path, offset: number): void => {
    const key = pathText(path)
    if (wanted.has(key)) found.set(key, offset)
  }
  readJson(text, { onValue, from, more: true })
  return found
}

class JsonReader {
  at: number
  readonly #text: string
  readonly #onValue: ((path: Path, offset: number) => void) | undefined
  readonly #path: (string | number)[] = []

  constructor(text: string, from: number, onValue?: (path: Path, offset: number) => void) {
    this.#text = text
    this.at = from
    this.#onValue = onValue
  }

  value(depth: number): unknown {
    this.skipBlanks()
    this.#onValue?.(this.#path, this.at)
    switch (this.#text[this.at]) {
      case '{':
        return this.#object(depth)
      case '[':
        return this.#array(depth)
      case '"':
        return this.#string()
      case undefined:
      default:
        return this.#scalar()
    }
  }

  skipBlanks(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.at += 1
    }
  }

  /** What stands here, as a message shows it. */
  shown(): string {
    const char = this.#text.codePointAt(this.at)
    return char === undefined ? 'the end of the file' : JSON.stringify(String.fromCodePoint(char))
  }

  #object(depth: number): Record<string, unknown> {
    this.#enter(depth)
    const object: Record<string, unknown> = {}
    if (this.#take('}')) return object
    for (;;) {
      this.skipBlanks()
      if (this.#text[this.at] !== '"') throw this.#expected('a key in double quotes')
      const key = this.#string()
      if (!this.#take(':')) throw this.#expected('":"')
      this.#path.push(key)
      const value = this.value(depth + 1)
      this.#path.pop()
      // An assignment would set the prototype instead of a key.
      if (key === '__proto__') {
        Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
      } else object[key] = value
      if (this.#take('}')) return object
      if (!this.#take(',')) throw this.#expected('"," or "}"')
    }
  }

  #array(depth: number): unknown[] {
    this.#enter(depth)
    const array: unknown[] = []
    if (this.#take(']')) return array
    for (;;) {
      this.#path.push(array.length)
      array.push(this.value(depth + 1))
      this.#path.pop()
      if (this.#take(']')) return array
      if (!this.#take(',')) throw this.#expected('"," or "]"')
    }
  }

  #enter(depth: number): void {
    if (depth >= MAX_DEPTH) throw new DocumentError(`it is nested deeper than ${MAX_DEPTH} levels`, this.at)
    this.at += 1
  }

  #take(char: string): boolean {
    this.skipBlanks()
    if (this.#text[this.at] !== char) return false
    this.at += 1
    return true
  }

  #string(): string {
    const begin = this.at
    this.at += 1
    let whole = ''
    for (;;) {
      const from = this.at
      PLAIN_CHARS.lastIndex = from
      PLAIN_CHARS.test(this.#text)
      this.at = PLAIN_CHARS.lastIndex
      const plain = this.#text.slice(from, this.at)
      const char = this.#text[this.at]
      if (char === '"') {
        this.at += 1
        return whole === '' ? plain : whole + plain
      }
      if (char === undefined) throw new DocumentError('a text has no closing quote: is the file cut off?', begin)
      if (char !== '\\') throw new DocumentError('a text holds a line break or control character', this.at)
      whole += plain + this.#escape()
    }
  }

  #escape(): string {
    const letter = this.#text[this.at + 1] ?? ''
    if (letter === 'u') {
      UNICODE_ESCAPE.lastIndex = this.at + 2
      const digits = UNICODE_ESCAPE.exec(this.#text)?.[0]
      if (digits === undefined) throw new DocumentError('\\u needs four hexadecimal digits', this.at)
      this.at += 6
      return String.fromCharCode(Number.parseInt(digits, 16))
    }
    const char = ESCAPES[letter]
    if (char === undefined) throw new DocumentError(`\\${letter} is no escape of JSON`, this.at)
    this.at += 2
    return char
  }

  #scalar(): number | boolean | null {
    NUMBER.lastIndex = this.at
    const number = NUMBER.exec(this.#text)?.[0]
    WORD.lastIndex = this.at + (number?.length ?? 0)
    const word = WORD.exec(this.#text)?.[0]
    if (number !== undefined && word === undefined) {
      this.at += number.length
      return Number(number)
    }
    const known = number === undefined ? KEYWORDS.get(word ?? '') : undefined
    if (known === undefined) throw this.#unknown(`${number ?? ''}${word ?? ''}`)
    this.at += word?.length ?? 0
    return known
  }

  #unknown(word: string): DocumentError {
    if (/^-?(NaN|Infinity)$/.test(word)) return new DocumentError(`${word} is no JSON: write a number or null`, this.at)
    if (word !== '') return new DocumentError(`${JSON.stringify(word.slice(0, 40))} is no JSON value`, this.at)
    return this.#expected('a value')
  }

  #expected(what: string): DocumentError {
    const cut = this.at >= this.#text.length ? ': is the file cut off?' : ''
    return new DocumentError(`${what} is expected here, not ${this.shown()}${cut}`, this.at)
  }
}

const KEYWORDS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])
