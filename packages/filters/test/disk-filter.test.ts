import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { DiskFilter } from '../src/disk-filter.ts'

describe('DiskFilter', () => {
  const cases = filterCases(DiskFilter, {
    passes: [
      {
        name: 'a host that has exactly what is needed',
        host: { totalDiskGb: 100, freeDiskMb: 20480 },
        request: { flavor: { rootGb: 15, ephemeralGb: 5 } },
        limits: { disk_gb: 100 },
      },
      {
        name: 'by the overcommit ratio, which the limit shows in GiB',
        conf: { disk_allocation_ratio: 1.5 },
        host: { totalDiskGb: 100, freeDiskMb: 0 },
        request: { flavor: { rootGb: 50 } },
        limits: { disk_gb: 150 },
      },
    ],
    rejects: [
      {
        name: 'a host whose disk is promised to thin images (P67)',
        host: { totalDiskGb: 100, freeDiskMb: 14336 },
        request: { flavor: { rootGb: 20 } },
        reason: 'not_enough_disk',
        details: { needed: 20480, available: 14336, unit: 'MiB', total: 102400, ratio: 1, used: 88064 },
      },
      {
        name: 'swap, which counts in MiB',
        host: { totalDiskGb: 100, freeDiskMb: 20480 },
        request: { flavor: { rootGb: 20, swapMb: 1 } },
        reason: 'not_enough_disk',
        details: { needed: 20481 },
      },
      {
        name: 'a root disk that lies on a volume (P70)',
        host: { freeDiskMb: 40960 },
        request: { imageRef: null, flavor: { rootGb: 80 } },
        reason: 'not_enough_disk',
        details: { needed: 81920, available: 40960 },
      },
      {
        name: 'a flavor without disk on an overfull host (P68)',
        host: { freeDiskMb: -5120 },
        request: { flavor: { rootGb: 0 } },
        reason: 'not_enough_disk',
      },
    ],
    faults: [{ name: 'a request without a flavor', request: { flavor: null }, code: 'TYPE_MISMATCH' }],
  })
  for (const { name, run } of cases) test(name, run)
})
