import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OUT, Tournament } from '../../src/engine/tournament.ts'

const PLACES = 70
const someTotal = fc.constantFrom(0, 1, 2, 0.5, -3, OUT)
const someTotals = fc.array(someTotal, { maxLength: PLACES })
const someUpdates = fc.array(fc.tuple(fc.nat(PLACES - 1), someTotal), { maxLength: 30 })

/** Places that take part, by what they are worth, equals as a comparison says. */
function sorted(worths: readonly number[], compare: (one: number, other: number) => number): number[] {
  const places = worths.flatMap((worth, place) => (worth === OUT ? [] : [place]))
  return places.toSorted((one, other) => (worths[other] as number) - (worths[one] as number) || compare(one, other))
}

function played(given: readonly number[], updates: readonly (readonly [number, number])[], isReversed: boolean) {
  const totals = Float64Array.from([...given, OUT])
  const tournament = new Tournament(totals, isReversed ? (_, other) => other : null)
  for (const [at, total] of updates.filter(([place]) => place < given.length)) {
    totals[at] = total
    tournament.update(at)
  }
  return { tournament, totals: [...totals.subarray(0, given.length)] }
}

describe('a tournament', () => {
  test('finds the best as sorting does, after any changes', () => {
    fc.assert(
      fc.property(
        someTotals,
        someUpdates,
        fc.boolean(),
        fc.integer({ min: 1, max: 20 }),
        (given, updates, is, count) => {
          const { tournament, totals } = played(given, updates, is)
          const expected = sorted(totals, (a, b) => (is ? b - a : a - b))
          const search = { count, slack: 0, patience: Infinity, worth: (place: number) => totals[place] as number }
          expect(tournament.search(search)).toEqual(expected.slice(0, count))
          expect(tournament.best).toBe(expected[0] ?? null)
          const even = expected.filter((place) => place % 2 === 0)
          expect(tournament.search({ ...search, accepts: (place) => place % 2 === 0 })).toEqual(even.slice(0, count))
        },
      ),
    )
  })

  test('finds the best by what places are worth now, as long as the slack bounds it', () => {
    const someGain = fc.constantFrom(-1, 0, 0.25, 0.5)
    const some = fc.array(fc.tuple(someTotal, someGain), { minLength: 1, maxLength: PLACES })
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 5 }), (pairs, count) => {
        const totals = pairs.map(([total]) => total)
        const worths = pairs.map(([total, gain]) => total + gain)
        const { tournament } = played(totals, [], false)
        const worth = (place: number): number => worths[place] as number
        const expected = sorted(worths, (a, b) => a - b).slice(0, count)
        expect(tournament.search({ count, worth, slack: 0.5, patience: Infinity })).toEqual(expected)
      }),
    )
  })

  test('looks at no more than it must, and gives up when that is too much', () => {
    const totals = Array.from({ length: 1000 }, (_, place) => place % 100)
    const { tournament } = played(totals, [], false)
    const looked: number[] = []
    const worth = (place: number): number => {
      looked.push(place)
      return totals[place] as number
    }
    expect(tournament.search({ count: 3, worth, slack: 0, patience: 60 })).toEqual([99, 199, 299])
    expect(tournament.search({ count: 3, worth, slack: 50, patience: 60 })).toBeNull()
    expect(looked.length).toBeLessThanOrEqual(120)
  })
})
