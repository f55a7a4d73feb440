import { defineFilter, reject, required } from '@nova-sched/core/plugin'
import { sizeChanges } from './lib/allocation.ts'

/** Hosts with exactly the memory that is asked for, free: for bare metal. */
export const ExactRamFilter = defineFilter({
  name: 'ExactRamFilter',
  help: 'Hosts whose free memory is exactly the memory of the flavor (bare metal).',
  classPath: 'nova.scheduler.filters.exact_ram_filter.ExactRamFilter',
  resources: ['memory'],
  reasons: {
    ram_unknown: 'has not reported how much memory is free, exactly {needed} MiB needed',
    other_ram: '{available} MiB of memory free, exactly {needed} MiB needed',
  },
  create: () => ({
    prepare(request) {
      const needed = required(request.flavor, 'instance_type').memoryMb
      return ({ freeRamMb: available }) => {
        if (available === null) return reject('ram_unknown', { needed })
        return available === needed || reject('other_ram', { needed, available, unit: 'MiB' })
      }
    },
    changes: ({ freeRamMb }) => (freeRamMb === null ? [] : sizeChanges('memory_mb', freeRamMb)),
  }),
})
