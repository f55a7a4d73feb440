import { defineFilter, parseFloatText } from '@nova-sched/core/plugin'
import { aggregateNumber } from './lib/aggregate-number.ts'
import { DISK_OPTIONS, DISK_REASONS, diskParts } from './lib/disk.ts'

/** Enough disk, with the overcommit ratio of the host's aggregates. */
export const AggregateDiskFilter = defineFilter({
  name: 'AggregateDiskFilter',
  help: 'Hosts with enough disk, as DiskFilter; aggregates may set disk_allocation_ratio, the smallest counts.',
  classPath: 'nova.scheduler.filters.disk_filter.AggregateDiskFilter',
  options: DISK_OPTIONS,
  reasons: DISK_REASONS,
  create({ conf, rules, log }) {
    const parse = (text: string): number | undefined => parseFloatText(text, rules.python)
    return diskParts(
      aggregateNumber({ key: 'disk_allocation_ratio', fallback: conf.disk_allocation_ratio, parse, log }),
    )
  },
})
