import type { Filter } from '../plugin/filter.ts'
import type { Request } from '../plugin/request.ts'
import type { WitnessedDecision } from './witnessed.ts'

/** Notes on what the request or the configuration asks for, and no enabled filter heeds. */
export async function unheededNotes(
  { hints, group }: Request,
  { filters, otherFilters, attempts }: Pick<WitnessedDecision, 'filters' | 'otherFilters' | 'attempts'>,
): Promise<readonly string[]> {
  const enabled = filters.map(({ definition }) => definition)
  const others = await otherFilters()
  // A group that the conductor did not set up was told of by it.
  const isForFilters = (group.policies ?? []).some((policy) => !policy.startsWith('soft-'))
  const asked = Object.keys(hints ?? {}).filter((hint) => (hint === 'group' ? isForFilters : !isNovas(hint)))
  return [...hintNotes(asked, enabled, others), ...retryNotes(enabled, others, attempts)]
}

/** Hints that Nova gives to itself. */
function isNovas(hint: string): boolean {
  return hint.startsWith('_nova')
}

function hintNotes(hints: readonly string[], enabled: readonly Filter[], others: readonly Filter[]): readonly string[] {
  const honoured = new Set(enabled.flatMap((filter) => filter.hints ?? []))
  return hints
    .filter((hint) => !honoured.has(hint))
    .map((hint) => {
      const able = others.filter((filter) => filter.hints?.includes(hint)).map(({ name }) => name)
      const advice = able.length === 0 ? '' : `: ${able.join(' or ')} would`
      return `no enabled filter honours the hint ${hint}${advice}`
    })
}

function retryNotes(
  enabled: readonly Filter[],
  others: readonly Filter[],
  { option, max }: WitnessedDecision['attempts'],
): readonly string[] {
  const isRetry = ({ name }: Filter): boolean => name === 'RetryFilter'
  if (max < 2 || enabled.some(isRetry) || !others.some(isRetry)) return []
  return [`RetryFilter is not enabled, and ${option} is ${max}: a host that failed may be tried again`]
}
