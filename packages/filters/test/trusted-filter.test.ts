import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { TrustedFilter } from '../src/trusted-filter.ts'

describe('TrustedFilter', () => {
  const cases = filterCases(TrustedFilter, {
    passes: [
      { name: 'a flavor without extra specs', request: { flavor: { extraSpecs: null } } },
      {
        name: 'a flavor that does not ask for trust',
        request: { flavor: { extraSpecs: { 'hw:cpu_policy': 'shared' } } },
      },
      { name: 'a flavor that asks for nothing', request: { flavor: { extraSpecs: { 'trust:trusted_host': '' } } } },
    ],
    faults: [
      {
        name: 'a flavor that asks for trusted hosts',
        request: { flavor: { extraSpecs: { 'trust:trusted_host': 'trusted' } } },
        code: 'NOT_IMPLEMENTED',
      },
      { name: 'a request without a flavor', request: { flavor: null }, code: 'ATTRIBUTE_MISSING' },
    ],
  })
  for (const { name, run } of cases) test(name, run)
})
