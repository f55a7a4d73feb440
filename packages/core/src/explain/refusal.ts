import { NovaSchedError } from '../errors.ts'
import { dataMap } from '../util/freeze.ts'
import { askedText, refuseUnknownHosts } from './asked.ts'
import type { Explanation, ExplainOptions, NodeName } from './explanation.ts'
import { plainFate } from './fates.ts'
import { countsOf } from './tally.ts'

/**
 * Explains a request that was given up before the scheduler was asked, such as one whose attempts are used up.
 *
 * @param requested - how many instances it asks for
 * @throws USAGE when there is no such instance or host
 */
export function explainRefusal(
  { code, message }: NovaSchedError,
  known: readonly NodeName[],
  requested: number,
  options: ExplainOptions = {},
): Explanation {
  const { instance = 0 } = options
  refuseUnknownHosts(options, known)
  if (instance >= Math.max(1, requested)) {
    throw new NovaSchedError('USAGE', `instance ${instance + 1}: ${askedText(requested)}`, { instance, requested })
  }
  const why = { reason: 'not_asked', message: 'the request was given up before any host was looked at' }
  const hosts = known.map((node) => plainFate(node, 'skipped', why))
  const nothing = {
    placed: [],
    chosen: null,
    nearest: [],
    funnel: [],
    weighed: [],
    notes: [],
    inspected: [],
    actual: null,
  }
  return {
    ...nothing,
    instance,
    requested,
    error: { code, message },
    counts: countsOf(hosts),
    hosts,
    reasons: dataMap([]),
  }
}
