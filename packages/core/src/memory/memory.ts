import type { Request } from '../plugin/request.ts'
import { Remembered, type Budget } from './budget.ts'
import type { ReadField, ReadRecorder } from './request-view.ts'

/** Bytes that an answer takes beside its key and what was prepared. */
const OVERHEAD = 256

/** Which requests and hosts an answer holds for. */
interface Shape<P> {
  readonly fields: readonly ReadField[]
  readonly answers: Map<string, Answer<P>>
}

/** What a plugin prepared for some requests. */
export class Answer<P> extends Remembered {
  readonly prepared: P
  /** The moment of the hosts that were looked at; null when none were. */
  readonly moment: number | null

  constructor(prepared: P, moment: number | null, bytes = 0, forget: () => void = () => {}) {
    super(bytes, forget)
    this.prepared = prepared
    this.moment = moment
  }
}

/**
 * Remembers what a plugin prepared, by what it read: the values of the request's fields, and the moment if it looked at
 * other hosts.
 */
export class Memory<P> {
  readonly #shapes: Shape<P>[] = []
  readonly #budget: Budget
  readonly #fieldKey: FieldKey
  readonly #onForget: () => void

  /** @param onForget - is told when an answer had to go */
  constructor(budget: Budget, fieldKey: FieldKey, onForget: () => void) {
    this.#budget = budget
    this.#fieldKey = fieldKey
    this.#onForget = onForget
  }

  /**
   * What was prepared for a request like this.
   *
   * @param moment - differs wherever a host does
   */
  recall(request: Request, moment: number): Answer<P> | undefined {
    for (const { fields, answers } of this.#shapes) {
      const answer = answers.get(this.#keyOf(request, fields))
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
    const key = this.#keyOf(request, fields)
    const before = answers.get(key)
    if (before !== undefined) this.#budget.remove(before)
    const forget = (): void => {
      answers.delete(key)
      this.#onForget()
    }
    const answer = new Answer(prepared, reads.hosts ? moment : null, bytes + 2 * key.length + OVERHEAD, forget)
    answers.set(key, answer)
    this.#budget.add(answer)
    return answer
  }

  #keyOf(request: Request, fields: readonly ReadField[]): string {
    return fields.map((field) => this.#fieldKey(request, field)).join('\u0000')
  }
}

/** The value of what is read as text that is equal for equal values only. */
export type FieldKey = (request: Request, field: ReadField) => string

/** What was prepared, and how much memory it takes in bytes. */
interface Made<P> {
  readonly prepared: P
  readonly bytes: number
}
