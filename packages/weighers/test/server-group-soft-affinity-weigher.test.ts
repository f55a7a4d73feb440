import { weigherCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { ServerGroupSoftAffinityWeigher } from '../src/server-group-soft-affinity-weigher.ts'

const holding = (...uuids: string[]) => ({
  instances: Object.fromEntries(uuids.map((uuid) => [uuid, { uuid, projectId: null, instanceTypeId: null }])),
})
const hosts = [holding('a', 'b', 'x'), holding('c'), holding('x', 'y'), holding()]
const group = (policy: string | null, ...members: string[]) => ({ group: { policy, members } })

describe('ServerGroupSoftAffinityWeigher', () => {
  const cases = weigherCases(ServerGroupSoftAffinityWeigher, [
    {
      name: 'counts the members of the group on each host',
      release: 'zed',
      request: group('soft-affinity', 'a', 'b', 'c', 'c', 'gone'),
      hosts,
      raw: [2, 1, 0, 0],
      weights: [1, 0.5, 0, 0],
    },
    {
      name: 'multiplies',
      release: 'zed',
      conf: { soft_affinity_weight_multiplier: 10 },
      request: group('soft-affinity', 'c'),
      hosts,
      weights: [0, 10, 0, 0],
    },
    { name: 'says nothing of another policy', request: group('soft-anti-affinity', 'a'), hosts, raw: [0, 0, 0, 0] },
    { name: 'says nothing of the hard policy', request: group('affinity', 'a'), hosts, raw: [0, 0, 0, 0] },
    { name: 'says nothing without a group', request: group(null, 'a'), hosts, raw: [0, 0, 0, 0] },
    { name: 'says nothing of a group without members', request: group('soft-affinity'), hosts, raw: [0, 0, 0, 0] },
  ])
  for (const { name, run } of cases) test(name, run)
})
