import { defineFilter, parseFloatText } from '@nova-sched/core/plugin'
import { aggregateNumber } from './lib/aggregate-number.ts'
import { RAM_OPTIONS, RAM_REASONS, ramParts } from './lib/ram.ts'

/** Enough memory, with the overcommit ratio of the host's aggregates. */
export const AggregateRamFilter = defineFilter({
  name: 'AggregateRamFilter',
  help: 'Hosts with enough memory, as RamFilter; aggregates may set ram_allocation_ratio, the smallest counts.',
  classPath: 'nova.scheduler.filters.ram_filter.AggregateRamFilter',
  options: RAM_OPTIONS,
  reasons: RAM_REASONS,
  create({ conf, rules, log }) {
    const parse = (text: string): number | undefined => parseFloatText(text, rules.python)
    return ramParts(aggregateNumber({ key: 'ram_allocation_ratio', fallback: conf.ram_allocation_ratio, parse, log }))
  },
})
