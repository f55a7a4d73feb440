import { defineFilter, fault, type NovaSchedError } from '@nova-sched/core/plugin'
import { coreParts, coreReasons } from './lib/cores.ts'
import type { Limit } from './lib/limit.ts'
import { ramParts, ramReasons } from './lib/ram.ts'

/** What DifferentHostFilter, SameHostFilter and SimpleCIDRAffinityFilter share in Nova: no filter of its own. */
export const AffinityFilter = defineFilter({
  name: 'AffinityFilter',
  help: 'No filter: ends every request. Enable DifferentHostFilter, SameHostFilter or SimpleCIDRAffinityFilter instead.',
  classPath: 'nova.scheduler.filters.affinity_filter.AffinityFilter',
  create: () => () => {
    throw notImplemented('AffinityFilter', 'DifferentHostFilter, SameHostFilter or SimpleCIDRAffinityFilter')
  },
})

/** What CoreFilter and AggregateCoreFilter share in Nova: it lacks the ratio, and breaks where it needs it. */
export const BaseCoreFilter = defineFilter({
  name: 'BaseCoreFilter',
  help: 'No filter: ends every request. Enable CoreFilter or AggregateCoreFilter instead.',
  classPath: 'nova.scheduler.filters.core_filter.BaseCoreFilter',
  reasons: coreReasons(),
  create: () => coreParts(noRatio('BaseCoreFilter', 'CoreFilter or AggregateCoreFilter')),
})

/** What RamFilter and AggregateRamFilter share in Nova: it lacks the ratio, and breaks where it needs it. */
export const BaseRamFilter = defineFilter({
  name: 'BaseRamFilter',
  help: 'No filter: ends every request. Enable RamFilter or AggregateRamFilter instead.',
  classPath: 'nova.scheduler.filters.ram_filter.BaseRamFilter',
  reasons: ramReasons(),
  create: () => ramParts(noRatio('BaseRamFilter', 'RamFilter or AggregateRamFilter')),
})

function noRatio(name: string, instead: string): Limit {
  return {
    of() {
      throw notImplemented(name, instead)
    },
    source: () => name,
    raise: () => [],
    notes: () => [],
  }
}

function notImplemented(name: string, instead: string): NovaSchedError {
  return fault('NOT_IMPLEMENTED', `${name} is only the base of other filters: enable ${instead} instead`, {
    filter: name,
  })
}
