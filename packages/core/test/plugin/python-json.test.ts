import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dictEntries,
  dictGet,
  dictOf,
  isDict,
  parseJson,
  PYTHON_3,
  PythonFloat,
  pythonRepr,
  PythonUserDict,
} from '../../src/plugin/python.ts'

const malformed = expect.objectContaining({ code: 'VALUE_MALFORMED' }) as Error

/** The same in JavaScript's own numbers and objects. */
function plain(value: unknown): unknown {
  if (value instanceof PythonFloat) return value.value
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  return isDict(value) ? Object.fromEntries(dictEntries(value).map(([key, item]) => [key, plain(item)])) : value
}

describe('parseJson', () => {
  test.each([
    ['1', 1],
    ['-0', 0],
    ['1.5', 1.5],
    ['1.0', new PythonFloat(1)],
    ['1e3', new PythonFloat(1000)],
    ['1e400', Infinity],
    ['-0.0', new PythonFloat(-0)],
    ['9007199254740993', 9007199254740993n],
    ['NaN', NaN],
    ['Infinity', Infinity],
    ['-Infinity', -Infinity],
    [' \n\ttrue\r', true],
    ['null', null],
    ['[]', []],
    ['[ 1 , [ "a" ] ]', [1, ['a']]],
    ['"\\u00e9\\ud83d\\ude00\\/\\b\\ud800"', 'é\u{1f600}/\b\ud800'],
  ])('%s', (text, value) => {
    expect(parseJson(text)).toStrictEqual(value)
  })

  test('objects have no prototype, the last of equal keys wins, and no key is special', () => {
    const value = parseJson('{"b": 1, "__proto__": {"a": 1}, "constructor": 2, "b": 3}') as object
    expect(Object.getPrototypeOf(value)).toBeNull()
    expect(Object.keys(value)).toEqual(['b', '__proto__', 'constructor'])
    expect(pythonRepr(value, PYTHON_3)).toBe("{'b': 3, '__proto__': {'a': 1}, 'constructor': 2}")
  })

  test.each([
    ['', 'expected a value at character 1'],
    ['{', 'expected a key in double quotes at character 2'],
    ['[1,]', 'expected a value at character 4'],
    ['{"a":1,}', 'expected a key'],
    ["{'a': 1}", 'expected a key'],
    ['{"a" 1}', 'expected ":"'],
    ['[1 2]', 'expected ","'],
    ['01', 'something follows the value'],
    ['1.', 'something follows the value'],
    ['[] x', 'something follows the value at character 4'],
    ['+1', 'expected a value'],
    ['-', 'expected a value'],
    ['nan', 'expected a value'],
    ['\u00a01', 'expected a value'],
    ['"a', 'not closed'],
    ['"a\n"', 'control character'],
    ['"\\x"', 'unknown escape'],
    ['"\\u12"', 'four hexadecimal digits'],
  ])('refuses %j and says where', (text, problem) => {
    expect(() => parseJson(text)).toThrow(malformed)
    expect(() => parseJson(text)).toThrow(problem)
  })

  test('refuses what is nested too deep, and shows a long text in part only', () => {
    expect(() => parseJson('['.repeat(100_000))).toThrow('nested deeper than 900')
    expect(() => parseJson(`${'{"a":'.repeat(901)}1${'}'.repeat(901)}`)).toThrow(malformed)
    expect(parseJson(`${'['.repeat(900)}${']'.repeat(900)}`)).toHaveLength(1)
    expect(() => parseJson('x'.repeat(10_000))).toThrow(/^.{0,200}$/)
  })

  test('reads everything that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(plain(parseJson(text))).toEqual(JSON.parse(text))
      }),
    )
  })

  test('reads any text or refuses it as malformed', () => {
    const unit = fc.constantFrom(...'{}[]:,"\\ue019.-+ \nnulltrueNaN')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        try {
          expect(parseJson(text)).not.toBeUndefined()
        } catch (error) {
          expect(error).toEqual(malformed)
        }
      }),
    )
  })
})

describe('dicts', () => {
  const dicts = [
    { a: 1, b: null },
    new Map([
      ['a', 1],
      ['b', null],
    ] as [string, number | null][]),
  ]

  test.each(dicts)('%j answers by key and in order', (dict) => {
    expect(isDict(dict)).toBe(true)
    expect(['a', 'b', 'c', 'toString', '__proto__'].map((key) => dictGet(dict, key))).toEqual([
      1,
      null,
      null,
      null,
      null,
    ])
    expect(dictEntries(dict)).toEqual([
      ['a', 1],
      ['b', null],
    ])
  })

  test('a UserDict has a dict and is none; nothing else has one', () => {
    const user = new PythonUserDict({ a: 1 })
    expect([isDict(user), dictOf(user)]).toEqual([false, { a: 1 }])
    expect([null, undefined, 1, 'a', [], new PythonFloat(1)].map(dictOf)).toEqual(Array(6).fill(undefined))
  })
})
