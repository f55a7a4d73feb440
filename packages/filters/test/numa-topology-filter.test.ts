import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { NUMATopologyFilter } from '../src/numa-topology-filter.ts'

describe('NUMATopologyFilter', () => {
  const cases = filterCases(NUMATopologyFilter, {
    passes: [
      { name: 'a host', limits: {} },
      {
        name: 'a host that is full, disabled and down',
        host: { freeRamMb: 0, service: { disabled: true, disabledReason: null, up: false } },
      },
      { name: 'a request without a flavor', request: { flavor: null } },
    ],
  })
  for (const { name, run } of cases) test(name, run)
})
