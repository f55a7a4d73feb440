import { defineFilter } from '@nova-sched/core/plugin'
import { IO_OPS_OPTIONS, fewIoOps, ioOpsReasons } from './lib/host-counts.ts'
import { optionLimit } from './lib/limit.ts'

/** Hosts that are not busy with I/O, by the configuration. */
export const IoOpsFilter = defineFilter({
  name: 'IoOpsFilter',
  help: 'Hosts with fewer I/O operations than max_io_ops_per_host.',
  classPath: 'nova.scheduler.filters.io_ops_filter.IoOpsFilter',
  options: IO_OPS_OPTIONS,
  reasons: ioOpsReasons(),
  create: ({ conf }) => fewIoOps(optionLimit('max_io_ops_per_host', conf.max_io_ops_per_host)),
})
