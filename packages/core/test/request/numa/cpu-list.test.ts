import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PYTHON_2, PYTHON_3 } from '../../../src/plugin/python.ts'
import { numbersBelow, parseCpuList } from '../../../src/request/numa/cpu-list.ts'
import { EARLY_NUMA_CONSTRAINTS, LATER_NUMA_CONSTRAINTS } from '../../../src/request/numa/index.ts'
import { errorOf } from './asking.ts'

const early = (text: string) =>
  parseCpuList(text, 'hw:numa_cpus.0', { rules: EARLY_NUMA_CONSTRAINTS, python: PYTHON_2 })
const later = (text: string) =>
  parseCpuList(text, 'hw:numa_cpus.0', { rules: LATER_NUMA_CONSTRAINTS, python: PYTHON_3 })

describe('a list of CPUs', () => {
  test.each([
    ['', []],
    [' , ,', []],
    ['3', [3]],
    ['2,0, 2', [0, 2]],
    ['0-3', [0, 1, 2, 3]],
    [' 1 - 2 ,+5', [1, 2, 5]],
    ['^1,0-2', [0, 2]],
    ['0-2,^ 1', [0, 2]],
    ['^1', []],
    ['4-4', [4]],
    ['٣', [3]],
  ])('%j', (text, cpus) => {
    expect(early(text)).toEqual(cpus)
    expect(later(text)).toEqual(cpus)
  })

  test.each([
    ['x', 'inclusion'],
    ['^x', 'exclusion'],
    ['^', 'exclusion'],
    ['-1', 'range'],
    ['1-', 'range'],
    ['3-1', 'range'],
    ['1-2-3', 'range'],
    ['1--3', 'range'],
    ['^-1', 'range'],
    ['1.0', 'inclusion'],
    ['²', 'inclusion'],
  ])('%j is refused', (text, kind) => {
    expect(errorOf(() => later(`0,${text}`))).toMatchObject({
      code: 'NUMA_CONSTRAINT_INVALID',
      message: `Invalid ${kind} expression '${text}' (see hw:numa_cpus.0 of the flavor)`,
      details: { novaError: 'Invalid', settings: ['hw:numa_cpus.0'] },
    })
  })

  test('excluded ranges and underscores came later', () => {
    expect(later('0-3,^1-2')).toEqual([0, 3])
    expect(errorOf(() => early('0-3,^1-2')).message).toContain("Invalid range expression u'^1-2'")
    expect(later('0_3')).toEqual([3])
    expect(errorOf(() => early('0_3')).message).toContain("Invalid inclusion expression u'0_3'")
  })

  test.each(['0-9999999999', '0-1000000', '0-600000,0-600000', `0-${'9'.repeat(400)}`, '9'.repeat(400)])(
    'more than a million is refused: %.20s',
    (text) => {
      expect(errorOf(() => later(text))).toMatchObject({ code: 'NUMA_CONSTRAINT_INVALID' })
    },
  )

  test('beyond 2^53 one number is still one number', () => {
    expect(later('99999999999999999999')).toEqual([1e20])
    expect(later('99999999999999999998-99999999999999999999')).toEqual([1e20])
  })

  test('is read back from what it is written as', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(200)), (cpus) => {
        expect(later(cpus.join(','))).toEqual([...cpus].sort((a, b) => a - b))
      }),
    )
  })
})

test('the numbers of a guest have a bound', () => {
  expect(numbersBelow(3)).toEqual([0, 1, 2])
  expect(numbersBelow(-1)).toEqual([])
  expect(errorOf(() => numbersBelow(1_000_001)).code).toBe('NUMA_CONSTRAINT_INVALID')
  expect(errorOf(() => numbersBelow(NaN)).code).toBe('NUMA_CONSTRAINT_INVALID')
})
