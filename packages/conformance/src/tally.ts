import type { Result } from './result.ts'

/** Counts results, and tells them. */
export class Tally {
  readonly #write: (text: string) => void
  readonly #skipped = new Map<string, number>()
  readonly #kinds = new Map<string, number>()
  readonly #marks = new Map<string, number>()
  #passed = 0
  #failed = 0

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  /** @returns whether it failed, and how many did so in the same way before; null when it did not */
  add(result: Result, from: string): number | null {
    const { ok, skipped, id, detail = 'differs', kind = 'other', mark = kind } = result
    if (ok) this.#passed += 1
    else if (skipped !== undefined) this.skip(skipped)
    else {
      const before = this.#marks.get(mark) ?? 0
      this.#marks.set(mark, before + 1)
      this.#failed += 1
      this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1)
      this.#write(`${from} ${id}\n    ${detail}\n`)
      return before
    }
    return null
  }

  skip(reason: string, count = 1): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + count)
  }

  /** The last lines; the very last one counts. @returns 1 when one failed, else 0 */
  end(): 0 | 1 {
    for (const [kind, count] of [...this.#kinds].sort(([, a], [, b]) => b - a))
      if (kind !== 'other') this.#write(`${count} failed first at: ${kind}\n`)
    for (const [reason, count] of this.#skipped) this.#write(`${count} skipped: ${reason}\n`)
    const total = [...this.#skipped.values()].reduce((sum, count) => sum + count, 0)
    this.#write(`${this.#passed} passed, ${this.#failed} failed${total > 0 ? `, ${total} skipped` : ''}\n`)
    return this.#failed > 0 ? 1 : 0
  }
}
