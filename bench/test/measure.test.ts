import { describe, expect, it } from 'vitest'
import { bestMedian, joined, median, summed } from '../measure.ts'

describe('sums of times', () => {
  it('are in microseconds', () => {
    const times = Float64Array.from({ length: 200 }, (_, at) => 200 - at)
    expect(summed(times)).toEqual({ median: 101_000, p99: 199_000, mean: 100_500 })
  })

  it('are no numbers of nothing', () => {
    expect(summed(new Float64Array())).toEqual({ median: NaN, p99: NaN, mean: NaN })
    expect(median([])).toBeNaN()
  })

  it('take the best of the medians, not of the times', () => {
    expect(bestMedian([Float64Array.of(1, 9, 9), Float64Array.of(8, 7, 8)])).toBe(8000)
  })

  it('join rounds in order', () => {
    expect(joined([Float64Array.of(3, 1), new Float64Array(), Float64Array.of(2)])).toEqual(Float64Array.of(3, 1, 2))
  })
})
