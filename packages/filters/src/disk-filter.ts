import { defineFilter } from '@nova-sched/core/plugin'
import { DISK_OPTIONS, DISK_REASONS, diskParts } from './lib/disk.ts'

/** Enough disk, with the overcommit ratio of the configuration. */
export const DiskFilter = defineFilter({
  name: 'DiskFilter',
  help: 'Hosts with enough disk: total × disk_allocation_ratio - used, against root, ephemeral and swap of the flavor.',
  classPath: 'nova.scheduler.filters.disk_filter.DiskFilter',
  options: DISK_OPTIONS,
  reasons: DISK_REASONS,
  create: ({ conf }) => diskParts(() => conf.disk_allocation_ratio),
})
