import { defineFilter, parseFloatText } from '@nova-sched/core/plugin'
import { CORE_OPTIONS, coreParts, coreReasons } from './lib/cores.ts'
import { aggregateLimit } from './lib/limit.ts'

/** Enough virtual CPUs, with the overcommit ratio of the host's aggregates. */
export const AggregateCoreFilter = defineFilter({
  name: 'AggregateCoreFilter',
  help: 'Hosts with enough virtual CPUs, as CoreFilter; aggregates may set cpu_allocation_ratio, the smallest counts.',
  classPath: 'nova.scheduler.filters.core_filter.AggregateCoreFilter',
  resources: ['vcpus'],
  options: CORE_OPTIONS,
  reasons: coreReasons('{ratio} of {source}'),
  create({ conf, rules, log }) {
    const parse = (text: string): number | undefined => parseFloatText(text, rules.python)
    return coreParts(aggregateLimit({ key: 'cpu_allocation_ratio', fallback: conf.cpu_allocation_ratio, parse, log }))
  },
})
