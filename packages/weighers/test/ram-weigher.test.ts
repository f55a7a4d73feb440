import { weigherCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { RAMWeigher } from '../src/ram-weigher.ts'

const free = (...amounts: (number | null)[]) => amounts.map((freeRamMb) => ({ freeRamMb }))

describe('RAMWeigher', () => {
  const cases = weigherCases(RAMWeigher, [
    {
      name: 'gives more to the host with more free memory (P34)',
      hosts: free(65536, 10240),
      raw: [65536, 10240],
      weights: [1, 0.15625],
    },
    {
      name: 'looks at what is free, not at its share (P40)',
      hosts: [
        { totalRamMb: 10240, freeRamMb: 5120 },
        { totalRamMb: 2048, freeRamMb: 2048 },
      ],
      weights: [1, 0.4],
    },
    {
      name: 'fills hosts up with a multiplier below 0',
      conf: { ram_weight_multiplier: -1 },
      hosts: free(4096, 2048),
      weights: [-1, -0.5],
    },
    {
      name: 'does not count at multiplier 0',
      conf: { ram_weight_multiplier: 0 },
      hosts: free(4096, 2048),
      weights: [0, 0],
    },
    { name: 'gives equal hosts the full weight, since the scale starts at 0', hosts: free(512, 512), weights: [1, 1] },
    { name: 'starts the scale below 0 for an overcommitted host', hosts: free(1000, -1000, 0), weights: [1, 0, 0.5] },
    { name: 'weighs one host', hosts: free(4096), weights: [1] },
    { name: 'breaks on a node that has not reported its free memory', hosts: free(4096, null), fault: 'TYPE_MISMATCH' },
  ])
  for (const { name, run } of cases) test(name, run)
})
