import { NovaSchedError, type ErrorCode } from '../errors.ts'

/**
 * A fault: a value that Nova accepts and then breaks on. Thrown by `prepare` or by a test, it ends the request; the
 * engine adds the plugin and the host.
 */
export function fault(code: ErrorCode, message: string, details: Record<string, unknown> = {}): NovaSchedError {
  return new NovaSchedError(code, message, details)
}

/**
 * The value itself, or a fault where it is missing and Nova's arithmetic would break.
 *
 * @param name - what is missing, as operators know it
 * @throws TYPE_MISMATCH when the value is null
 */
export function required<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) {
    throw fault('TYPE_MISMATCH', `${name} is null: Nova cannot calculate with it`, { name })
  }
  return value
}
