import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PYTHON_2, PYTHON_3 } from '../../src/plugin/python.ts'
import { compileStrictPredicate } from '../../src/plugin/version-predicate.ts'

const malformed = expect.objectContaining({ code: 'VALUE_MALFORMED' }) as Error

/** A predicate as both Pythons read it. */
const compiled = (text: string) => compileStrictPredicate(text, PYTHON_2) as (version: string) => boolean

describe('compileStrictPredicate', () => {
  test.each([
    ['>=2.1', '2.1.2', true],
    ['>=2.1', '2.0.9', false],
    ['>=2.0,<2.1', '2.0.5', true],
    ['>=2.0,<2.1', '2.1.0', false],
    ['==2.1', '2.1.0', true],
    ['==2.1', '2.1.2', false],
    ['!=2.1.2', '2.1.2', false],
    ['<=10.0', '9.9.9', true],
    ['>9.9', '10.0', true],
    [' >= 2.1 , < 3.0 ', '2.1.2', true],
    ['>=02.01', '2.1', true],
    ['>=2.1.2a1', '2.1.2', true],
    ['<=2.1.2a1', '2.1.2', false],
    ['<2.1b2', '2.1a9', true],
    ['>2.1b2', '2.1b10', true],
    ['==2.1a1', '2.1a1', true],
    ['>2.1b2', '2.1', true],
  ])('%j of %s: %s', (predicate, version, expected) => {
    expect(compiled(predicate)(version)).toBe(expected)
  })

  test.each([
    '',
    ' ',
    '2.1.2',
    '>=6',
    '>=2.1.2.3',
    '>=a.b',
    '>>2',
    '=2.1',
    '===2.1',
    '~=2.1',
    '>=2.1,',
    ',>=2.1',
    '>=2.1 <3.0',
    '>=2.1)',
    '(>=2.1)',
    '>=2.1\n',
    '>=2.1rc1',
    '>= 2.1 , < 3',
  ])('%j is none', (text) => {
    expect(compileStrictPredicate(text, PYTHON_2)).toBeNull()
    expect(compileStrictPredicate(text, PYTHON_3)).toBeNull()
  })

  test.each(['>=\u00a02.1', '>=2.1\u3000,<3.0', '>=2.1\x1c'])(
    '%j: blanks beyond ASCII are some to Python 3 alone',
    (text) => {
      expect(compileStrictPredicate(text, PYTHON_3)?.('2.2')).toBe(true)
      expect(compileStrictPredicate(text, PYTHON_2)).toBeNull()
    },
  )

  test('what follows a closing parenthesis and a line end is not read', () => {
    expect(compiled('>=2.1)\nrest')('2.1.2')).toBe(true)
  })

  test.each(['12', '1.2.3.4', '', '1.x'])('the host version %j is malformed', (version) => {
    expect(() => compiled('>=2.1')(version)).toThrow(malformed)
    expect(() => compiled('>=2.1')(version)).toThrow(JSON.stringify(version))
  })

  test('is made of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>=!,.( )\n12ab') }), (text) => {
        for (const python of [PYTHON_2, PYTHON_3]) {
          expect(['boolean', 'undefined']).toContain(typeof compileStrictPredicate(text, python)?.('2.1.2'))
        }
      }),
    )
  })

  test('orders versions as their numbers', () => {
    const version = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3))
    fc.assert(
      fc.property(version, version, (a, b) => {
        const [left, right] = [a, b].map(([major, minor, patch]) => major * 100 + minor * 10 + patch)
        expect(compiled(`<${b.join('.')}`)(a.join('.'))).toBe((left ?? 0) < (right ?? 0))
        expect(compiled(`==${b.join('.')}`)(a.join('.'))).toBe(left === right)
      }),
    )
  })
})
