import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { ServerGroupAntiAffinityFilter } from '../src/server-group-anti-affinity-filter.ts'
import { given, holding } from './ask.ts'

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

describe('ServerGroupAntiAffinityFilter, where members are counted', () => {
  const group = { policy: 'anti-affinity', policies: ['anti-affinity'], members: ['u1', 'u2', 'u3'] }
  const common = { host: { host: 'h1', ...holding('u1', 'u2', 'other') }, request: { group } }
  const cases = filterCases(ServerGroupAntiAffinityFilter, {
    release: 'zed',
    passes: given(common, [
      { name: 'a request without a group', request: {} },
      { name: 'a group of another policy', request: { group: { ...group, policy: 'soft-anti-affinity' } } },
      {
        name: 'a host of members that holds none of the uuids',
        host: {},
        request: { group: { ...group, hosts: ['h1'] } },
      },
      { name: 'a host with room for one more', request: { group: { ...group, maxServerPerHost: 3 } } },
      { name: 'members that are not of this group', request: { group: { ...group, members: ['u3', 'u4'] } } },
      { name: 'the host that holds the instance itself, as a resize may stay', request: { uuid: 'other', group } },
      {
        name: 'a group of parts, which tells its policy here',
        host: {},
        request: { group: { ...group, policies: null } },
      },
    ]),
    rejects: given(common, [
      {
        name: 'a host that holds members',
        reason: 'too_many_members',
        details: { needed: 1, available: 0, unit: 'place for a member', held: 2, max: 1 },
        message:
          'holds 2 members of the server group, at most 1 is allowed (policy anti-affinity, max_server_per_host 1)',
        changes: [{ kind: 'drop_group' }],
      },
      {
        name: 'as many members as the rule allows, each counted once',
        request: { uuid: null, group: { ...group, members: ['u1', 'u2', 'u1'], maxServerPerHost: 2 } },
        reason: 'too_many_members',
        details: { held: 2, max: 2, available: 0 },
      },
      {
        name: 'a host that holds an earlier instance of the request',
        request: { uuid: 'u3', instanceUuids: ['u2', 'u3'], group },
        reason: 'too_many_members',
        message:
          'holds 2 members of the server group (1 of them an earlier instance of this request), at most 1 is allowed (policy anti-affinity, max_server_per_host 1)',
      },
    ]),
  })
  for (const { name, run } of cases) test(name, run)
})
