import { filterCases } from '@nova-sched/core/testing'
import { test } from 'node:test'
import { MemoryReserveFilter } from './memory-reserve-filter.mjs'

const request = { flavor: { memoryMb: 4096 } }

const cases = filterCases(MemoryReserveFilter, {
  conf: { memory_reserve_mb: 1024 },
  passes: [
    { name: 'a host that keeps its reserve', request, host: { freeRamMb: 5120 }, notes: [] },
    {
      name: 'any host, with the hint',
      request: { ...request, hints: { use_reserve: 'true' } },
      host: { freeRamMb: 5119 },
      notes: ['takes 1 of 1024 MiB in reserve on compute-01'],
    },
  ],
  rejects: [
    {
      name: 'a host whose reserve would be used',
      request,
      host: { freeRamMb: 5119 },
      reason: 'into_reserve',
      details: { needed: 4096, available: 4095, unit: 'MiB' },
      message: '4096 MiB needed, 4095 MiB free above the reserve of 1024 MiB',
      changes: [
        { kind: 'flavor', field: 'memory_mb', value: 4095 },
        { kind: 'option', option: 'memory_reserve_mb', value: 1023 },
      ],
    },
  ],
  faults: [{ name: 'a host that has not reported its memory', host: { freeRamMb: null }, code: 'TYPE_MISMATCH' }],
})
for (const { name, run } of cases) test(name, run)
