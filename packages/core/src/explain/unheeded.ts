import type { Filter } from '../plugin/filter.ts'
import type { Request } from '../plugin/request.ts'

/**
 * Notes on hints of a request that no enabled filter honours, with the filter that would.
 *
 * @param others - filters that could be enabled
 */
export function hintNotes(
  { hints }: Request,
  enabled: readonly Filter[],
  others: readonly Filter[],
): readonly string[] {
  const honoured = new Set(enabled.flatMap((filter) => filter.hints ?? []))
  return Object.keys(hints ?? {})
    .filter((hint) => !honoured.has(hint))
    .map((hint) => {
      const able = others.filter((filter) => filter.hints?.includes(hint)).map(({ name }) => name)
      const advice = able.length === 0 ? '' : `: ${able.join(' or ')} would`
      return `no enabled filter honours the hint ${hint}${advice}`
    })
}
