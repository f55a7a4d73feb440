import type { Request, RequestField } from '../plugin/request.ts'
import { fieldKey } from './request-key.ts'
import type { ReadRecorder } from './request-view.ts'

/** Answers kept per plugin; the oldest go first. */
const MOST_ENTRIES = 64

/** Which requests and hosts an answer holds for. */
interface Shape<P> {
  readonly fields: readonly RequestField[]
  readonly entries: Map<string, Entry<P>>
}

interface Entry<P> {
  readonly prepared: P
  /** The hosts that were looked at; null when none were. */
  readonly hosts: readonly unknown[] | null
}

/**
 * Remembers what a plugin prepared, by what it read: the values of the request's fields, and the other hosts if it
 * looked at them.
 */
export class Memory<P> {
  readonly #shapes: Shape<P>[] = []

  /** What was prepared for a request like this, or undefined. */
  recall(request: Request, hosts: readonly unknown[]): P | undefined {
    for (const { fields, entries } of this.#shapes) {
      const entry = entries.get(keyOf(request, fields))
      if (entry !== undefined && (entry.hosts === null || sameItems(entry.hosts, hosts))) return entry.prepared
    }
    return undefined
  }

  /** Keeps what was prepared, for requests that agree with this one in all that was read. */
  keep(request: Request, hosts: readonly unknown[], reads: ReadRecorder, prepared: P): void {
    const fields = [...reads.fields].sort()
    const name = fields.join()
    let shape = this.#shapes.find((known) => known.fields.join() === name)
    if (shape === undefined) this.#shapes.push((shape = { fields, entries: new Map() }))
    const key = keyOf(request, fields)
    shape.entries.delete(key)
    shape.entries.set(key, { prepared, hosts: reads.hosts ? hosts : null })
    const [oldest] = shape.entries.keys()
    if (shape.entries.size > MOST_ENTRIES && oldest !== undefined) shape.entries.delete(oldest)
  }
}

function keyOf(request: Request, fields: readonly RequestField[]): string {
  return fields.map((field) => fieldKey(request, field)).join('\u0000')
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => item === b[index]))
}
