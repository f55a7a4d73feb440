import { defineFilter, parseFloatText } from '@nova-sched/core/plugin'
import { RAM_OPTIONS, ramParts, ramReasons } from './lib/ram.ts'
import { aggregateLimit } from './lib/limit.ts'

/** Enough memory, with the overcommit ratio of the host's aggregates. */
export const AggregateRamFilter = defineFilter({
  name: 'AggregateRamFilter',
  help: 'Hosts with enough memory, as RamFilter; aggregates may set ram_allocation_ratio, the smallest counts.',
  classPath: 'nova.scheduler.filters.ram_filter.AggregateRamFilter',
  resources: ['memory'],
  options: RAM_OPTIONS,
  reasons: ramReasons('{ratio} of {source}'),
  create({ conf, rules, log }) {
    const parse = (text: string): number | undefined => parseFloatText(text, rules.python)
    return ramParts(aggregateLimit({ key: 'ram_allocation_ratio', fallback: conf.ram_allocation_ratio, parse, log }))
  },
})
