import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cachedValue, plainValue, readHeartbeat } from '../src/heartbeat-value.ts'

const TIMES = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2100, 0, 1) })
/** What Python 2.7 wrote, by pickle protocol; it is no longer at hand everywhere. */
const PYTHON_2 = {
  plain: [
    "cdatetime\ndatetime\np0\n(S'\\x07\\xea\\x05\\x06\\x07\\x08\\t\\x01\\xe0x'\np1\ntp2\nRp3\n.",
    'cdatetime\ndatetime\nq\x00(U\n\x07\xea\x05\x06\x07\x08\t\x01\xe0xq\x01tq\x02Rq\x03.',
    '\x80\x02cdatetime\ndatetime\nq\x00U\n\x07\xea\x05\x06\x07\x08\t\x01\xe0xq\x01\x85q\x02Rq\x03.',
  ],
}

describe('heartbeats', () => {
  test('what is written is read', () => {
    fc.assert(
      fc.property(TIMES, (time) => {
        expect(readHeartbeat(plainValue(time))).toEqual({ at: time, made: null })
        const { at, made } = readHeartbeat(cachedValue(time)) ?? {}
        expect(at).toBe(time)
        expect(made).toBeCloseTo(time, 0)
      }),
    )
  })

  test.each(PYTHON_2.plain.map((value, protocol) => [protocol, value] as const))(
    'Python 2 wrote protocol %i',
    (_, value) => {
      expect(readHeartbeat(Buffer.from(value, 'latin1'))).toEqual({
        at: Date.UTC(2026, 4, 6, 7, 8, 9, 123),
        made: null,
      })
    },
  )

  test.each([
    ['nothing', ''],
    ['a text', 'hello'],
    ['a call of something else', "cos\nsystem\n(S'true'\ntR."],
    ['a name that JavaScript has', 'c__proto__\nconstructor\n)R.'],
    ['a number', 'K\x01.'],
    ['an empty tuple', ').'],
    ['a datetime of too few bytes', 'cdatetime\ndatetime\nU\x02ab\x85R.'],
    ['an answer from an empty stack', '.'],
    ['a tuple without a beginning', 't.'],
    ['more than a heartbeat has', `U\xff${'x'.repeat(5000)}.`],
  ])('%s is no heartbeat', (_, value) => {
    expect(readHeartbeat(Buffer.from(value, 'latin1'))).toBeNull()
  })

  test('no bytes break the reader', () => {
    const broken = fc.tuple(TIMES, fc.nat(200), fc.nat(255)).map(([time, at, byte]) => {
      const value = cachedValue(time)
      value[at % value.length] = byte
      return value.subarray(0, byte % 7 === 0 ? at % value.length : undefined)
    })
    const any = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
    fc.assert(
      fc.property(fc.oneof(broken, any), (value) => {
        const read = readHeartbeat(value)
        expect(read === null || typeof read.at === 'number').toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})
