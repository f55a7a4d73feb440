import { NovaSchedError } from '../errors.ts'
import { PART_FIELDS, PLAIN_FIELDS, type Request, type RequestField } from '../plugin/request.ts'

/** What a plugin reads of `hosts` that depends on the request too. */
export const OF_INSTANCE = 'hosts.ofInstance'

/** What a plugin reads, at the grain at which it is recorded. */
export type ReadField = RequestField | typeof OF_INSTANCE

/** Records what a plugin reads of a request, until it is closed. */
export interface ReadRecorder {
  readonly fields: Set<ReadField>
  /** Whether the plugin looked at other hosts. */
  hosts: boolean
  closed: boolean
}

/** A recorder that has seen nothing yet. */
export function newRecorder(): ReadRecorder {
  return { fields: new Set(), hosts: false, closed: false }
}

/**
 * A request as plugins see it: each field that is read is recorded.
 *
 * @returns a view that throws PLUGIN_LATE_READ when a field is read for the first time after the recorder closed
 */
export function requestView(request: Request, recorder: ReadRecorder): Request {
  const view: Record<string, unknown> = {}
  for (const field of PLAIN_FIELDS) expose(view, field, field, request[field], recorder)
  exposePart(view, 'flavor', request.flavor, recorder)
  exposePart(view, 'image', request.image, recorder)
  exposePart(view, 'group', request.group, recorder)
  return Object.freeze(view) as unknown as Request
}

/** Records one read, unless it comes too late. */
export function recordRead(recorder: ReadRecorder, field: ReadField): void {
  if (recorder.fields.has(field)) return
  if (recorder.closed) {
    const name = field === OF_INSTANCE ? field : `request.${field}`
    const advice = 'read it in prepare and keep the value'
    throw new NovaSchedError('PLUGIN_LATE_READ', `${name} was read after prepare returned: ${advice}`, { field })
  }
  recorder.fields.add(field)
}

function exposePart(
  view: Record<string, unknown>,
  part: keyof typeof PART_FIELDS,
  source: object | null,
  recorder: ReadRecorder,
): void {
  if (source === null) {
    expose(view, part, part as RequestField, null, recorder)
    return
  }
  const partView: Record<string, unknown> = {}
  for (const field of PART_FIELDS[part]) {
    const value = (source as Record<string, unknown>)[field]
    expose(partView, field, `${part}.${field}` as RequestField, value, recorder)
  }
  Object.freeze(partView)
  if (part === 'flavor') expose(view, part, part, partView, recorder)
  else view[part] = partView
}

function expose(target: object, name: string, field: RequestField, value: unknown, recorder: ReadRecorder): void {
  Object.defineProperty(target, name, {
    enumerable: true,
    get() {
      recordRead(recorder, field)
      return value
    },
  })
}
