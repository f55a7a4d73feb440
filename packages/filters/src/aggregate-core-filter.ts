import { defineFilter, parseFloatText } from '@nova-sched/core/plugin'
import { aggregateNumber } from './lib/aggregate-number.ts'
import { CORE_OPTIONS, CORE_REASONS, coreParts } from './lib/cores.ts'

/** Enough virtual CPUs, with the overcommit ratio of the host's aggregates. */
export const AggregateCoreFilter = defineFilter({
  name: 'AggregateCoreFilter',
  help: 'Hosts with enough virtual CPUs, as CoreFilter; aggregates may set cpu_allocation_ratio, the smallest counts.',
  classPath: 'nova.scheduler.filters.core_filter.AggregateCoreFilter',
  options: CORE_OPTIONS,
  reasons: CORE_REASONS,
  create({ conf, rules, log }) {
    const parse = (text: string): number | undefined => parseFloatText(text, rules.python)
    return coreParts(aggregateNumber({ key: 'cpu_allocation_ratio', fallback: conf.cpu_allocation_ratio, parse, log }))
  },
})
