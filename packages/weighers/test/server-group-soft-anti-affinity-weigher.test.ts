import { describe, test } from 'vitest'
import { ServerGroupSoftAntiAffinityWeigher } from '../src/server-group-soft-anti-affinity-weigher.ts'
import { softGroupCases } from './soft-group-cases.ts'

describe('ServerGroupSoftAntiAffinityWeigher', () => {
  const expected = { raw: [-2, -1, 0, 0], weights: [0, 0.5, 1, 1], multiplied: [10, 0, 10, 10] }
  const cases = softGroupCases(ServerGroupSoftAntiAffinityWeigher, 'soft-anti-affinity', 'soft-affinity', expected)
  for (const { name, run } of cases) test(name, run)
})
