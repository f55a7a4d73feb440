import { PYTHON_2, PYTHON_3 } from '@nova-sched/core/plugin'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileRequirement } from '../../src/lib/extra-specs-match.ts'

function matches(value: string | null, requirement: string, rules = PYTHON_2): boolean {
  return compileRequirement(requirement, rules)(value)
}

describe('compileRequirement', () => {
  test.each([
    ['8', '= 4', true],
    ['4', '= 8', false],
    ['8', '== 8.0', true],
    ['08', '== 8', true],
    ['8', '!= 8.0', false],
    ['8', '>= 8', true],
    ['8', '<= 7.5', false],
    ['8192', '>= 1e3', true],
    ['8', '<= Infinity', true],
    ['8', '== nan', false],
    ['8', '!= NaN', true],
    ['8', '  >=   4   junk', true],
    [' 8 ', '== 8', true],
  ])('numbers: %j, %j', (value, requirement, expected) => {
    expect(matches(value, requirement)).toBe(expected)
  })

  test.each([
    ['8192', 's< 9', true],
    ['b', 's== b c', true],
    ['QEMU', 's!= QEMU', false],
    ['a', 's<= a', true],
    ['b', 's> a', true],
    ['b', 's>= c', false],
    ['\u{1f600}', 's> \ue000', true],
    ['x86_64', '<in> 86 nope', true],
    ['x86_64', '<in> 87', false],
    ["[u'aes', u'sse4.2']", '<all-in> aes sse', true],
    ["[u'aes', u'sse4.2']", '<all-in> aes avx', false],
    ['8', '<or> 4 <or> 8', true],
    ['8', '<or> 4 8 <or> 8', false],
    ['8', '<or> 4 8 8', true],
    ['8', '<or> 4 <or>', false],
    ['8', '<or> 8.0', false],
  ])('text: %j, %j', (value, requirement, expected) => {
    expect(matches(value, requirement)).toBe(expected)
  })

  test.each([
    ['8', '8', true],
    ['8.0', '8', false],
    ['8', ' 8', false],
    [' 8', ' 8', true],
    ['', '', true],
    ['8', '', false],
    ['>=4', '>=4', true],
    ['8', '>=4', false],
    ['8', '> 4', false],
    ['> 4', '> 4', true],
    ['4', '< 5', false],
    ['true', '<is> true', false],
    ['constructor', 'constructor', true],
  ])('without an operator, equality as it stands: %j, %j', (value, requirement, expected) => {
    expect(matches(value, requirement)).toBe(expected)
  })

  test.each(['>=', '==', '=', 's==', '<in>', '<all-in>', '  !=  '])(
    '%j without an operand is met by nothing',
    (requirement) => {
      expect([matches('', requirement), matches('8', requirement), matches('x', requirement)]).toEqual([
        false,
        false,
        false,
      ])
    },
  )

  test('None meets no requirement', () => {
    const requirements = ['', 'x', 'None', '>= four', '<or>', '<in> o', '!= 1', 's!= x']
    expect(requirements.map((requirement) => matches(null, requirement))).toEqual(requirements.map(() => false))
  })

  test.each([
    ['8', '>= 4GB', /"4GB" in the requirement ">= 4GB" is not a number/],
    ['8', '== 0x8', /"0x8"/],
    ['QEMU', '>= 4', /"QEMU" is not a number, which the requirement ">= 4" needs/],
    ['QEMU', '>= four', /"QEMU"/],
    ['', '= 1', /""/],
    ['None', '!= 1', /"None"/],
  ])('%j, %j is malformed', (value, requirement, message) => {
    const test = compileRequirement(requirement, PYTHON_2)
    expect(() => test(value)).toThrow(message)
    expect(() => test(value)).toThrow(expect.objectContaining({ code: 'VALUE_MALFORMED' }) as Error)
  })

  test('"<or>" alone misses its operand', () => {
    expect(() => matches('8', ' <or> ')).toThrow(expect.objectContaining({ code: 'OPERAND_MISSING' }) as Error)
  })

  test('the Pythons differ about underscores', () => {
    expect(matches('8192', '>= 1_000', PYTHON_3)).toBe(true)
    expect(() => matches('8192', '>= 1_000', PYTHON_2)).toThrow('"1_000"')
  })

  test('is made of any text, and breaks on nothing but malformed numbers and a missing word', () => {
    const word = fc.oneof(
      fc.constantFrom(
        '=',
        '==',
        '!=',
        '>=',
        '<=',
        's==',
        's<',
        '<in>',
        '<all-in>',
        '<or>',
        '4',
        '4GB',
        'a',
        ' ',
        '\u00a0',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    )
    const requirement = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(requirement, fc.option(fc.oneof(word, fc.double().map(String))), (text, value) => {
        const test = compileRequirement(text, PYTHON_3)
        try {
          expect(typeof test(value)).toBe('boolean')
        } catch (error) {
          expect(['VALUE_MALFORMED', 'OPERAND_MISSING']).toContain((error as { code: string }).code)
        }
      }),
    )
  })
})
