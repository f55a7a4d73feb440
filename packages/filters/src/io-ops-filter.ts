import { defineFilter } from '@nova-sched/core/plugin'
import { fewIoOps, IO_OPS_OPTIONS, IO_OPS_REASONS } from './lib/host-counts.ts'

/** Hosts that are not busy with I/O, by the configuration. */
export const IoOpsFilter = defineFilter({
  name: 'IoOpsFilter',
  help: 'Hosts with fewer I/O operations than max_io_ops_per_host.',
  classPath: 'nova.scheduler.filters.io_ops_filter.IoOpsFilter',
  options: IO_OPS_OPTIONS,
  reasons: IO_OPS_REASONS,
  create: ({ conf }) => fewIoOps(() => conf.max_io_ops_per_host),
})
