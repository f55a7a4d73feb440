const REJECTION = Symbol.for('nova-sched.rejection')

/** Numbers and texts of a rejection. `needed`, `available` and `unit` give the shortfall. */
export type Details = Readonly<Record<string, unknown>>

/** A filter's no, with its reason: a result, never an exception. */
export interface Rejection {
  readonly reason: string
  readonly details: Details
}

/** What a filter says of a host: it passes, it does not, or it does not for a stated reason. */
export type Verdict = boolean | Rejection

const NO_DETAILS: Details = Object.freeze({})

/**
 * A rejection with its reason.
 *
 * @param reason - a key of the filter's `reasons`
 * @param details - what the reason's text names in braces; `needed`, `available` and `unit` give the shortfall
 */
export function reject(reason: string, details: Details = NO_DETAILS): Rejection {
  return { [REJECTION]: true, reason, details } as Rejection
}

/** Whether a value was made by {@link reject}, of this copy of the package or another. */
export function isRejection(value: unknown): value is Rejection {
  return typeof value === 'object' && value !== null && REJECTION in value
}
