import { defineFilter } from '@nova-sched/core/plugin'
import { DISK_OPTIONS, diskParts, diskReasons } from './lib/disk.ts'
import { optionLimit } from './lib/limit.ts'

/** Enough disk, with the overcommit ratio of the configuration. */
export const DiskFilter = defineFilter({
  name: 'DiskFilter',
  help: 'Hosts with enough disk: total × disk_allocation_ratio - used, against root, ephemeral and swap of the flavor.',
  classPath: 'nova.scheduler.filters.disk_filter.DiskFilter',
  resources: ['disk'],
  options: DISK_OPTIONS,
  reasons: diskReasons(),
  create: ({ conf }) => diskParts(optionLimit('disk_allocation_ratio', conf.disk_allocation_ratio)),
})
