import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rankedBest, ranking, selectBest, type SelectionRules } from '../../src/select/select.ts'
import { seededRng, shuffled } from '../../src/util/rng.ts'

const someWeights = fc
  .array(fc.constantFrom(0, 0.5, 1), { minLength: 1, maxLength: 12 })
  .map((weights) => Float64Array.from(weights))
const someRules: fc.Arbitrary<SelectionRules> = fc.record({
  subsetSize: fc.integer({ min: -1, max: 14 }),
  shufflesBest: fc.boolean(),
})

/** How often each outcome comes up over many seeds. */
function tally(outcome: (seed: number) => string, seeds: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (let seed = 0; seed < seeds; seed++) {
    const key = outcome(seed)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Whether counts are as even as chance makes them: each within 5 standard deviations of its share. */
function expectEven(counts: ReadonlyMap<string, number>, outcomes: number): void {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const share = total / outcomes
  const spread = 5 * Math.sqrt(share * (1 - 1 / outcomes))
  expect(counts.size).toBe(outcomes)
  for (const [outcome, count] of counts) expect(Math.abs(count - share), outcome).toBeLessThan(spread)
}

describe('the ranked best', () => {
  test('are all places, each once', () => {
    const law = fc.property(someWeights, someRules, fc.nat(), (weights, rules, seed) => {
      const order = rankedBest(weights, rules, seededRng(seed))
      expect(order.toSorted((a, b) => a - b)).toEqual([...weights.keys()])
    })
    fc.assert(law)
  })

  test('begin with the chosen one, which is among the best few; the rest is by weight', () => {
    const law = fc.property(someWeights, someRules, fc.nat(), (weights, rules, seed) => {
      const [chosen, ...others] = rankedBest(weights, rules, seededRng(seed))
      const weightOf = (place: number | undefined): number => weights[place as number] as number
      const few = ranking(weights).slice(0, Math.max(1, rules.subsetSize)).map(weightOf)
      expect(few).toContain(weightOf(chosen))
      expect(others.map(weightOf)).toEqual(others.map(weightOf).toSorted((a, b) => b - a))
      expect(selectBest(weights, rules, seededRng(seed))).toBe(chosen)
    })
    fc.assert(law)
  })

  test('keep the order of equals, where they are not shuffled', () => {
    const law = fc.property(someWeights, fc.integer({ min: -1, max: 14 }), fc.nat(), (weights, subsetSize, seed) => {
      const [, ...others] = rankedBest(weights, { subsetSize, shufflesBest: false }, seededRng(seed))
      const sameWeight = others.filter((place, at) => at > 0 && weights[place] === weights[others[at - 1] as number])
      for (const place of sameWeight) expect(place).toBeGreaterThan(others[others.indexOf(place) - 1] as number)
    })
    fc.assert(law)
  })

  test('use no random number where nothing is left to chance', () => {
    const none = (): number => {
      throw new Error('asked')
    }
    expect(rankedBest(Float64Array.of(1, 3, 2), { subsetSize: 1, shufflesBest: false }, none)).toEqual([1, 2, 0])
  })
})

describe('chance', () => {
  const weights = Float64Array.of(1, 0.5, 1, 1, 0)

  test('brings those that share the best weight in every order, all equally likely; the rest stays', () => {
    const orders = tally((seed) => {
      const order = rankedBest(weights, { subsetSize: 1, shufflesBest: true }, seededRng(seed))
      expect(order.slice(3)).toEqual([1, 4])
      return order.slice(0, 3).join()
    }, 6000)
    expectEven(orders, 6)
  })

  test('chooses each of the best few equally often, and leaves the others in their order', () => {
    const chosen = tally((seed) => {
      const order = rankedBest(weights, { subsetSize: 4, shufflesBest: false }, seededRng(seed))
      expect(order.slice(1)).toEqual([0, 2, 3, 1, 4].filter((place) => place !== order[0]))
      return String(order[0])
    }, 4000)
    expectEven(chosen, 4)
    expect(chosen.has('4')).toBe(false)
  })

  test('may do both: each that shares the best weight comes into the few as often', () => {
    const chosen = tally(
      (seed) => String(selectBest(weights, { subsetSize: 2, shufflesBest: true }, seededRng(seed))),
      3000,
    )
    expectEven(chosen, 3)
  })

  test('shuffles any items into every order, all equally likely', () => {
    expectEven(
      tally((seed) => shuffled(['a', 'b', 'c', 'd'], seededRng(seed)).join(''), 12_000),
      24,
    )
    expect(shuffled([], seededRng(0))).toEqual([])
  })
})
