import { defineFilter, reject, required } from '@nova-sched/core/plugin'
import { diskChanges, diskOfFlavor } from './lib/disk.ts'

/** Hosts with exactly the disk that is asked for, free: for bare metal. */
export const ExactDiskFilter = defineFilter({
  name: 'ExactDiskFilter',
  help: 'Hosts whose free disk is exactly root, ephemeral and swap of the flavor together (bare metal).',
  classPath: 'nova.scheduler.filters.exact_disk_filter.ExactDiskFilter',
  resources: ['disk'],
  reasons: {
    other_disk: '{available} MiB of disk free, exactly {needed} MiB needed',
  },
  create: () => ({
    prepare(request) {
      const needed = diskOfFlavor(request.flavor)
      return ({ freeDiskMb: available }) =>
        available === needed || reject('other_disk', { needed, available, unit: 'MiB' })
    },
    changes: ({ freeDiskMb }, { flavor }) =>
      diskChanges(required(flavor, 'instance_type'), freeDiskMb, { fills: true }),
  }),
})
