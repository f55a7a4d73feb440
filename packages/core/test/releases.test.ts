import { describe, expect, test } from 'vitest'
import {
  BUILT_RELEASES,
  IN_TREE_PLUGINS,
  KILO_DEFAULT_FILTERS,
  RELEASE_NUMBERS,
  RELEASES,
  REQUEST_MAKING,
  requestMakingAt,
  RULES,
  rulesAt,
} from '../src/releases.ts'

const NUMBERS = Array.from({ length: 33 - 11 + 1 }, (_, at) => 11 + at)

describe('the table of behaviours', () => {
  test.each(NUMBERS)('gives release %i a value of each, of the kind that Kilo has', (number) => {
    for (const [record, kilo] of [
      [rulesAt(number), RULES.kilo],
      [requestMakingAt(number), REQUEST_MAKING.kilo],
    ] as const) {
      const kinds = (rules: object): object =>
        Object.fromEntries(Object.entries(rules).map(([name, value]) => [name, typeof value]))
      expect(kinds(record)).toEqual(kinds(kilo))
      expect(Object.isFrozen(record)).toBe(true)
    }
  })

  test.each(BUILT_RELEASES)('is what %s follows', (release) => {
    expect(RULES[release]).toEqual(rulesAt(RELEASE_NUMBERS[release]))
  })

  test.each(RELEASES)('makes requests for %s', (release) => {
    expect(REQUEST_MAKING[release]).toEqual(requestMakingAt(RELEASE_NUMBERS[release]))
  })

  test('changes each behaviour between its ends: nothing in it is said twice', () => {
    for (const at of [rulesAt, requestMakingAt] as const) {
      const [first, last] = [at(11), at(33)] as unknown as Record<string, unknown>[]
      for (const name of Object.keys(first ?? {})) expect(last?.[name], name).not.toEqual(first?.[name])
    }
  })

  test.each([
    [11, { singleHostIsWeighed: true, ratiosComeFromNode: false, forcedDownCounts: false }],
    [12, { singleHostIsWeighed: false, ratiosComeFromNode: true, requestsAreTyped: false }],
    [13, { requestsAreTyped: true, sameHostEmptyPasses: false, unknownCapabilityRejects: true }],
    [16, { placementDecidesCapacity: true, hostStatesLiveOn: true, rebuildSkipsFilters: false }],
    [17, { hostStatesLiveOn: false, rebuildSkipsFilters: true, antiAffinityCountsMembers: false }],
    [18, { antiAffinityCountsMembers: true, aggregatesSetMultipliers: false }],
    [21, { aggregatesSetMultipliers: true, extremesAreRemembered: true }],
    [22, { extremesAreRemembered: false }],
  ])('release %i: %j', (number, expected) => {
    expect(rulesAt(number)).toMatchObject(expected)
  })
})

describe('in-tree plugins', () => {
  test.each(RELEASES)('of %s are named once each', (release) => {
    const names = IN_TREE_PLUGINS[release]
    expect(new Set(names).size).toBe(names.length)
  })

  test('hold every filter that Kilo runs by default', () => {
    expect(IN_TREE_PLUGINS.kilo).toEqual(expect.arrayContaining([...KILO_DEFAULT_FILTERS]))
  })
})
