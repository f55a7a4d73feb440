import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  parseJson,
  PYTHON_2,
  PYTHON_3,
  PythonFloat,
  PythonObject,
  pythonRepr,
  pythonStr,
  PythonUserDict,
  truthy,
} from '../../src/plugin/python.ts'

const address = new PythonObject('IPAddress', '10.0.0.1', { repr: "IPAddress('10.0.0.1')" })

/** str() and repr(), in Python 2 and in Python 3. */
function texts(value: unknown): string[] {
  return [PYTHON_2, PYTHON_3].flatMap((rules) => [pythonStr(value, rules), pythonRepr(value, rules)])
}

describe('pythonStr and pythonRepr', () => {
  test.each([
    [null, 'None'],
    [undefined, 'None'],
    [true, 'True'],
    [false, 'False'],
    [8, '8'],
    [-0, '0'],
    [[], '[]'],
    [{}, '{}'],
    [[1, [null, true]], '[1, [None, True]]'],
    [new PythonFloat(1), '1.0'],
    [new PythonFloat(-0), '-0.0'],
    [0.5, '0.5'],
    [NaN, 'nan'],
    [-Infinity, '-inf'],
    [new PythonFloat(1e16), '1e+16'],
    [1e-5, '1e-05'],
    [0.0001, '0.0001'],
    [1.5e-7, '1.5e-07'],
    [new PythonFloat(1.5e300), '1.5e+300'],
  ])('%j is %s everywhere', (value, text) => {
    expect(texts(value)).toEqual([text, text, text, text])
  })

  test.each([
    [0.1 + 0.2, '0.3', '0.30000000000000004'],
    [new PythonFloat(1e11), '1e+11', '100000000000.0'],
    [new PythonFloat(1e15), '1e+15', '1000000000000000.0'],
    [new PythonFloat(123456789012), '1.23456789012e+11', '123456789012.0'],
    [1 / 3, '0.333333333333', '0.3333333333333333'],
    [5e-324, '4.94065645841e-324', '5e-324'],
    [999999999999.5, '1e+12', '999999999999.5'],
  ])('str() keeps 12 digits of %j in Python 2, where repr() keeps all', (value, short, full) => {
    expect(texts(value)).toEqual([short, full, full, full])
  })

  test.each([
    [100000000000.5, '1e+11'],
    [100000000001.5, '1.00000000002e+11'],
    [-10000000000.25, '-10000000000.2'],
    [10000000000.75, '10000000000.8'],
  ])('str() rounds a tie to even: %d', (value, text) => {
    expect(pythonStr(value, PYTHON_2)).toBe(text)
  })

  test.each([
    ['abc', 'abc', "u'abc'", 'abc', "'abc'"],
    ["it's", "it's", `u"it's"`, "it's", `"it's"`],
    [`'"`, `'"`, `u'\\'"'`, `'"`, `'\\'"'`],
    ['a\\b\n\x07', 'a\\b\n\x07', "u'a\\\\b\\n\\x07'", 'a\\b\n\x07', "'a\\\\b\\n\\x07'"],
  ])('%j', (value, ...expected) => {
    expect(texts(value)).toEqual(expected)
  })

  test('text beyond ASCII is escaped in Python 2, and shown in Python 3 when it can be', () => {
    expect(pythonRepr('é\u0100\u2028\u{1f600}\xad', PYTHON_2)).toBe("u'\\xe9\\u0100\\u2028\\U0001f600\\xad'")
    expect(pythonRepr('é\u0100\u2028\u{1f600}\xad\ud800', PYTHON_3)).toBe("'é\u0100\\u2028\u{1f600}\\xad\\ud800'")
    expect(pythonStr('é', PYTHON_3)).toBe('é')
    expect(() => pythonStr('né', PYTHON_2)).toThrow(
      expect.objectContaining({ code: 'VALUE_MALFORMED', message: expect.stringContaining('character 2') as string }),
    )
  })

  test('whole numbers beyond 64 bits are marked by repr() in Python 2', () => {
    expect(texts(2n ** 63n)).toEqual([
      '9223372036854775808',
      '9223372036854775808L',
      ...Array<string>(2).fill('9223372036854775808'),
    ])
    expect(pythonRepr([2n ** 63n - 1n, -(2n ** 63n)], PYTHON_2)).toBe('[9223372036854775807, -9223372036854775808]')
    expect(pythonStr(1e20, PYTHON_2)).toBe('100000000000000000000')
  })

  test('lists and dicts show what is in them as repr() does', () => {
    expect(pythonStr(parseJson('["aes", 0.30000000000000004]'), PYTHON_2)).toBe("[u'aes', 0.30000000000000004]")
    expect(pythonStr(parseJson('{"cores": 4, "__proto__": {"x": null}}'), PYTHON_3)).toBe(
      "{'cores': 4, '__proto__': {'x': None}}",
    )
    expect(
      pythonStr(
        new Map([
          ['2', 1],
          ['1', 2],
        ]),
        PYTHON_2,
      ),
    ).toBe("{u'2': 1, u'1': 2}")
    expect(pythonStr(new PythonUserDict({ host: 'h1' }), PYTHON_2)).toBe("{u'host': u'h1'}")
    expect([pythonStr(address, PYTHON_2), pythonStr([address], PYTHON_2)]).toEqual([
      '10.0.0.1',
      "[IPAddress('10.0.0.1')]",
    ])
    expect(pythonRepr(new PythonObject('type', 'x'), PYTHON_3)).toBe('x')
  })

  test('repr() of a float reads back as the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = pythonRepr(Number.isInteger(number) ? new PythonFloat(number) : number, PYTHON_2)
        expect(Number(text)).toBe(number)
        expect(text).toMatch(/[.e]/)
      }),
    )
  })
})

describe('truthy', () => {
  test.each([
    null,
    undefined,
    false,
    0,
    -0,
    '',
    [],
    {},
    new Map(),
    new PythonFloat(0),
    new PythonUserDict({}),
    new PythonObject('IPAddress', '0.0.0.0', { truthy: false }),
  ])('false: %j', (value) => {
    expect(truthy(value)).toBe(false)
  })

  test.each([
    true,
    1,
    -1,
    NaN,
    'False',
    [null],
    { a: null },
    new Map([['a', 0]]),
    new PythonFloat(2),
    new PythonUserDict({ a: 1 }),
    address,
  ])('true: %j', (value) => {
    expect(truthy(value)).toBe(true)
  })

  test('a bigint is true unless zero', () => {
    expect([truthy(2n ** 60n), truthy(0n)]).toEqual([true, false])
  })
})
