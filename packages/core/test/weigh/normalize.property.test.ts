import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ranking, selectBest } from '../../src/select/select.ts'
import { seededRng } from '../../src/util/rng.ts'
import { normalize, widen, type Extremes } from '../../src/weigh/normalize.ts'

const someWeights = fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 30 })

describe('normalising', () => {
  test('with extremes of the same weights stays between 0 and 1', () => {
    fc.assert(
      fc.property(someWeights, (weights) => {
        const extremes: Extremes = { min: null, max: null }
        widen(extremes, weights)
        const normalized = weights.map((weight) => normalize(weight, extremes.min as number, extremes.max as number))
        expect(Math.min(...normalized)).toBeGreaterThanOrEqual(0)
        // A series that only falls leaves the maximum at its first weight, which is its largest.
        expect(Math.max(...normalized)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('keeps the order of weights, and gives equal ones the same', () => {
    fc.assert(
      fc.property(someWeights, fc.nat(29), fc.nat(29), (weights, i, j) => {
        const [a, b] = [weights[i % weights.length] as number, weights[j % weights.length] as number]
        const [min, max] = [Math.min(...weights), Math.max(...weights)]
        const [na, nb] = [normalize(a, min, max), normalize(b, min, max)]
        if (a === b || min === max) expect(na).toBe(nb)
        else expect(na < nb).toBe(a < b)
      }),
    )
  })

  test('extremes only widen, whatever came before (A4.3)', () => {
    fc.assert(
      fc.property(someWeights, someWeights, (earlier, later) => {
        const extremes: Extremes = { min: 0, max: null }
        widen(extremes, earlier)
        const before = { ...extremes }
        widen(extremes, later)
        expect(extremes.min).toBeLessThanOrEqual(before.min as number)
        expect(extremes.max).toBeGreaterThanOrEqual(before.max as number)
      }),
    )
  })

  test.each([
    ['a first falling value moves the minimum only', { min: 0, max: null }, [-3, -5], { min: -5, max: -3 }],
    ['the class minimum counts when all values are larger', { min: 0, max: null }, [5, 9], { min: 0, max: 9 }],
    ['a missing value makes the next one the minimum', { min: 0, max: null }, [4, null, 7], { min: 7, max: 7 }],
    ['a missing value at the end leaves no minimum', { min: 0, max: null }, [4, null], { min: null, max: 4 }],
  ])('%s', (_name, start, weights, expected) => {
    const extremes: Extremes = { ...start }
    widen(extremes, weights)
    expect(extremes).toEqual(expected)
  })
})

describe('ranking', () => {
  test('is by weight, and keeps the order of equals', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1, 2), { minLength: 1 }), (weights) => {
        const places = ranking(Float64Array.from(weights))
        for (const [index, place] of places.entries()) {
          const next = places[index + 1]
          if (next === undefined) continue
          const [weight, after] = [weights[place] as number, weights[next] as number]
          expect(weight > after || (weight === after && place < next)).toBe(true)
        }
      }),
    )
  })

  test('the best is the first of the ranking; a subset is its beginning', () => {
    fc.assert(
      fc.property(someWeights, fc.integer({ min: -3, max: 40 }), fc.nat(), (weights, size, seed) => {
        const order = ranking(Float64Array.from(weights))
        const rules = { subsetSize: size, shufflesBest: false }
        const chosen = selectBest(Float64Array.from(weights), rules, seededRng(seed))
        expect(order.slice(0, Math.max(1, size))).toContain(chosen)
      }),
    )
  })
})
