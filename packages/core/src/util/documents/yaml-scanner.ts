/** Thrown where a text needs the whole of YAML, or is wrong. */
export const NOT_PLAIN = new Error('not plain YAML')

const SPACES = / */y
const SINGLE_QUOTED = /'[^'\n]*(?:''[^'\n]*)*'/y
const DOUBLE_QUOTED = /"[^"\\\n]*(?:\\["\\/bfnrt][^"\\\n]*)*"/y
/** A text without quotes, up to the end of the line, a comment or a colon. */
export const BARE = /[^\n:#]*(?:(?::(?=[^ \n])|(?<=[^ \n])#)[^\n:#]*)*/y
/** The same within brackets, up to what separates values there. */
export const BARE_IN_FLOW = /[^\n:#,[\]{}]*(?:(?::(?=[^ \n,[\]{}])|(?<=[^ \n])#)[^\n:#,[\]{}]*)*/y
/** What a bare text may not begin with; a hyphen may, unless it stands alone. */
const INDICATOR = /^(?:[?:,[\]{}#&*!|>'"%@`]|-(?:$| ))/

/** Goes through a text of YAML, from one value to the next. */
export class YamlScanner {
  /** Offset of the next character. */
  at = 0
  /** Column of the line that {@link toContent} found; -1 at the end. */
  column = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** A text in quotes that end on its line; null where none begins. */
  quoted(): string | null {
    const first = this.peek()
    if (first === "'") return this.#take(SINGLE_QUOTED).slice(1, -1).replaceAll("''", "'")
    return first === '"' ? (JSON.parse(this.#take(DOUBLE_QUOTED)) as string) : null
  }

  /** A text without quotes: {@link BARE}, or {@link BARE_IN_FLOW}. */
  bare(pattern: RegExp): string {
    const found = this.#take(pattern)
    let end = found.length
    while (found[end - 1] === ' ') end -= 1
    const text = found.slice(0, end)
    if (text === '' || INDICATOR.test(text)) throw NOT_PLAIN
    return text
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)?.[0]
    if (found === undefined) throw NOT_PLAIN
    this.at += found.length
    return found
  }

  /** The next character. */
  peek(): string | undefined {
    return this.#text[this.at]
  }

  /** Whether an item of a list begins here. */
  isItem(): boolean {
    return this.peek() === '-' && this.#text[this.at + 1] === ' '
  }

  /** Whether a key stands here. */
  isKey(): boolean {
    const start = this.at
    if (this.peek() === '[' || this.peek() === '{') return false
    if (this.quoted() === null) this.#take(BARE)
    this.skipSpaces()
    const isKey = this.peek() === ':'
    this.at = start
    return isKey
  }

  /** Goes on to what is no space. */
  skipSpaces(): void {
    SPACES.lastIndex = this.at
    SPACES.exec(this.#text)
    this.at = SPACES.lastIndex
  }

  /** Whether nothing but a comment is left of the line. */
  isLineEnd(): boolean {
    const next = this.peek()
    return next === undefined || next === '\n' || (next === '#' && /[\n ]/.test(this.#text[this.at - 1] ?? '\n'))
  }

  /** Goes on to the content of the next line that has any, from the beginning or the end of a line. */
  toContent(): void {
    for (;;) {
      this.skipSpaces()
      if (!this.isLineEnd()) break
      const end = this.#text.indexOf('\n', this.at)
      this.at = end === -1 ? this.#text.length : end + 1
      if (end === -1) break
    }
    this.column = this.at === this.#text.length ? -1 : this.at - this.#text.lastIndexOf('\n', this.at - 1) - 1
  }

  /** Goes on within brackets, over the ends of lines: the next stands further right than what holds the brackets. */
  toFlow(outer: number): void {
    let lineStart: number | null = null
    for (this.skipSpaces(); this.peek() === '\n'; this.skipSpaces()) lineStart = this.at += 1
    if (this.peek() === '#' || (lineStart !== null && this.at - lineStart <= outer)) throw NOT_PLAIN
  }

  /** Goes over a colon behind a key. */
  takeColon(): void {
    const next = this.#text[this.at + 1]
    if (this.peek() !== ':' || !(next === ' ' || next === '\n' || next === undefined)) throw NOT_PLAIN
    this.at += 1
  }
}
