import { defineFilter, reject, required } from '@nova-sched/core/plugin'

/** Hosts with exactly the memory that is asked for, free: for bare metal. */
export const ExactRamFilter = defineFilter({
  name: 'ExactRamFilter',
  help: 'Hosts whose free memory is exactly the memory of the flavor (bare metal).',
  classPath: 'nova.scheduler.filters.exact_ram_filter.ExactRamFilter',
  reasons: {
    other_ram: '{available} MiB of memory free, exactly {needed} MiB needed',
  },
  create: () => (request) => {
    const needed = required(request.flavor, 'instance_type').memoryMb
    return ({ freeRamMb: available }) => available === needed || reject('other_ram', { needed, available, unit: 'MiB' })
  },
})
