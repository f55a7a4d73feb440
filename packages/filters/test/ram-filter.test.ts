import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { RamFilter } from '../src/ram-filter.ts'

describe('RamFilter', () => {
  const cases = filterCases(RamFilter, {
    passes: [
      {
        name: 'a host that has exactly what is needed',
        host: { totalRamMb: 4096, freeRamMb: 2048 },
        request: { flavor: { memoryMb: 4096 } },
        limits: { memory_mb: 6144 },
      },
    ],
    rejects: [
      {
        name: 'a host that is overcommitted already (P01)',
        conf: { ram_allocation_ratio: 1 },
        host: { totalRamMb: 131072, freeRamMb: -106745 },
        request: { flavor: { memoryMb: 16384 } },
        reason: 'not_enough_ram',
        details: { needed: 16384, available: -106745, unit: 'MiB' },
        message: '-106745 MiB of memory usable, 16384 MiB needed (total 131072 MiB × ratio 1, 237817 MiB used)',
        changes: [{ kind: 'option', option: 'ram_allocation_ratio', value: 1.9394 }],
        notes: [],
      },
      {
        name: 'a host of too little memory (P02)',
        conf: { ram_allocation_ratio: 1 },
        host: { totalRamMb: 8192, freeRamMb: 512 },
        request: { flavor: { memoryMb: 2048 } },
        reason: 'not_enough_ram',
        details: { needed: 2048, available: 512, unit: 'MiB' },
        changes: [
          { kind: 'option', option: 'ram_allocation_ratio', value: 1.1875 },
          { kind: 'flavor', field: 'memory_mb', value: 512 },
        ],
      },
      {
        name: 'every host at ratio 0',
        conf: { ram_allocation_ratio: 0 },
        reason: 'not_enough_ram',
        details: { available: 0 },
        changes: [{ kind: 'option', option: 'ram_allocation_ratio', value: 0.125 }],
      },
    ],
    faults: [
      { name: 'a node that has not reported its free memory', host: { freeRamMb: null }, code: 'TYPE_MISMATCH' },
      { name: 'a request without a flavor', request: { flavor: null }, code: 'TYPE_MISMATCH' },
    ],
  })
  for (const { name, run } of cases) test(name, run)
})
