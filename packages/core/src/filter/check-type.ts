import { fault } from '../plugin/fault.ts'
import type { Request } from '../plugin/request.ts'

/**
 * What Nova checks a host for, as it hints to itself: `rebuild`, or another text for any other check.
 *
 * @returns undefined for a request that is to be placed
 * @throws ATTRIBUTE_MISSING when hints are null
 */
export function checkType({ hints }: Pick<Request, 'hints'>): unknown {
  if (hints !== null) return hints['_nova_check_type']
  throw fault('ATTRIBUTE_MISSING', 'scheduler_hints is null: Nova looks in it for whether this is a rebuild')
}
