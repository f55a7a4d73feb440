import { NovaSchedError } from '../errors.ts'
import type { Filter, FilterParts, HostTest, PluginEnv, PrepareFilter } from '../plugin/filter.ts'
import type { Host } from '../plugin/host.ts'
import type { Verdict } from '../plugin/verdict.ts'
import { Memory } from '../memory/memory.ts'

/** A filter's test for requests of one kind, with the answers that it gave. */
export interface PreparedFilter {
  /** Null: everything passes. */
  readonly test: HostTest | null
  /** For each place in the list of hosts, the host that was asked there last, and its answer. */
  readonly hostAt: (Host | undefined)[]
  readonly verdictAt: (Verdict | undefined)[]
}

/** An enabled filter, made with its options, and what it remembers. */
export interface FilterAtWork {
  readonly definition: Filter
  readonly name: string
  readonly parts: FilterParts
  /** Null for a volatile filter. */
  readonly memory: Memory<PreparedFilter> | null
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
  return { definition, name, parts, memory: definition.volatile === true ? null : new Memory() }
}
