import { defineFilter, parseIntText } from '@nova-sched/core/plugin'
import { NUM_INSTANCES_OPTIONS, fewInstances, numInstancesReasons } from './lib/host-counts.ts'
import { aggregateLimit } from './lib/limit.ts'

/** Hosts with room for one more instance, by their aggregates. */
export const AggregateNumInstancesFilter = defineFilter({
  name: 'AggregateNumInstancesFilter',
  help: 'Hosts with few instances, as NumInstancesFilter; aggregates may set max_instances_per_host, the smallest counts.',
  classPath: 'nova.scheduler.filters.num_instances_filter.AggregateNumInstancesFilter',
  options: NUM_INSTANCES_OPTIONS,
  reasons: numInstancesReasons('{max} ({source})'),
  create({ conf, rules, log }) {
    const parse = (text: string): number | undefined => parseIntText(text, rules.python)
    return fewInstances(
      aggregateLimit({ key: 'max_instances_per_host', fallback: conf.max_instances_per_host, parse, log }),
    )
  },
})
