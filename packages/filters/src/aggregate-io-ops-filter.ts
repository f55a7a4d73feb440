import { defineFilter, parseIntText } from '@nova-sched/core/plugin'
import { aggregateNumber } from './lib/aggregate-number.ts'
import { fewIoOps, IO_OPS_OPTIONS, IO_OPS_REASONS } from './lib/host-counts.ts'

/** Hosts that are not busy with I/O, by their aggregates. */
export const AggregateIoOpsFilter = defineFilter({
  name: 'AggregateIoOpsFilter',
  help: 'Hosts with few I/O operations, as IoOpsFilter; aggregates may set max_io_ops_per_host, the smallest counts.',
  classPath: 'nova.scheduler.filters.io_ops_filter.AggregateIoOpsFilter',
  options: IO_OPS_OPTIONS,
  reasons: IO_OPS_REASONS,
  create({ conf, rules, log }) {
    const parse = (text: string): number | undefined => parseIntText(text, rules.python)
    return fewIoOps(aggregateNumber({ key: 'max_io_ops_per_host', fallback: conf.max_io_ops_per_host, parse, log }))
  },
})
