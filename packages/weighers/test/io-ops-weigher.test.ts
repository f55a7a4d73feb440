import { weigherCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { IoOpsWeigher } from '../src/io-ops-weigher.ts'

const running = (...counts: number[]) => counts.map((numIoOps) => ({ numIoOps }))

describe('IoOpsWeigher', () => {
  const cases = weigherCases(IoOpsWeigher, [
    { name: 'gives less to the busier host (P34)', hosts: running(1, 0), raw: [1, 0], weights: [-1, 0] },
    { name: 'measures by the busiest host (P34)', hosts: running(5, 4), weights: [-1, -0.8] },
    { name: 'gives idle hosts nothing', hosts: running(0, 0), weights: [0, 0] },
    {
      name: 'prefers busy hosts with a multiplier above 0',
      conf: { io_ops_weight_multiplier: 2 },
      hosts: running(1, 2),
      weights: [1, 2],
    },
  ])
  for (const { name, run } of cases) test(name, run)
})
