import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileStrictPredicate, hypervisorVersionText } from '../../src/lib/version-predicate.ts'

const malformed = expect.objectContaining({ code: 'VALUE_MALFORMED' }) as Error

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
    expect(compileStrictPredicate(predicate)(version)).toBe(expected)
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
  ])('%j is malformed, whatever the host', (predicate) => {
    const satisfied = compileStrictPredicate(predicate)
    expect(() => satisfied('6.2.0')).toThrow(malformed)
    expect(() => satisfied('12')).toThrow('is not a version predicate')
  })

  test('what follows a closing parenthesis and a line end is not read', () => {
    expect(compileStrictPredicate('>=2.1)\nrest')('2.1.2')).toBe(true)
  })

  test.each(['12', '1.2.3.4', '', '1.x'])('the host version %j is malformed', (version) => {
    expect(() => compileStrictPredicate('>=2.1')(version)).toThrow(malformed)
    expect(() => compileStrictPredicate('>=2.1')(version)).toThrow(JSON.stringify(version))
  })

  test('is made of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>=!,.( )\n12ab') }), (text) => {
        const satisfied = compileStrictPredicate(text)
        try {
          expect(typeof satisfied('2.1.2')).toBe('boolean')
        } catch (error) {
          expect(error).toEqual(malformed)
        }
      }),
    )
  })

  test('orders versions as their numbers', () => {
    const version = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3))
    fc.assert(
      fc.property(version, version, (a, b) => {
        const [left, right] = [a, b].map(([major, minor, patch]) => major * 100 + minor * 10 + patch)
        expect(compileStrictPredicate(`<${b.join('.')}`)(a.join('.'))).toBe((left ?? 0) < (right ?? 0))
        expect(compileStrictPredicate(`==${b.join('.')}`)(a.join('.'))).toBe(left === right)
      }),
    )
  })
})

describe('hypervisorVersionText', () => {
  test.each([
    [1002003, '1.2.3'],
    [6000000, '6.0.0'],
    [12, '12'],
    [999, '999'],
    [1000, '1.0'],
    [2147483647, '2.147.483.647'],
  ])('%d is %s', (version, text) => {
    expect(hypervisorVersionText(version)).toBe(text)
  })

  test('refuses what has no dotted form', () => {
    expect(() => hypervisorVersionText(0)).toThrow(expect.objectContaining({ code: 'TYPE_MISMATCH' }) as Error)
    for (const version of [-1, 1.5, NaN, Infinity]) expect(() => hypervisorVersionText(version)).toThrow(malformed)
  })
})
