import type { Request, RequestField } from '../plugin/request.ts'
import type { Budget, Remembered } from './budget.ts'
import { fieldKey } from './request-key.ts'
import type { ReadRecorder } from './request-view.ts'

/** Bytes that an answer takes beside its key and what was prepared. */
const OVERHEAD = 256

/** Which requests and hosts an answer holds for. */
interface Shape<P> {
  readonly fields: readonly RequestField[]
  readonly answers: Map<string, Answer<P>>
}

/** What a plugin prepared for some requests. */
export interface Answer<P> extends Remembered {
  readonly prepared: P
  /** The moment of the hosts that were looked at; null when none were. */
  readonly moment: number | null
}

/**
 * Remembers what a plugin prepared, by what it read: the values of the request's fields, and the moment if it looked at
 * other hosts.
 */
export class Memory<P> {
  readonly #shapes: Shape<P>[] = []
  readonly #budget: Budget
  readonly #onForget: () => void

  /** @param onForget - is told when an answer had to go */
  constructor(budget: Budget, onForget: () => void) {
    this.#budget = budget
    this.#onForget = onForget
  }

  /**
   * What was prepared for a request like this.
   *
   * @param moment - differs wherever a host does
   */
  recall(request: Request, moment: number): Answer<P> | undefined {
    for (const { fields, answers } of this.#shapes) {
      const answer = answers.get(keyOf(request, fields))
      if (answer === undefined || (answer.moment !== null && answer.moment !== moment)) continue
      this.#budget.use(answer)
      return answer
    }
    return undefined
  }

  /**
   * Keeps what was prepared, for requests that agree with this one in all that was read.
   *
   * @param bytes - how much memory it takes, about
   */
  keep(request: Request, moment: number, reads: ReadRecorder, { prepared, bytes }: Made<P>): Answer<P> {
    const fields = [...reads.fields].sort()
    const name = fields.join()
    let shape = this.#shapes.find((known) => known.fields.join() === name)
    if (shape === undefined) this.#shapes.push((shape = { fields, answers: new Map() }))
    const { answers } = shape
    const key = keyOf(request, fields)
    const before = answers.get(key)
    if (before !== undefined) this.#budget.remove(before)
    const forget = (): void => {
      answers.delete(key)
      this.#onForget()
    }
    const answer = { prepared, moment: reads.hosts ? moment : null, bytes: bytes + 2 * key.length + OVERHEAD, forget }
    answers.set(key, answer)
    this.#budget.add(answer)
    return answer
  }
}

/** What was prepared, and how much memory it takes in bytes. */
interface Made<P> {
  readonly prepared: P
  readonly bytes: number
}

function keyOf(request: Request, fields: readonly RequestField[]): string {
  return fields.map((field) => fieldKey(request, field)).join('\u0000')
}
