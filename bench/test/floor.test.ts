import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnsFor, rankByFloor, type FloorField } from '../floor.ts'

interface SomeHost {
  readonly passes: boolean
  readonly raws: readonly number[]
  readonly multipliers: readonly number[]
}

const someHosts = (weighers: number): fc.Arbitrary<readonly SomeHost[]> => {
  const figures = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: weighers, maxLength: weighers })
  return fc.array(fc.record({ passes: fc.boolean(), raws: figures, multipliers: figures }), { maxLength: 9 })
}

function fieldOf(hosts: readonly SomeHost[], weighers: number, count: number): FloorField {
  const columns = columnsFor(weighers)
  const flat = (of: (host: SomeHost) => readonly number[]): Float64Array =>
    Float64Array.from(hosts.flatMap((host) => Array.from({ length: columns }, (_, column) => of(host)[column] ?? 0)))
  return {
    weighers,
    columns,
    verdicts: Uint8Array.from(hosts, ({ passes }) => (passes ? 1 : 0)),
    raws: flat(({ raws }) => raws),
    multipliers: flat(({ multipliers }) => multipliers),
    extremes: {
      mins: new Float64Array(columns),
      maxes: new Float64Array(columns),
      ranges: new Float64Array(columns).fill(1),
      remembers: false,
      declaredMins: new Float64Array(columns).fill(NaN),
      declaredMaxes: new Float64Array(columns).fill(NaN),
    },
    best: new Int32Array(count),
    totals: new Float64Array(count),
  }
}

/** Nova's sums, written down as they are defined. */
function ranked(hosts: readonly SomeHost[], weighers: number, count: number): number[] {
  const passed = [...hosts.entries()].filter(([, { passes }]) => passes)
  const totals = passed.map(([place, { multipliers }]) => {
    const parts = Array.from({ length: weighers }, (_, weigher) => {
      const raws = passed.map(([, host]) => host.raws[weigher] as number)
      const [min, max] = [Math.min(...raws), Math.max(...raws)]
      const raw = hosts[place]?.raws[weigher] as number
      return min === max ? 0 : (multipliers[weigher] as number) * ((raw - min) / (max - min))
    })
    return { place, total: parts.reduce((sum, part) => sum + part, 0) }
  })
  const order = totals.sort((one, other) => other.total - one.total).map(({ place }) => place)
  return Array.from({ length: count }, (_, at) => order[at] ?? -1)
}

describe('the floor', () => {
  it.each([1, 2, 4, 5, 6])('ranks by %i weighers as Nova does, the first of equals first', (weighers) => {
    const cases = fc.property(someHosts(weighers), fc.integer({ min: 1, max: 4 }), (hosts, count) => {
      const field = fieldOf(hosts, weighers, count)
      rankByFloor(field)
      expect([...field.best]).toEqual(ranked(hosts, weighers, count))
    })
    fc.assert(cases, { numRuns: 200 })
  })

  const hosts = [1, 2, 3].map((raw) => ({ passes: true, raws: [raw], multipliers: [1] }))

  it('widens extremes that are remembered', () => {
    const field = fieldOf(hosts, 1, 1)
    field.extremes.mins[0] = -1
    field.extremes.maxes[0] = 2
    rankByFloor({ ...field, extremes: { ...field.extremes, remembers: true } })
    expect([field.extremes.mins[0], field.extremes.maxes[0]]).toEqual([-1, 3])
    expect(field.totals[0]).toBe(1)
  })

  it('normalises by declared ends', () => {
    const field = fieldOf(hosts, 1, 1)
    field.extremes.declaredMins[0] = 0
    field.extremes.declaredMaxes[0] = 12
    rankByFloor(field)
    expect(field.totals[0]).toBe(0.25)
  })
})
