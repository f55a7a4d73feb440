import { describe, test } from 'vitest'
import { ServerGroupSoftAffinityWeigher } from '../src/server-group-soft-affinity-weigher.ts'
import { softGroupCases } from './soft-group-cases.ts'

describe('ServerGroupSoftAffinityWeigher', () => {
  const expected = { raw: [2, 1, 0, 0], weights: [1, 0.5, 0, 0], multiplied: [0, 10, 0, 0] }
  const cases = softGroupCases(ServerGroupSoftAffinityWeigher, 'soft-affinity', 'soft-anti-affinity', expected)
  for (const { name, run } of cases) test(name, run)
})
