import type { Instance } from '@nova-sched/core/plugin'
import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { TypeAffinityFilter } from '../src/type-affinity-filter.ts'

/** A host with an instance of each flavor id. */
const holding = (...ids: Instance['instanceTypeId'][]) => ({
  instances: Object.fromEntries(
    ids.map((instanceTypeId, index) => [`u${index}`, { uuid: `u${index}`, projectId: 'p', instanceTypeId }]),
  ),
})

describe('TypeAffinityFilter', () => {
  const request = { flavor: { id: 2 } }
  const cases = filterCases(TypeAffinityFilter, {
    passes: [
      { name: 'an empty host', request },
      { name: 'a host with instances of the flavor only', host: holding(2, 2), request },
    ],
    rejects: [
      {
        name: 'a host with one instance of another flavor',
        host: holding(2, 3),
        request,
        reason: 'other_flavor',
        details: { instance: 'u1', found: 3, wanted: 2 },
        message: 'holds an instance (u1) whose flavor has id 3, wanted 2',
        changes: [],
      },
      { name: 'an instance whose flavor is not known', host: holding(null), request, reason: 'other_flavor' },
      { name: 'a number that is text', host: holding('2'), request, reason: 'other_flavor' },
    ],
    faults: [
      { name: 'a request without a flavor, on an empty host too', request: { flavor: null }, code: 'TYPE_MISMATCH' },
    ],
  })
  for (const { name, run } of cases) test(name, run)
})
