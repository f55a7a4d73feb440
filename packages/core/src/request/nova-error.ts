import { NovaSchedError } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'

/** Our code for an exception of Nova or Python; any other class is a request that Nova's API refuses. */
const CODES: ReadonlyMap<string, ErrorCode> = new Map<string, ErrorCode>([
  ['ValueError', 'VALUE_MALFORMED'],
  ['OverflowError', 'VALUE_MALFORMED'],
  ['TypeError', 'TYPE_MISMATCH'],
  ['AttributeError', 'ATTRIBUTE_MISSING'],
  ['KeyError', 'KEY_MISSING'],
  ['PciInvalidAlias', 'CONF_INVALID'],
  ['InvalidInput', 'AVAILABILITY_ZONE_INVALID'],
])

/**
 * An error of building a request, where Nova raises one: Python's own classes are faults, everything else is a refusal.
 *
 * @param novaError - the class of Nova's exception; stands in `details.novaError`
 * @param message - Nova's text first, where it has one that people search for
 */
export function novaError(
  novaError: string,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): NovaSchedError {
  return new NovaSchedError(CODES.get(novaError) ?? 'REQUEST_INVALID', message, { ...details, novaError })
}
