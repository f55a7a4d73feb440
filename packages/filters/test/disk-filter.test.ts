import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { DiskFilter } from '../src/disk-filter.ts'

/** What hypervisor and database say, in GiB, and the notes on it. */
const REPORTS: readonly (readonly [number, number, readonly string[]])[] = [
  [1024, 1024, []],
  [3333, 3072, ['the hypervisor has 3333 GiB of disk free, the database 3072: the smaller number counts']],
  [8192, 8888, []],
  [40, 10, ['the hypervisor has 40 GiB of disk free, the database 10: the smaller number counts']],
  [-5, 10, []],
]

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
      {
        name: 'a root disk that lies on a volume and has room',
        request: { imageRef: '' },
        notes: [],
      },
      ...REPORTS.map(([least, free, notes]) => ({
        name: `a host with ${least} and ${free} GiB free by hypervisor and database (P68)`,
        host: {
          totalDiskGb: 10000,
          freeDiskMb: Math.min(least, free) * 1024,
          freeDiskReport: { freeDiskGb: free, diskAvailableLeastGb: least },
        },
        request: { flavor: { rootGb: 0 } },
        conf: { disk_allocation_ratio: 2 },
        notes,
      })),
    ],
    rejects: [
      {
        name: 'a host whose hypervisor has less than the database says (P67)',
        host: { totalDiskGb: 100, freeDiskMb: 14336, freeDiskReport: { freeDiskGb: 80, diskAvailableLeastGb: 14 } },
        request: { flavor: { rootGb: 20 } },
        reason: 'not_enough_disk',
        details: {
          needed: 20480,
          available: 14336,
          unit: 'MiB',
          total: 102400,
          ratio: 1,
          used: 88064,
          free_disk_gb: 80,
          disk_available_least: 14,
        },
        message:
          '14336 MiB of disk usable, 20480 MiB needed (total 102400 MiB × ratio 1, 88064 MiB used; ' +
          'free_disk_gb is 80, disk_available_least 14: the smaller counts)',
        notes: [],
        changes: [
          { kind: 'option', option: 'disk_allocation_ratio', value: 1.06 },
          { kind: 'flavor', field: 'root_gb', value: 14 },
        ],
      },
      {
        name: 'swap, which counts in MiB',
        host: { totalDiskGb: 100, freeDiskMb: 20480 },
        request: { flavor: { rootGb: 20, swapMb: 1 } },
        reason: 'not_enough_disk',
        details: { needed: 20481, remark: '' },
        changes: [
          { kind: 'option', option: 'disk_allocation_ratio', value: 1.0001 },
          { kind: 'flavor', field: 'root_gb', value: 19 },
          { kind: 'flavor', field: 'swap', value: 0 },
        ],
      },
      {
        name: 'a root disk that lies on a volume (P70)',
        host: { freeDiskMb: 40960 },
        request: { imageRef: '', flavor: { rootGb: 80 } },
        reason: 'not_enough_disk',
        details: { needed: 81920, available: 40960 },
        notes: [
          'boots from a volume; the release in force counts its root disk (80 GiB) all the same; later ones do not',
        ],
      },
      {
        name: 'other disks than that on a volume, without blaming it (P70)',
        host: { freeDiskMb: 40960 },
        request: { imageRef: '', flavor: { rootGb: 80, ephemeralGb: 41 } },
        reason: 'not_enough_disk',
        notes: [],
      },
      {
        name: 'the root disk of an image',
        host: { freeDiskMb: 40960 },
        request: { flavor: { rootGb: 80 } },
        reason: 'not_enough_disk',
        notes: [],
      },
      {
        name: 'a flavor without disk on an overfull host (P68)',
        host: { freeDiskMb: -5120 },
        request: { flavor: { rootGb: 0 } },
        reason: 'not_enough_disk',
        changes: [{ kind: 'option', option: 'disk_allocation_ratio', value: 1.05 }],
      },
    ],
    faults: [{ name: 'a request without a flavor', request: { flavor: null }, code: 'TYPE_MISMATCH' }],
  })
  for (const { name, run } of cases) test(name, run)
})
