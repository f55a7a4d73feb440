import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { ExactRamFilter } from '../src/exact-ram-filter.ts'
import { given } from './ask.ts'

describe('ExactRamFilter', () => {
  const common = { request: { flavor: { memoryMb: 4096 } } }
  const cases = filterCases(ExactRamFilter, {
    passes: given(common, [
      { name: 'a node with exactly the memory, and no limit', host: { freeRamMb: 4096 }, limits: {} },
    ]),
    rejects: given(common, [
      {
        name: 'a node with more',
        host: { freeRamMb: 4097 },
        reason: 'other_ram',
        details: { needed: 4096, available: 4097, unit: 'MiB' },
        message: '4097 MiB of memory free, exactly 4096 MiB needed',
        changes: [{ kind: 'flavor', field: 'memory_mb', value: 4097 }],
      },
      { name: 'a node with less', host: { freeRamMb: 4095 }, reason: 'other_ram', details: { available: 4095 } },
      {
        name: 'a node that has not reported its free memory',
        host: { freeRamMb: null },
        reason: 'ram_unknown',
        message: 'has not reported how much memory is free, exactly 4096 MiB needed',
        changes: [],
      },
    ]),
    faults: given(common, [{ name: 'a request without a flavor', request: { flavor: null }, code: 'TYPE_MISMATCH' }]),
  })
  for (const { name, run } of cases) test(name, run)
})
