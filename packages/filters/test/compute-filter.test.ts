import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { ComputeFilter } from '../src/compute-filter.ts'

describe('ComputeFilter', () => {
  const cases = filterCases(ComputeFilter, {
    passes: [{ name: 'a host whose service is enabled and up', request: { flavor: null } }],
    rejects: [
      {
        name: 'a disabled service, with the reason of the operator (P46)',
        host: { service: { disabled: true, disabledReason: 'new disk', up: true } },
        reason: 'service_disabled',
        details: { why: 'new disk' },
        message: 'the compute service is disabled: new disk',
        changes: [{ kind: 'service', state: 'enabled' }],
      },
      {
        name: 'a disabled service without a reason, whether it is up or not',
        host: { service: { disabled: true, disabledReason: null, up: false } },
        reason: 'service_disabled',
        details: { why: 'no reason given' },
        changes: [],
      },
      {
        name: 'a disabled service that is down as well',
        host: { service: { disabled: true, disabledReason: null, up: false, why: 'it is forced down' } },
        reason: 'service_disabled',
        notes: ['and it is down: it is forced down'],
        changes: [],
      },
      {
        name: 'a service that is down (P02)',
        host: { service: { disabled: false, disabledReason: null, up: false } },
        reason: 'service_down',
        message: 'the compute service is down: it has not been heard from in a while',
        changes: [{ kind: 'service', state: 'up' }],
      },
    ],
  })
  for (const { name, run } of cases) test(name, run)
})
