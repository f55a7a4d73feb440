import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTime, writeTime } from '../src/time.ts'

test.each([
  ['2026-01-02 03:04:05', Date.UTC(2026, 0, 2, 3, 4, 5)],
  ['2026-01-02 03:04:05.678901', Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
  ['2026-01-02 03:04:05.6', Date.UTC(2026, 0, 2, 3, 4, 5, 600)],
  ['2026-01-02T03:04:05.000000', Date.UTC(2026, 0, 2, 3, 4, 5)],
  ['0000-00-00 00:00:00', null],
  ['infinity', null],
  ['', null],
  [null, null],
  [12, null],
])('%s is read as UTC', (text, time) => {
  expect(readTime(text)).toBe(time)
})

test('is written as SQLAlchemy writes it into SQLite, and in whole seconds where it would be rounded', () => {
  const time = Date.UTC(2026, 0, 2, 3, 4, 59, 678)
  expect(writeTime(time, false)).toBe('2026-01-02 03:04:59.678000')
  expect(writeTime(time, true)).toBe('2026-01-02 03:04:59')
})

test('what is written is read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }), (time) => {
      expect(readTime(writeTime(time, false))).toBe(time)
      expect(readTime(writeTime(time, true))).toBe(time - (time % 1000))
    }),
  )
})
