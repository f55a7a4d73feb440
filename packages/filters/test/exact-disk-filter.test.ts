import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { ExactDiskFilter } from '../src/exact-disk-filter.ts'
import { given } from './ask.ts'

describe('ExactDiskFilter', () => {
  const common = { request: { flavor: { rootGb: 10, ephemeralGb: 5, swapMb: 512 } } }
  const cases = filterCases(ExactDiskFilter, {
    passes: given(common, [
      { name: 'a node with exactly root, ephemeral and swap, and no limit', host: { freeDiskMb: 15872 }, limits: {} },
    ]),
    rejects: given(common, [
      {
        name: 'a node with more',
        host: { freeDiskMb: 16384 },
        reason: 'other_disk',
        details: { needed: 15872, available: 16384, unit: 'MiB' },
        message: '16384 MiB of disk free, exactly 15872 MiB needed',
        changes: [{ kind: 'flavor', field: 'swap', value: 1024 }],
      },
      {
        name: 'a node with more by whole GiB',
        host: { freeDiskMb: 17920 },
        reason: 'other_disk',
        changes: [
          { kind: 'flavor', field: 'root_gb', value: 12 },
          { kind: 'flavor', field: 'ephemeral_gb', value: 7 },
          { kind: 'flavor', field: 'swap', value: 2560 },
        ],
      },
      { name: 'a node with less', host: { freeDiskMb: 15360 }, reason: 'other_disk', details: { available: 15360 } },
    ]),
    faults: given(common, [{ name: 'a request without a flavor', request: { flavor: null }, code: 'TYPE_MISMATCH' }]),
  })
  for (const { name, run } of cases) test(name, run)
})
