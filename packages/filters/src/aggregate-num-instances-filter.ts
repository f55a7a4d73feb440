import { defineFilter, parseIntText } from '@nova-sched/core/plugin'
import { aggregateNumber } from './lib/aggregate-number.ts'
import { fewInstances, NUM_INSTANCES_OPTIONS, NUM_INSTANCES_REASONS } from './lib/host-counts.ts'

/** Hosts with room for one more instance, by their aggregates. */
export const AggregateNumInstancesFilter = defineFilter({
  name: 'AggregateNumInstancesFilter',
  help: 'Hosts with few instances, as NumInstancesFilter; aggregates may set max_instances_per_host, the smallest counts.',
  classPath: 'nova.scheduler.filters.num_instances_filter.AggregateNumInstancesFilter',
  options: NUM_INSTANCES_OPTIONS,
  reasons: NUM_INSTANCES_REASONS,
  create({ conf, rules, log }) {
    const parse = (text: string): number | undefined => parseIntText(text, rules.python)
    return fewInstances(
      aggregateNumber({ key: 'max_instances_per_host', fallback: conf.max_instances_per_host, parse, log }),
    )
  },
})
