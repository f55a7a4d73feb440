import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Largest } from '../../src/engine/largest.ts'

const PLACES = 100
const someChange = fc.record({ slot: fc.nat(PLACES - 1), weight: fc.integer({ min: -5, max: 9 }), isOut: fc.boolean() })
const someRounds = fc.array(fc.array(someChange, { minLength: 1, maxLength: 8 }), { maxLength: 25 })

test.each([1, -1] as const)('the largest weight, turned around or not (%d), is known after any changes', (sign) => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { minLength: PLACES, maxLength: PLACES }), someRounds, (weights, rounds) => {
      const raw = Float64Array.from(weights)
      const lostTo = new Uint8Array(PLACES)
      const largest = new Largest(sign, lostTo)
      largest.restart(raw)
      for (const changes of rounds) {
        for (const { slot, weight, isOut } of changes) {
          raw[slot] = weight
          lostTo[slot] = isOut ? 1 : 0
        }
        largest.follow(
          raw,
          changes.map(({ slot }) => slot),
        )
        const left = [...raw].filter((_, slot) => lostTo[slot] === 0).map((weight) => sign * weight)
        expect(largest.value).toBe(Math.max(...left))
      }
    }),
  )
})

test('where nobody is in, there is none', () => {
  const lostTo = new Uint8Array(40)
  const largest = new Largest(1, lostTo)
  const raw = new Float64Array(40).fill(3)
  largest.restart(raw)
  lostTo.fill(1)
  largest.follow(
    raw,
    [...raw].map((_, slot) => slot),
  )
  expect(largest.value).toBe(-Infinity)
})
