/** Bytes that are looked at together. */
const WORD = 4

/** A byte for each of some places, in which all that have one value are passed over fast. */
export class WordBytes {
  readonly bytes: Uint8Array
  readonly #words: Uint32Array

  constructor(count: number) {
    this.#words = new Uint32Array(Math.ceil(count / WORD))
    this.bytes = new Uint8Array(this.#words.buffer, 0, count)
  }

  /** Tells of each place whose byte has not this value, and of a few that have it. */
  eachBut(value: number, tell: (place: number) => void): void {
    const words = this.#words
    const { length } = this.bytes
    const allSame = value * 0x01010101
    for (let word = 0; word < words.length; word++) {
      if (words[word] === allSame) continue
      const end = Math.min(length, (word + 1) * WORD)
      for (let place = word * WORD; place < end; place++) tell(place)
    }
  }
}
