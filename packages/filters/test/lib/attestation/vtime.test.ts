import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseVtime } from '../../../src/lib/attestation/vtime.ts'

const NOON = Date.UTC(2016, 0, 5, 12, 0, 0)

describe('the time of an attestation', () => {
  test.each([
    ['2016-01-05T12:00:00Z', NOON],
    ['2016-01-05 12:00:00', NOON],
    ['2016-01-05T12:00', NOON],
    ['2016-01-05T12', NOON],
    ['2016-1-5T12:00:00', NOON],
    ['20160105T120000Z', NOON],
    ['2016-01-05T06:00:00.000-06:00', NOON],
    ['2016-01-05T17:30:00+0530', NOON],
    ['2016-01-05T13+01', NOON],
    ['2016-01-05T12:00:00.2509Z', NOON + 250],
    ['2016-01-05T12:00:00,5', NOON + 500],
    ['2016-01-05', Date.UTC(2016, 0, 5)],
    ['Tue Jan  5 12:00:00 2016', NOON],
    ['tue JAN 05 12:0:0 2016', NOON],
    ['Mon Jan 5 12:00:00 2016', NOON],
  ])('%s', (text, time) => expect(parseVtime(text)).toBe(time))

  test.each([
    '',
    'yesterday',
    '1452000000',
    '2016',
    '2016-01',
    '2016-02-30T12:00:00Z',
    '2016-13-05T12:00:00Z',
    '2016-00-05',
    '2016-01-05T24:00:00Z',
    '2016-01-05T12:60:00Z',
    '2016-01-05T12:00:60Z',
    '2016-01-05T12:00:00z',
    '2016-01-05T12:00:00+24:00',
    ' 2016-01-05T12:00:00Z',
    '2016-01-05T12:00:00Z and more',
    'Tue Feb 30 12:00:00 2016',
    'Tue Jan 0 12:00:00 2016',
    'Tuesday Jan 5 12:00:00 2016',
    'Tue Jan 5 12:00:00 2016 UTC',
    'Tue Jnu 5 12:00:00 2016',
    '0050-01-01T00:00:00Z',
  ])('%j is none', (text) => expect(parseVtime(text)).toBeNull())

  test('reads back what was written, in every zone', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
        fc.integer({ min: -23 * 60, max: 23 * 60 }),
        (date, offset) => {
          const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1)
          const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((number) =>
            String(number).padStart(2, '0'),
          )
          expect(parseVtime(`${local}${offset < 0 ? '-' : '+'}${hours}:${minutes}`)).toBe(date.getTime())
        },
      ),
    )
  })
})
