/** Bytes that are looked at together. */
const WORD = 4
const WORD_BITS = 2

/** A byte for each of some places, in which long runs of one value are passed over fast. */
export class WordBytes {
  readonly bytes: Uint8Array
  readonly #words: Uint32Array

  constructor(count: number) {
    this.#words = new Uint32Array(Math.ceil(count / WORD))
    this.bytes = new Uint8Array(this.#words.buffer, 0, count)
  }

  /** The first place from one on whose bytes differ in two of the same size; how many places there are, where none do. */
  nextDifference(other: WordBytes, from: number): number {
    const { bytes } = this
    const words = this.#words
    const others = other.bytes
    const otherWords = other.#words
    let place = from
    while (place < bytes.length) {
      if ((place & (WORD - 1)) === 0 && words[place >> WORD_BITS] === otherWords[place >> WORD_BITS]) place += WORD
      else if (bytes[place] === others[place]) place += 1
      else return place
    }
    return bytes.length
  }

  /** The first place from one on whose byte has not this value; how many places there are, where all have it. */
  nextBut(value: number, from: number): number {
    const { bytes } = this
    const words = this.#words
    const allSame = value * 0x01010101
    let place = from
    while (place < bytes.length) {
      if ((place & (WORD - 1)) === 0 && words[place >> WORD_BITS] === allSame) place += WORD
      else if (bytes[place] === value) place += 1
      else return place
    }
    return bytes.length
  }
}
