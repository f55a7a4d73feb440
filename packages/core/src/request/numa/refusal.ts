import { NovaSchedError, type ErrorCode } from '../../errors.ts'

/** Makes the error of a request that Nova's API refuses. */
type Refusal = (novaError: string, text: string, settings: readonly string[]) => NovaSchedError

/**
 * A setting that cannot be met or understood.
 *
 * @param novaError - the class of Nova's exception, for `details.novaError`
 * @param text - Nova's own text, which operators search for
 * @param settings - the extra specs and image properties to look at
 */
export const invalid: Refusal = refusing('NUMA_CONSTRAINT_INVALID')

/** A setting that another one rules out, mostly of the image against the flavor's. Parameters as of {@link invalid}. */
export const forbidden: Refusal = refusing('NUMA_CONSTRAINT_FORBIDDEN')

/** A text that Nova's Python breaks on, which users see as an internal error. Parameters as of {@link invalid}. */
export const malformed: Refusal = refusing('VALUE_MALFORMED')

function refusing(code: ErrorCode): Refusal {
  return (novaError, text, settings) => {
    const where = settings.map((setting) => `${setting} of the ${setting.includes(':') ? 'flavor' : 'image'}`)
    return new NovaSchedError(code, `${text} (see ${where.join(' and ')})`, { novaError, settings })
  }
}
