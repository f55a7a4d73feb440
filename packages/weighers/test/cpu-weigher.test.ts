import { weigherCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { CPUWeigher } from '../src/cpu-weigher.ts'

describe('CPUWeigher', () => {
  const cases = weigherCases(CPUWeigher, [
    {
      name: 'gives more to the host with more free virtual CPUs',
      hosts: [
        { vcpusTotal: 8, cpuAllocationRatio: 4, vcpusUsed: 12 },
        { vcpusTotal: 4, cpuAllocationRatio: 2.5, vcpusUsed: 0 },
      ],
      raw: [20, 10],
      weights: [1, 0.5],
    },
    {
      name: 'fills hosts up with a multiplier below 0',
      release: 'zed',
      conf: { cpu_weight_multiplier: -1 },
      hosts: [
        { vcpusTotal: 4, cpuAllocationRatio: 1 },
        { vcpusTotal: 2, cpuAllocationRatio: 1 },
      ],
      weights: [-1, -0.5],
    },
    {
      name: 'counts an overcommitted host as full',
      release: 'zed',
      hosts: [
        { vcpusTotal: 4, cpuAllocationRatio: 1, vcpusUsed: 6 },
        { vcpusTotal: 4, cpuAllocationRatio: 1, vcpusUsed: 4 },
        { vcpusTotal: 4, cpuAllocationRatio: 1, vcpusUsed: 2 },
      ],
      raw: [0, 0, 2],
      weights: [0, 0, 1],
    },
    {
      name: 'breaks on a node that has not reported its ratio',
      hosts: [{}, { cpuAllocationRatio: null }],
      fault: 'TYPE_MISMATCH',
    },
  ])
  for (const { name, run } of cases) test(name, run)
})
