import { fault, isDict, truthy, type Request } from '@nova-sched/core/plugin'

/**
 * The uuids of instances that a scheduler hint names: one, or a list.
 *
 * @returns null when the hint is not given or empty; else a function that gives the uuids, or throws TYPE_MISMATCH when
 * the hint is what Nova breaks on
 */
export function instanceHint({ hints }: Request, name: string): (() => readonly string[]) | null {
  const hint = hints?.[name]
  if (!truthy(hint)) return null
  const uuids = uuidsOf(hint)
  if (uuids !== null) return () => uuids
  return () => {
    throw fault('TYPE_MISMATCH', `the hint ${name} is neither a uuid of an instance nor a list of them`, { hint: name })
  }
}

/** Null for what Python makes no set of texts of. */
function uuidsOf(hint: unknown): readonly string[] | null {
  if (typeof hint === 'string') return [hint]
  if (isDict(hint)) return Object.keys(hint)
  if (!Array.isArray(hint) || hint.some((item) => Array.isArray(item) || isDict(item))) return null
  return hint.filter((item) => typeof item === 'string')
}
