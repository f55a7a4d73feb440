import type { HostTest } from '../plugin/filter.ts'
import type { Host } from '../plugin/host.ts'
import type { Verdict } from '../plugin/verdict.ts'
import type { HostTable } from '../hosts/host-table.ts'
import { WordBytes } from './word-bytes.ts'

/** The answer of a place that was not asked yet, or has changed since. */
export const UNASKED = 0
/** The answer of a place that passes. */
export const PASSES = 1
/** A no without a reason; reasons follow, in the order in which they were first met. */
const NO_REASON = 2

/** What a filter says of each place, for requests that agree in what it read: one byte each. */
export class VerdictColumn {
  readonly #codes: WordBytes
  /** Reasons by their code; the first two stand for no reason. */
  readonly reasons: (string | null)[] = [null, null, null]
  readonly #test: HostTest
  readonly #check: (verdict: unknown) => Verdict
  readonly #table: HostTable
  #seen: number

  /**
   * @param check - refuses what is no verdict
   * @param doubtful - the places that may not pass; null: any
   */
  constructor(
    test: HostTest,
    check: (verdict: unknown) => Verdict,
    table: HostTable,
    doubtful: Iterable<number> | null = null,
  ) {
    this.#test = test
    this.#check = check
    this.#table = table
    this.#seen = table.version
    this.#codes = new WordBytes(table.hosts.length)
    if (doubtful === null) return
    this.codes.fill(PASSES)
    for (const slot of doubtful) this.codes[slot] = UNASKED
  }

  /** The answer of each place. */
  get codes(): Uint8Array {
    return this.#codes.bytes
  }

  /** Adds those of some places that do not pass, or were not asked. */
  addDoubtful(slots: readonly number[], doubtful: number[]): void {
    const { codes } = this
    for (const slot of slots) if (codes[slot] !== PASSES) doubtful.push(slot)
  }

  /** Forgets the answers of places that have changed. */
  catchUp(): void {
    const { version } = this.#table
    if (this.#seen === version) return
    const changed = this.#table.changesSince(this.#seen)
    if (changed === null) this.codes.fill(UNASKED)
    else for (const slot of changed) this.codes[slot] = UNASKED
    this.#seen = version
  }

  /**
   * Asks about all places that are in, unless the answer is known.
   *
   * @param lostTo - 0 for each place that is in
   * @param lose - is told of each that does not pass
   * @throws what the filter throws: nothing is remembered of that place then
   */
  askAll(lostTo: Uint8Array, lose: (slot: number, code: number) => void): void {
    const { codes } = this
    const { hosts } = this.#table
    let slot = this.#nextDoubtful(0)
    while (slot < codes.length) {
      if (lostTo[slot] === 0) {
        let code = codes[slot] as number
        if (code === UNASKED) codes[slot] = code = this.#askAbout(hosts[slot] as Host)
        if (code !== PASSES) lose(slot, code)
      }
      slot += 1
      if (codes[slot] === PASSES) slot = this.#nextDoubtful(slot)
    }
  }

  /**
   * The answer of a place, asked now unless it is known.
   *
   * @throws what the filter throws: nothing is remembered then
   */
  ask(slot: number): number {
    const known = this.codes[slot] as number
    if (known !== UNASKED) return known
    const code = this.#askAbout(this.#table.hosts[slot] as Host)
    this.codes[slot] = code
    return code
  }

  /** The first place from one on that does not pass, or was not asked; how many places there are, where all pass. */
  #nextDoubtful(from: number): number {
    return this.#codes.nextBut(PASSES, from)
  }

  #askAbout(host: Host): number {
    const verdict = this.#test(host)
    return verdict === true ? PASSES : this.#codeOf(this.#check(verdict))
  }

  #codeOf(verdict: Verdict): number {
    if (verdict === true) return PASSES
    if (verdict === false) return NO_REASON
    let code = this.reasons.indexOf(verdict.reason, NO_REASON + 1)
    if (code < 0) code = this.reasons.push(verdict.reason) - 1
    if (code > 255) throw new RangeError('a filter has more than 252 reasons')
    return code
  }
}
