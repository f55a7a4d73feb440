import { NovaSchedError } from '../errors.ts'
import type { Filter, FilterParts, PluginEnv, PrepareFilter } from '../plugin/filter.ts'

/** An enabled filter, made with its options. */
export interface FilterAtWork {
  readonly definition: Filter
  readonly name: string
  readonly parts: FilterParts
}

/**
 * Makes a filter ready to work.
 *
 * @param name - what nova.conf calls it
 * @throws PLUGIN_INVALID when it makes something else
 */
export function filterAtWork(definition: Filter, env: PluginEnv, name: string = definition.name): FilterAtWork {
  const created: unknown = definition.create(env)
  const parts = typeof created === 'function' ? { prepare: created as PrepareFilter } : (created as FilterParts | null)
  if (typeof parts?.prepare !== 'function') {
    throw new NovaSchedError('PLUGIN_INVALID', 'create must return a prepare function, or an object with one')
  }
  return { definition, name, parts }
}
