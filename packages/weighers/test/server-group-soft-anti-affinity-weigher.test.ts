import { weigherCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { ServerGroupSoftAntiAffinityWeigher } from '../src/server-group-soft-anti-affinity-weigher.ts'

const holding = (...uuids: string[]) => ({
  instances: Object.fromEntries(uuids.map((uuid) => [uuid, { uuid, projectId: null, instanceTypeId: null }])),
})
const hosts = [holding('a', 'b', 'x'), holding('c'), holding('x', 'y'), holding()]
const group = (policy: string | null, ...members: string[]) => ({ group: { policy, members } })

describe('ServerGroupSoftAntiAffinityWeigher', () => {
  const cases = weigherCases(ServerGroupSoftAntiAffinityWeigher, [
    {
      name: 'counts the members of the group on each host',
      release: 'zed',
      request: group('soft-anti-affinity', 'a', 'b', 'c', 'c', 'gone'),
      hosts,
      raw: [-2, -1, 0, 0],
      weights: [0, 0.5, 1, 1],
    },
    {
      name: 'multiplies',
      release: 'zed',
      conf: { soft_anti_affinity_weight_multiplier: 10 },
      request: group('soft-anti-affinity', 'c'),
      hosts,
      weights: [10, 0, 10, 10],
    },
    { name: 'says nothing of another policy', request: group('soft-affinity', 'a'), hosts, raw: [0, 0, 0, 0] },
    { name: 'says nothing of the hard policy', request: group('anti-affinity', 'a'), hosts, raw: [0, 0, 0, 0] },
    { name: 'says nothing without a group', request: group(null, 'a'), hosts, raw: [0, 0, 0, 0] },
    { name: 'says nothing of a group without members', request: group('soft-anti-affinity'), hosts, raw: [0, 0, 0, 0] },
  ])
  for (const { name, run } of cases) test(name, run)
})
