import { MAX_DEPTH, MAX_YAML_LENGTH, MAX_YAML_VALUES } from './limits.ts'
import type { Path } from './path.ts'
import type { YamlPart } from './yaml.ts'
import { BARE, BARE_IN_FLOW, NOT_PLAIN, YamlScanner } from './yaml-scanner.ts'

/** Where a value begins, and where those in it do. */
interface Place {
  readonly offset: number
  readonly inside?: ReadonlyMap<string | number, Place>
}

interface Read {
  readonly value: unknown
  readonly place: Place
}

/** Texts with tabs, carriage returns or control characters are for those who know all the rules. */
const NOT_PLAIN_TEXT = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe]/
const DOCUMENT_MARK = /^(?:---|\.\.\.)/m
const NO_KEYS = new Set(['', '<<', '__proto__'])
/** Longest key in characters that YAML knows without being told that it is one. */
const MAX_KEY_LENGTH = 1000

const NULL = /^(?:~|[Nn]ull|NULL)$/
const TRUE = /^(?:[Tt]rue|TRUE)$/
const FALSE = /^(?:[Ff]alse|FALSE)$/
const INTEGER = /^[-+]?[0-9]+$/
const NUMBER = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
const RARE_NUMBER = /^(?:0[ox]|[-+]?\.(?:inf|nan)$)/i

/**
 * Reads what most YAML files hold: maps and lists, one below the other or in brackets, with quoted and bare texts that
 * end where they begin. It comes to the same as the library for all of YAML, which takes longer to load and to warm up
 * than a whole command otherwise needs.
 *
 * @returns null for everything else and for everything that is wrong: the library reads it, and tells what is wrong
 */
export function readPlainYaml(text: string): YamlPart | null {
  if (text.length > MAX_YAML_LENGTH || NOT_PLAIN_TEXT.test(text) || DOCUMENT_MARK.test(text)) return null
  try {
    const { value, place } = new PlainYaml(text).document()
    return { value, offsetOf: (path) => offsetOf(place, path) }
  } catch (error) {
    if (error !== NOT_PLAIN) throw error
    return null
  }
}

function offsetOf(root: Place, path: Path): number | undefined {
  let place: Place | undefined = root
  for (const step of path) place = place?.inside?.get(step)
  return place?.offset
}

class PlainYaml {
  readonly #scan: YamlScanner
  #depth = 0
  #count = 0

  constructor(text: string) {
    this.#scan = new YamlScanner(text)
  }

  document(): Read {
    this.#scan.toContent()
    const isCollection =
      this.#scan.peek() === '[' || this.#scan.peek() === '{' || this.#scan.isItem() || this.#scan.isKey()
    if (!isCollection) throw NOT_PLAIN
    const read = this.#block(this.#scan.column, -1)
    if (this.#scan.column !== -1) throw NOT_PLAIN
    return read
  }

  /** A value at a column of its line, in a map or list that begins at `outer`; ends at the next line's content. */
  #block(column: number, outer: number): Read {
    this.#count += 1
    if (this.#depth >= MAX_DEPTH / 2 || this.#count > MAX_YAML_VALUES) throw NOT_PLAIN
    this.#depth += 1
    const read = this.#scan.isItem() ? this.#list(column) : this.#scan.isKey() ? this.#map(column) : this.#inLine(outer)
    this.#depth -= 1
    return read
  }

  #list(column: number): Read {
    const offset = this.#scan.at
    const value: unknown[] = []
    const inside = new Map<number, Place>()
    // A first item or key may stand behind a hyphen: its line begins further left.
    for (let isFirst = true; isFirst || (this.#scan.column === column && this.#scan.isItem()); isFirst = false) {
      const start = this.#scan.at
      this.#scan.at += 1
      this.#scan.skipSpaces()
      const read = this.#block(column + this.#scan.at - start, column)
      inside.set(value.length, read.place)
      value.push(read.value)
    }
    if (this.#scan.column > column) throw NOT_PLAIN
    return { value, place: { offset, inside } }
  }

  #map(column: number): Read {
    const offset = this.#scan.at
    const value: Record<string, unknown> = {}
    const inside = new Map<string, Place>()
    for (let isFirst = true; isFirst || this.#scan.column === column; isFirst = false) {
      const key = this.#key(BARE, inside)
      this.#scan.skipSpaces()
      const read = this.#scan.isLineEnd() ? this.#below(column) : this.#leaf(column)
      inside.set(key, read.place)
      value[key] = read.value
    }
    if (this.#scan.column > column) throw NOT_PLAIN
    return { value, place: { offset, inside } }
  }

  /** The value of a key that stands below it; a list may stand as far left as the key. */
  #below(column: number): Read {
    this.#scan.toContent()
    const isBelow = this.#scan.column > column || (this.#scan.column === column && this.#scan.isItem())
    if (!isBelow) throw NOT_PLAIN
    return this.#block(this.#scan.column, column)
  }

  #leaf(outer: number): Read {
    this.#count += 1
    return this.#inLine(outer)
  }

