import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFloatText, parseIntText, PYTHON_2, PYTHON_3, splitWords, stripSpace } from '../../src/plugin/python.ts'

const BOTH = [PYTHON_2, PYTHON_3]

describe('parseFloatText', () => {
  test.each([
    ['8', 8],
    [' \t8.50\n', 8.5],
    ['\u00a08\u2003', 8],
    ['+.5', 0.5],
    ['5.', 5],
    ['-0', -0],
    ['010', 10],
    ['1e3', 1000],
    ['1E+05', 100000],
    ['1e400', Infinity],
    ['inf', Infinity],
    ['+iNfInItY', Infinity],
    ['-Infinity', -Infinity],
    ['NaN', NaN],
    ['-nan', NaN],
    ['\u0661\u0662.\u0665', 12.5],
    ['\u{1d7d8}\u{1d7e3}', 1],
  ])('reads %j in both Pythons', (text, value) => {
    expect(BOTH.map((rules) => parseFloatText(text, rules))).toEqual([value, value])
  })

  test.each([
    '',
    ' ',
    '.',
    '+',
    '4GB',
    '0x8',
    '1 2',
    '+ 1',
    '--1',
    '1e',
    '1e5.0',
    'infinit',
    'nan(1)',
    '1,5',
    '1d3',
    '²',
    '\ufeff1',
    '1\0',
  ])('refuses %j in both Pythons', (text) => {
    expect(BOTH.map((rules) => parseFloatText(text, rules))).toEqual([undefined, undefined])
  })

  test.each([
    ['1_000', 1000],
    ['1_0.0_1', 10.01],
    ['1e1_0', 1e10],
    ['1__0', undefined],
    ['_1', undefined],
    ['1_', undefined],
    ['1._0', undefined],
    ['in_f', undefined],
  ])('takes the underscores of %j in Python 3 only', (text, value) => {
    expect(parseFloatText(text, PYTHON_3)).toBe(value)
    expect(parseFloatText(text, PYTHON_2)).toBeUndefined()
  })

  test('reads what JavaScript writes of any number, and never throws', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (number) => {
        expect(parseFloatText(String(number), PYTHON_2)).toBe(number === 0 ? 0 : number)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...BOTH), (text, rules) => {
        const value = parseFloatText(text, rules)
        expect(value === undefined || typeof value === 'number').toBe(true)
      }),
    )
  })
})

describe('parseIntText', () => {
  test.each([
    ['5', 5],
    [' +5 ', 5],
    ['-010', -10],
    ['-0', 0],
    ['\u06605', 5],
    ['9007199254740993', 9007199254740992],
  ])('reads %j in both Pythons', (text, value) => {
    expect(BOTH.map((rules) => parseIntText(text, rules))).toEqual([value, value])
  })

  test.each(['', '1.0', '1e3', '5L', '0x5', '0b1', '+-5', 'inf', '5 L'])('refuses %j in both Pythons', (text) => {
    expect(BOTH.map((rules) => parseIntText(text, rules))).toEqual([undefined, undefined])
  })

  test('tells the Pythons apart by a blank behind the sign and by underscores', () => {
    expect(BOTH.map((rules) => parseIntText('- 5', rules))).toEqual([-5, undefined])
    expect(BOTH.map((rules) => parseIntText('1_0', rules))).toEqual([undefined, 10])
  })

  test('reads any whole number as written, and what it reads parseFloatText reads too', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        expect(parseIntText(` ${number}\n`, PYTHON_2)).toBe(number)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'01-+_ .٣e') }), (text) => {
        const value = parseIntText(text, PYTHON_3)
        fc.pre(value !== undefined)
        expect((parseFloatText(text, PYTHON_3) ?? NaN) + 0).toBe(value)
      }),
    )
  })
})

describe('white space', () => {
  test("is Python's, not JavaScript's", () => {
    expect(splitWords(' \u001cab\u0085c\u3000 d\u2028')).toEqual(['ab', 'c', 'd'])
    expect(splitWords('a\ufeffb')).toEqual(['a\ufeffb'])
    expect(splitWords(' \t')).toEqual([])
    expect(stripSpace('\u00a0 a b\u001f\n')).toBe('a b')
  })

  test('stripping what was split changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(splitWords(text).map(stripSpace)).toEqual(splitWords(text))
        expect(splitWords(stripSpace(text))).toEqual(splitWords(text))
      }),
    )
  })
})
