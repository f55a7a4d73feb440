import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { AllHostsFilter } from '../src/all-hosts-filter.ts'

describe('AllHostsFilter', () => {
  const cases = filterCases(AllHostsFilter, {
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
