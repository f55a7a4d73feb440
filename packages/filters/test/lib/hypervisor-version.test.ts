import { describe, expect, test } from 'vitest'
import { hypervisorVersionText } from '../../src/lib/hypervisor-version.ts'

const malformed = expect.objectContaining({ code: 'VALUE_MALFORMED' }) as Error

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
