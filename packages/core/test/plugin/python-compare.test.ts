import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  comparePython,
  compareText,
  isSame,
  parseJson,
  PYTHON_2,
  PYTHON_3,
  type PythonComparison,
  PythonFloat,
  PythonObject,
  PythonUserDict,
  pythonEquals,
} from '../../src/plugin/python.ts'

const OPERATORS: readonly PythonComparison[] = ['<', '<=', '=', '>=', '>']
const address = new PythonObject('IPAddress', '10.0.0.1')

/** The operators that hold between two values. */
function holding(a: unknown, b: unknown, rules = PYTHON_2): string {
  return OPERATORS.filter((op) => comparePython(op, a, b, rules)).join(' ')
}

const LESS = '< <='
const EQUAL = '<= = >='
const GREATER = '>= >'

/** Values as JSON would bring them, without NaN, which has no place in any order. */
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<unknown>(null, true, false, new PythonFloat(1), 2n ** 60n, 0.5, address),
    fc.integer({ min: -2, max: 2 }),
    fc.constantFrom('', 'a', 'b', 'ab', '\ue000', '\u{1f600}'),
    fc.array(tie('any'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('any'), { maxKeys: 2, noNullPrototype: false }),
  ),
})).any

describe('in both Pythons', () => {
  test.each([
    [1, 1, EQUAL],
    [true, 1, EQUAL],
    [false, true, LESS],
    [new PythonFloat(1), 1, EQUAL],
    [2, 1.5, GREATER],
    [NaN, NaN, ''],
    [NaN, 1, ''],
    ['10', '9', LESS],
    ['a', 'a', EQUAL],
    ['a', 'ab', LESS],
    ['Z', 'a', LESS],
    ['\u{1f600}', '\ue000', GREATER],
    [[], [1], LESS],
    [[1, 2], [1, 1, 9], GREATER],
    [[1, 'a'], [new PythonFloat(1), 'a'], EQUAL],
    [[NaN], [NaN], EQUAL],
    [[[1]], [[2]], LESS],
  ])('%j and %j: %s', (a, b, expected) => {
    expect([holding(a, b, PYTHON_2), holding(a, b, PYTHON_3)]).toEqual([expected, expected])
  })

  test.each([
    [1, '1', false],
    [null, 0, false],
    [null, null, true],
    [0, false, true],
    ['', null, false],
    [[], {}, false],
    [{ a: 1, b: [2] }, { b: [2], a: true }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: 1 }, new Map([['a', 1]]), true],
    [new Map([['a', 1]]), { a: 2 }, false],
    [parseJson('{"__proto__": 1}'), {}, false],
    [parseJson('{"toString": 1}'), { a: 1 }, false],
    [new PythonUserDict({ a: 1 }), { a: 1 }, true],
    [address, '10.0.0.1', false],
    [address, new PythonObject('IPAddress', '10.0.0.1'), true],
    [address, new PythonObject('IPAddress', '10.0.0.2'), false],
  ])('equality never throws: %j = %j is %s', (a, b, expected) => {
    const answers = [PYTHON_2, PYTHON_3].flatMap((rules) => [
      comparePython('=', a, b, rules),
      comparePython('=', b, a, rules),
    ])
    expect(answers).toEqual(Array(4).fill(expected))
    expect(pythonEquals(a, b)).toBe(expected)
  })

  test('whole numbers beyond 2^53 are compared exactly', () => {
    expect(holding(2n ** 60n + 1n, 2n ** 60n)).toBe(GREATER)
    expect(holding(2n ** 60n, new PythonFloat(2 ** 60), PYTHON_3)).toBe(EQUAL)
    expect(holding(2n ** 60n, 1e300)).toBe(LESS)
  })

  test('what is NaN is itself, though not equal to itself', () => {
    expect([isSame(NaN, NaN), pythonEquals(NaN, NaN), isSame(1, true)]).toEqual([true, false, true])
  })
})

describe('Python 2', () => {
  test('orders different types: None, numbers, then by the name of the type', () => {
    const ascending = [null, -1, 1e300, address, { a: 1 }, [], [5], '', '5']
    for (const [at, lower] of ascending.entries()) {
      for (const higher of ascending.slice(at + 1)) {
        expect([lower, higher, holding(lower, higher), holding(higher, lower)]).toEqual([lower, higher, LESS, GREATER])
      }
    }
  })

  test.each([
    [{}, { a: 1 }, LESS],
    [{ z: 9 }, { a: 1, b: 1 }, LESS],
    [{ a: 1 }, { b: 0 }, LESS],
    [{ a: 1, b: 2 }, { b: 1, a: 1 }, GREATER],
    [{ a: 1, c: 1 }, { a: 1, b: 1 }, GREATER],
    [{ a: [1] }, { a: 'x' }, LESS],
    [{ a: 1 }, { a: 1 }, EQUAL],
    [new PythonUserDict({ a: 1 }), { a: 2 }, LESS],
  ])('orders dicts by size, then by the smallest key that differs: %j and %j', (a, b, expected) => {
    expect(holding(a, b)).toBe(expected)
  })

  test('has a total order', () => {
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect([LESS, EQUAL, GREATER]).toContain(holding(a, b))
        expect(comparePython('<', a, b, PYTHON_2)).toBe(comparePython('>', b, a, PYTHON_2))
        const chained = comparePython('<=', a, b, PYTHON_2) && comparePython('<=', b, c, PYTHON_2)
        expect(!chained || comparePython('<=', a, c, PYTHON_2)).toBe(true)
      }),
    )
  })
})

describe('Python 3', () => {
  test.each([
    [1, '1'],
    [null, 1],
    [null, null],
    ['a', ['a']],
    [{}, {}],
    [address, address],
    [
      [1, 'a'],
      [1, 2],
    ],
  ])('has no order for %j and %j', (a, b) => {
    for (const op of ['<', '<=', '>', '>='] as const) {
      expect(() => comparePython(op, a, b, PYTHON_3)).toThrow(
        expect.objectContaining({ code: 'TYPE_MISMATCH' }) as Error,
      )
    }
  })

  test('names both values', () => {
    expect(() => comparePython('<', 'host1', 4, PYTHON_3)).toThrow(/^'host1' < 4: /)
  })

  test('has an order of objects whose type has one, and of no others', () => {
    const [low, high] = ['1', '2'].map((text) => new PythonObject('datetime', text, { ordered: true }))
    expect([holding(low, high, PYTHON_3), holding(low, low, PYTHON_3)]).toEqual([LESS, EQUAL])
    expect(() => comparePython('<', low, address, PYTHON_3)).toThrow(/have no order/)
    expect(() => comparePython('<', address, address, PYTHON_3)).toThrow(/have no order/)
  })

  test('does not look behind the first difference', () => {
    expect(holding([1, 'a'], [2, 3], PYTHON_3)).toBe(LESS)
  })

  test('agrees with Python 2 wherever it has an order', () => {
    fc.assert(
      fc.property(value, value, fc.constantFrom(...OPERATORS), (a, b, op) => {
        try {
          expect(comparePython(op, a, b, PYTHON_3)).toBe(comparePython(op, a, b, PYTHON_2))
        } catch (error) {
          expect(error).toMatchObject({ code: 'TYPE_MISMATCH' })
        }
      }),
    )
  })
})

test('compareText is the order of code points', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      const points = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0)
      expect(Math.sign(compareText(a, b))).toBe(
        comparePython('<', points(a), points(b), PYTHON_3) ? -1 : a === b ? 0 : 1,
      )
    }),
  )
})
