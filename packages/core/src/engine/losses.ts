import { WordBytes } from './word-bytes.ts'

/** Codes that a filter's reasons may have. */
const CODES = 256

/** For each place which filter says no to it, and for which reason; and how many places that comes to. */
export class Losses {
  /** The filter that a place was lost to, counted from 1; 0: it is in. */
  readonly lostTo: Uint8Array
  readonly #lost: WordBytes
  readonly #lostFor: Uint8Array
  /** By filter, by the code of the reason. */
  readonly #counts: Int32Array
  /** By filter. */
  readonly #sums: Int32Array
  #left: number

  constructor(filters: number, places: number) {
    this.#lost = new WordBytes(places)
    this.lostTo = this.#lost.bytes
    this.#lostFor = new Uint8Array(places)
    this.#counts = new Int32Array(CODES * filters)
    this.#sums = new Int32Array(filters)
    this.#left = places
  }

  /** How many places are in. */
  get left(): number {
    return this.#left
  }

  /** Whether a place is in. */
  isIn(slot: number): boolean {
    return this.lostTo[slot] === 0
  }

  /** Places that are in here and out there, or the other way round. */
  differingFrom(other: Losses): readonly number[] {
    const theirs = other.#lost
    const { lostTo } = this
    const differing: number[] = []
    for (let place = this.#lost.nextDifference(theirs, 0); place < lostTo.length;) {
      if ((lostTo[place] === 0) !== (theirs.bytes[place] === 0)) differing.push(place)
      place = this.#lost.nextDifference(theirs, place + 1)
    }
    return differing
  }

  /** All places are in. */
  clear(): void {
    this.lostTo.fill(0)
    this.forgetCounts()
    this.#left = this.lostTo.length
  }

  /** A filter says no to a place that was in. */
  lose(slot: number, filter: number, code: number): void {
    this.lostTo[slot] = filter + 1
    this.#lostFor[slot] = code
    this.#count(filter, code, 1)
    this.#left -= 1
  }

  /** A place that was lost is in again. */
  win(slot: number): void {
    this.#count((this.lostTo[slot] as number) - 1, this.#lostFor[slot] as number, -1)
    this.lostTo[slot] = 0
    this.#left += 1
  }

  /** What was lost stays lost, and is counted no more. */
  forgetCounts(): void {
    this.#counts.fill(0)
    this.#sums.fill(0)
  }

  /** The codes of a filter's reasons, with how many places were lost for each. */
  countsOf(filter: number): Int32Array {
    return this.#counts.subarray(CODES * filter, CODES * (filter + 1))
  }

  /** How many places a filter says no to. */
  lostToFilter(filter: number): number {
    return this.#sums[filter] as number
  }

  #count(filter: number, code: number, by: number): void {
    const at = CODES * filter + code
    this.#counts[at] = (this.#counts[at] as number) + by
    this.#sums[filter] = (this.#sums[filter] as number) + by
  }
}
