import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { NumInstancesFilter } from '../src/num-instances-filter.ts'

describe('NumInstancesFilter', () => {
  const cases = filterCases(NumInstancesFilter, {
    passes: [
      { name: 'a host with one instance less than the limit', host: { numInstances: 49 } },
      { name: 'a request without a flavor', request: { flavor: null } },
    ],
    rejects: [
      {
        name: 'a host at the limit',
        host: { numInstances: 50 },
        reason: 'too_many_instances',
        details: { needed: 1, available: 0, unit: 'instance', running: 50, max: 50 },
        message: 'instances: 50 on the host, fewer than 50 allowed',
        changes: [{ kind: 'option', option: 'max_instances_per_host', value: 51 }],
      },
      {
        name: 'an overfull host',
        conf: { max_instances_per_host: 3 },
        host: { numInstances: 5 },
        reason: 'too_many_instances',
        details: { available: -2 },
      },
    ],
  })
  for (const { name, run } of cases) test(name, run)
})
