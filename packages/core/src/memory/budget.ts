/** Something that is remembered, and can be forgotten. */
export interface Remembered {
  /** How much memory it takes, about. */
  readonly bytes: number
  /** Is called when it has to go. */
  readonly forget: () => void
}

/** Bounds the memory of all that is remembered: what was used longest ago goes first. */
export class Budget {
  /** How much may be remembered, in bytes. */
  readonly limit: number
  /** What was used longest ago first. */
  readonly #remembered = new Set<Remembered>()
  #bytes = 0

  constructor(limit: number) {
    this.limit = limit
  }

  /** Adds what was made just now. It stays, even where it exceeds the limit alone. */
  add(made: Remembered): void {
    this.#remembered.add(made)
    this.#bytes += made.bytes
    for (const oldest of this.#remembered) {
      if (this.#bytes <= this.limit || oldest === made) return
      this.remove(oldest)
      oldest.forget()
    }
  }

  /** It was used just now, unless it is forgotten already. */
  use(known: Remembered): void {
    if (this.#remembered.delete(known)) this.#remembered.add(known)
  }

  /** It is remembered no more. */
  remove(known: Remembered): void {
    if (this.#remembered.delete(known)) this.#bytes -= known.bytes
  }
}
