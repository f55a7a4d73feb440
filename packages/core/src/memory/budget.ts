/** Something that is remembered, and can be forgotten. It stands in a line with others, which {@link Budget} orders. */
export class Remembered {
  /** How much memory it takes, about. */
  readonly bytes: number
  /** Is called when it has to go. */
  readonly forget: () => void
  /** Its neighbours in the line; null when it is not remembered. */
  older: Remembered | null = null
  newer: Remembered | null = null

  constructor(bytes: number, forget: () => void) {
    this.bytes = bytes
    this.forget = forget
  }
}

/** Bounds the memory of all that is remembered: what was used longest ago goes first. */
export class Budget {
  /** How much may be remembered, in bytes. */
  readonly limit: number
  /** Closes the line to a ring: its newer neighbour was used longest ago, its older one just now. */
  readonly #end = new Remembered(0, () => {})
  #bytes = 0

  constructor(limit: number) {
    this.limit = limit
    this.#end.older = this.#end
    this.#end.newer = this.#end
  }

  /** Adds what was made just now. It stays, even where it exceeds the limit alone. */
  add(made: Remembered): void {
    this.#append(made)
    this.#bytes += made.bytes
    while (this.#bytes > this.limit) {
      const oldest = this.#end.newer as Remembered
      if (oldest === made) return
      this.remove(oldest)
      oldest.forget()
    }
  }

  /** It was used just now, unless it is forgotten already. */
  use(known: Remembered): void {
    if (known.newer === null || known.newer === this.#end) return
    this.#takeOut(known)
    this.#append(known)
  }

  /** It is remembered no more. */
  remove(known: Remembered): void {
    if (known.newer === null) return
    this.#takeOut(known)
    this.#bytes -= known.bytes
  }

  #append(made: Remembered): void {
    const newest = this.#end.older as Remembered
    made.older = newest
    made.newer = this.#end
    newest.newer = made
    this.#end.older = made
  }

  #takeOut(known: Remembered): void {
    const { older, newer } = known as { older: Remembered; newer: Remembered }
    older.newer = newer
    newer.older = older
    known.older = null
    known.newer = null
  }
}
