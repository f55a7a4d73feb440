import { weigherCases } from '@nova-sched/core/testing'
import { describe, expect, test } from 'vitest'
import { BuildFailureWeigher } from '../src/build-failure-weigher.ts'

const failed = (...counts: number[]) => counts.map((failedBuilds) => ({ failedBuilds }))

describe('BuildFailureWeigher', () => {
  const cases = weigherCases(BuildFailureWeigher, [
    { name: 'gives the number of failed builds', hosts: failed(0, 3, 1), raw: [0, 3, 1] },
    {
      name: 'puts hosts where builds fail behind all others by default',
      release: 'zed',
      hosts: failed(2, 4, 3),
      weights: [0, -1_000_000, -500_000],
    },
    {
      name: 'puts them before all others with a multiplier below 0',
      release: 'zed',
      conf: { build_failure_weight_multiplier: -10 },
      hosts: failed(2, 4),
      weights: [0, 10],
    },
  ])
  for (const { name, run } of cases) test(name, run)

  test('takes an aggregate key like the option: with the sign turned', () => {
    const name = 'build_failure_weight_multiplier'
    expect(BuildFailureWeigher.multiplier).toEqual({ option: name, aggregateKey: name, sign: -1 })
  })
})
