import type { FieldKey } from '../memory/memory.ts'
import { fieldValue } from '../memory/request-key.ts'
import { OF_INSTANCE, type ReadField } from '../memory/request-view.ts'
import type { Request } from '../plugin/request.ts'

/** Bytes that a key of a request takes beside its text. */
const KEY_OVERHEAD = 512

/** What was prepared last. */
interface Last<P> {
  readonly request: Request
  readonly isLater: boolean
  /** The hosts that knew the instance then. */
  readonly ofInstance: string | null
  readonly prepared: P
}

/** What all plugins prepared for requests, by the values of all fields that any of them has read. */
export class PreparedRequests<P> {
  readonly #fieldKey: FieldKey
  readonly #limit: number
  readonly #fields = new Set<ReadField>(['hints'])
  readonly #known = new Map<string, P>()
  #bytes = 0
  #last: Last<P> | null = null

  /** @param limit - how much memory keys may take, in bytes, about */
  constructor(fieldKey: FieldKey, limit: number) {
    this.#fieldKey = fieldKey
    this.#limit = limit
  }

  /**
   * What was prepared for a request that agrees with this one.
   *
   * @param isLater - filters that run once a request are not asked
   */
  recall(request: Request, isLater: boolean): P | undefined {
    const last = this.#last
    if (last?.isLater === isLater && this.#isLike(request, last)) return last.prepared
    const known = this.#known.get(this.#keyOf(request, isLater))
    if (known !== undefined) this.#noteLast(request, isLater, known)
    return known
  }

  /** Keeps what was prepared. */
  keep(request: Request, isLater: boolean, prepared: P): void {
    const key = this.#keyOf(request, isLater)
    this.#bytes += 2 * key.length + KEY_OVERHEAD
    if (this.#bytes > this.#limit) this.forget()
    this.#known.set(key, prepared)
    this.#noteLast(request, isLater, prepared)
  }

  /** What no plugin had read before tells requests apart from now on. */
  note(fields: Iterable<ReadField>): void {
    const before = this.#fields.size
    for (const field of fields) this.#fields.add(field)
    if (this.#fields.size > before) this.forget()
  }

  forget(): void {
    this.#known.clear()
    this.#bytes = 0
    this.#last = null
  }

  #noteLast(request: Request, isLater: boolean, prepared: P): void {
    const ofInstance = this.#fields.has(OF_INSTANCE) ? this.#fieldKey(request, OF_INSTANCE) : null
    this.#last = { request, isLater, ofInstance, prepared }
  }

  /** Whether a request has the very values of the last one, as instances of one request do: no text is made of them. */
  #isLike(request: Request, last: Last<P>): boolean {
    for (const field of this.#fields) {
      const isSame =
        field === OF_INSTANCE
          ? this.#fieldKey(request, field) === last.ofInstance
          : fieldValue(request, field) === fieldValue(last.request, field)
      if (!isSame) return false
    }
    return true
  }

  #keyOf(request: Request, isLater: boolean): string {
    let key = isLater ? 'later' : ''
    for (const field of this.#fields) key += `\u0000${this.#fieldKey(request, field)}`
    return key
  }
}
