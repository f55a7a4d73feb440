import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { ServerGroupAffinityFilter } from '../src/server-group-affinity-filter.ts'
import { given } from './ask.ts'

describe('ServerGroupAffinityFilter', () => {
  const common = { host: { host: 'h1', nodename: 'n1' } }
  const cases = filterCases(ServerGroupAffinityFilter, {
    passes: given(common, [
      { name: 'a request without a group' },
      { name: 'a group of another policy', request: { group: { policies: ['anti-affinity'], hosts: ['h2'] } } },
      { name: 'any host for the first member', request: { group: { policies: ['affinity'], hosts: [] } } },
      {
        name: 'a host that holds a member, whatever the node',
        request: { group: { policies: ['affinity'], hosts: ['h2', 'h1'] } },
      },
    ]),
    rejects: given(common, [
      {
        name: 'a host that holds no member',
        request: { group: { policies: ['affinity'], hosts: ['h2', 'h3'] } },
        reason: 'holds_no_member',
        details: { hosts: 'h2, h3' },
        message: 'holds no member of the server group, whose policy is affinity; they are on h2, h3',
        changes: [{ kind: 'drop_group' }],
      },
    ]),
    faults: given(common, [
      { name: 'policies that are null', request: { group: { policies: null } }, code: 'TYPE_MISMATCH' },
      {
        name: 'a group that was told by its parts',
        release: 'zed',
        request: { group: { policies: null, policy: 'affinity', hosts: ['h1'] } },
        code: 'FIELD_NOT_LOADED',
      },
    ]),
  })
  for (const { name, run } of cases) test(name, run)
})
