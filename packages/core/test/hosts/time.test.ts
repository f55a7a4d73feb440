import { describe, expect, test } from 'vitest'
import { isIsoTime } from '../../src/hosts/time.ts'

describe('a time of ISO 8601', () => {
  test.each([
    '2026',
    '2026-01',
    '2026-1-2',
    '20260102',
    '2026-01-02 03',
    '2026-01-02T03:04',
    '2026-01-02T03:04:05,5Z',
    '20260102T030405+0100',
    '2024-02-29T23:59:59.999999-12:30',
  ])('%s', (text) => {
    expect(isIsoTime(text)).toBe(true)
  })

  test.each([
    null,
    '',
    'soon',
    '202601',
    '0000-01-01',
    '2026-13-01',
    '2026-02-29',
    '2026-01-02T',
    '2026-01-02T24:00:00',
    '2026-01-02T03:60',
    '2026-01-02T03:04:05 Z',
    '2026-01-02T03:04:05+1',
  ])('is not %s', (text) => {
    expect(isIsoTime(text)).toBe(false)
  })
})
