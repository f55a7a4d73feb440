import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { ServerGroupAntiAffinityFilter } from '../src/server-group-anti-affinity-filter.ts'
import { given } from './ask.ts'

describe('ServerGroupAntiAffinityFilter', () => {
  const common = { host: { host: 'h1', nodename: 'n1' } }
  const cases = filterCases(ServerGroupAntiAffinityFilter, {
    passes: given(common, [
      { name: 'a request without a group' },
      { name: 'a group of another policy', request: { group: { policies: ['affinity'], hosts: ['h1'] } } },
      { name: 'any host for the first member', request: { group: { policies: ['anti-affinity'], hosts: [] } } },
      { name: 'a host that holds no member', request: { group: { policies: ['anti-affinity'], hosts: ['h2', 'n1'] } } },
    ]),
    rejects: given(common, [
      {
        name: 'a host that holds a member, whatever the node',
        request: { group: { policies: ['anti-affinity'], hosts: ['h2', 'h1'] } },
        reason: 'holds_member',
        message: 'holds a member of the server group, whose policy is anti-affinity',
        changes: [{ kind: 'drop_group' }],
      },
    ]),
    faults: given(common, [
      { name: 'policies that are null', request: { group: { policies: null } }, code: 'TYPE_MISMATCH' },
    ]),
  })
  for (const { name, run } of cases) test(name, run)
})
