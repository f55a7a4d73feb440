// The rule of Nova's RamFilter as somebody writes it who knows nothing of how it is made fast.
import { defineFilter, float, reject } from '@nova-sched/core/plugin'

export const EnoughMemoryFilter = defineFilter({
  name: 'EnoughMemoryFilter',
  options: { memory_ratio: float(1.5, { help: 'How many times the memory of a host may be promised.' }) },
  reasons: { not_enough_memory: '{usable} MiB usable, {needed} MiB needed' },
  create: ({ conf }) => {
    return (request) => {
      const needed = request.flavor.memoryMb
      return (host) => {
        const usable = host.totalRamMb * conf.memory_ratio - (host.totalRamMb - host.freeRamMb)
        return usable >= needed || reject('not_enough_memory', { usable, needed })
      }
    }
  },
})
