import { fault, required } from './fault.ts'
import type { Flavor, Request } from './request.ts'
import type { Rules } from './rules.ts'

/**
 * The flavor of a request, for plugins that cannot answer without one.
 *
 * @throws TYPE_MISMATCH when there is none; where requests are typed FIELD_NOT_LOADED, as Nova tells it there
 */
export function requestedFlavor({ flavor }: Pick<Request, 'flavor'>, { requestsAreTyped }: Rules): Flavor {
  if (flavor !== null || !requestsAreTyped) return required(flavor, 'instance_type')
  throw fault('FIELD_NOT_LOADED', 'the request has no instance_type: Nova reads the flavor', { field: 'flavor' })
}
