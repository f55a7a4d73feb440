import { test } from 'node:test'
import { filterCases } from '@nova-sched/core/testing'
import { ExampleFilter } from '../src/example-filter.ts'

// Each case is a host and a request that differ from a free host and a small request in what is said.
const cases = filterCases(ExampleFilter, {
  conf: { example_filter_reserve_mb: 1024 },
  passes: [
    { name: 'a host that keeps its reserve', host: { freeRamMb: 3072 }, request: { memoryMb: 2048 } },
    {
      name: 'a fuller one, for an urgent instance',
      host: { freeRamMb: 2048 },
      request: { memoryMb: 2048, hints: { use_reserve: 'true' } },
    },
    {
      name: 'a fuller one, where there is no reserve',
      conf: { example_filter_reserve_mb: 0 },
      host: { freeRamMb: 2048 },
      request: { memoryMb: 2048 },
    },
  ],
  rejects: [
    {
      // The closest neighbour of the first case: one MiB is missing.
      name: 'a host that would lose its reserve',
      host: { freeRamMb: 3071 },
      request: { memoryMb: 2048 },
      reason: 'reserve_touched',
      details: { needed: 3072, available: 3071, unit: 'MiB' },
      changes: [{ kind: 'option', option: 'example_filter_reserve_mb', value: 1023 }],
    },
  ],
})

for (const { name, run } of cases) test(name, run)
