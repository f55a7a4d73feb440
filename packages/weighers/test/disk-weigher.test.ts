import { weigherCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { DiskWeigher } from '../src/disk-weigher.ts'

const free = (...amounts: number[]) => amounts.map((freeDiskMb) => ({ freeDiskMb }))

describe('DiskWeigher', () => {
  const cases = weigherCases(DiskWeigher, [
    {
      name: 'gives more to the host with more free disk, not with a larger free share',
      hosts: free(102400, 51200),
      raw: [102400, 51200],
      weights: [1, 0.5],
    },
    {
      name: 'fills hosts up with a multiplier below 0',
      conf: { disk_weight_multiplier: -2 },
      hosts: free(4096, 2048),
      weights: [-2, -1],
    },
    {
      name: 'counts a host that lacks disk as full',
      release: 'zed',
      hosts: free(-1024, 0, 1024),
      raw: [0, 0, 1024],
      weights: [0, 0, 1],
    },
    { name: 'gives equal hosts the full weight, since the scale starts at 0', hosts: free(512, 512), weights: [1, 1] },
  ])
  for (const { name, run } of cases) test(name, run)
})
