import { describe, expect, test } from 'vitest'
import { novaErrorOf, sameKind } from '../src/python-errors.ts'

describe('a Python exception and one of our codes', () => {
  test.each<[string, string | null, unknown, boolean]>([
    ['ValueError', 'VALUE_MALFORMED', undefined, true],
    ['ValueError', 'TYPE_MISMATCH', undefined, false],
    ['ValueError', null, undefined, false],
    ['Unheard', 'VALUE_MALFORMED', undefined, false],
    ['ValueError', 'REQUEST_INVALID', 'ValueError', true],
    ['ValueError', 'VALUE_MALFORMED', 'OverflowError', false],
  ])('%s and %s (%s) are of the same kind: %s', (pythonClass, code, novaError, same) => {
    expect(sameKind(pythonClass, code, novaError)).toBe(same)
  })

  test('the class of Nova’s exception stands in the details of a cause', () => {
    expect(novaErrorOf({ code: null, details: { novaError: 'ValueError' } })).toBe('ValueError')
    expect([novaErrorOf({ code: null }), novaErrorOf(undefined)]).toEqual([undefined, undefined])
  })
})
