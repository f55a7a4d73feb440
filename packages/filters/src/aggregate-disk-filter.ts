import { defineFilter, parseFloatText } from '@nova-sched/core/plugin'
import { DISK_OPTIONS, diskParts, diskReasons } from './lib/disk.ts'
import { aggregateLimit } from './lib/limit.ts'

/** Enough disk, with the overcommit ratio of the host's aggregates. */
export const AggregateDiskFilter = defineFilter({
  name: 'AggregateDiskFilter',
  help: 'Hosts with enough disk, as DiskFilter; aggregates may set disk_allocation_ratio, the smallest counts.',
  classPath: 'nova.scheduler.filters.disk_filter.AggregateDiskFilter',
  resources: ['disk'],
  options: DISK_OPTIONS,
  reasons: diskReasons('{ratio} of {source}'),
  create({ conf, rules, log }) {
    const parse = (text: string): number | undefined => parseFloatText(text, rules.python)
    return diskParts(aggregateLimit({ key: 'disk_allocation_ratio', fallback: conf.disk_allocation_ratio, parse, log }))
  },
})
