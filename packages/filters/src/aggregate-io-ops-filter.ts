import { defineFilter, parseIntText } from '@nova-sched/core/plugin'
import { IO_OPS_OPTIONS, fewIoOps, ioOpsReasons } from './lib/host-counts.ts'
import { aggregateLimit } from './lib/limit.ts'

/** Hosts that are not busy with I/O, by their aggregates. */
export const AggregateIoOpsFilter = defineFilter({
  name: 'AggregateIoOpsFilter',
  help: 'Hosts with few I/O operations, as IoOpsFilter; aggregates may set max_io_ops_per_host, the smallest counts.',
  classPath: 'nova.scheduler.filters.io_ops_filter.AggregateIoOpsFilter',
  options: IO_OPS_OPTIONS,
  reasons: ioOpsReasons('{max} ({source})'),
  create({ conf, rules, log }) {
    const parse = (text: string): number | undefined => parseIntText(text, rules.python)
    return fewIoOps(aggregateLimit({ key: 'max_io_ops_per_host', fallback: conf.max_io_ops_per_host, parse, log }))
  },
})