  /** A text, or something in brackets, and the end of its line. */
  #inLine(outer: number): Read {
    const read = this.#flow(BARE, outer)
    this.#scan.skipSpaces()
    if (!this.#scan.isLineEnd()) throw NOT_PLAIN
    this.#scan.toContent()
    // Further right it would go on.
    if (this.#scan.column > outer) throw NOT_PLAIN
    return read
  }

  #flow(bare: RegExp, outer: number): Read {
    const first = this.#scan.peek()
    if (first === '[') return this.#flowList(outer)
    if (first === '{') return this.#flowMap(outer)
    const offset = this.#scan.at
    const text = this.#scan.quoted()
    return { value: text ?? scalar(this.#scan.bare(bare)), place: { offset } }
  }

  #flowList(outer: number): Read {
    const value: unknown[] = []
    return this.#brackets(value, ']', outer, (inside) => {
      const read = this.#flow(BARE_IN_FLOW, outer)
      inside.set(value.length, read.place)
      value.push(read.value)
    })
  }

  #flowMap(outer: number): Read {
    const value: Record<string, unknown> = {}
    return this.#brackets(value, '}', outer, (inside) => {
      const key = this.#key(BARE_IN_FLOW, inside)
      this.#scan.toFlow(outer)
      const read = this.#flow(BARE_IN_FLOW, outer)
      inside.set(key, read.place)
      value[key] = read.value
    })
  }

  #brackets(value: unknown, end: string, outer: number, item: (inside: Map<string | number, Place>) => void): Read {
    const place = { offset: this.#scan.at, inside: new Map<string | number, Place>() }
    this.#depth += 1
    if (this.#depth >= MAX_DEPTH / 2) throw NOT_PLAIN
    this.#scan.at += 1
    for (this.#scan.toFlow(outer); this.#scan.peek() !== end; this.#scan.toFlow(outer)) {
      this.#count += 1
      if (this.#count > MAX_YAML_VALUES) throw NOT_PLAIN
      item(place.inside)
      this.#scan.toFlow(outer)
      if (this.#scan.peek() === ',') this.#scan.at += 1
      else if (this.#scan.peek() !== end) throw NOT_PLAIN
    }
    this.#scan.at += 1
    this.#depth -= 1
    return { value, place }
  }

  /** A key that is new, and its colon. */
  #key(bare: RegExp, known: ReadonlyMap<string | number, Place>): string {
    const start = this.#scan.at
    const key = this.#scan.quoted() ?? this.#scan.bare(bare)
    this.#scan.skipSpaces()
    if (this.#scan.at - start > MAX_KEY_LENGTH || NO_KEYS.has(key) || known.has(key)) throw NOT_PLAIN
    this.#scan.takeColon()
    return key
  }
}

function scalar(text: string): unknown {
  if (INTEGER.test(text)) return parseInt(text, 10)
  if (NUMBER.test(text)) return parseFloat(text)
  if (RARE_NUMBER.test(text)) throw NOT_PLAIN
  if (NULL.test(text)) return null
  return TRUE.test(text) || (FALSE.test(text) ? false : text)
}
