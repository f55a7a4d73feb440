import { PYTHON_2, PYTHON_3 } from '@nova-sched/core/plugin'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networkContains, parseAddress, parseNetwork } from '../../src/lib/network.ts'

const invalid = expect.objectContaining({ code: 'ADDRESS_INVALID' }) as Error
const malformed = expect.objectContaining({ code: 'VALUE_MALFORMED' }) as Error

function contains(network: string, address: string): boolean {
  return networkContains(parseNetwork(network, PYTHON_2), parseAddress(address))
}

describe('parseAddress', () => {
  test.each([
    ['10.0.0.7', 4, 0x0a000007n],
    ['10.1', 4, 0x0a000001n],
    ['10.1.2', 4, 0x0a010002n],
    ['010.0.0.010', 4, 0x08000008n],
    ['0x0A.0.0.1', 4, 0x0a000001n],
    ['4294967295', 4, 0xffffffffn],
    ['10.16777215', 4, 0x0affffffn],
    ['10.0.0.1 and more', 4, 0x0a000001n],
    ['fe80::2', 6, (0xfe80n << 112n) | 2n],
    ['::', 6, 0n],
    ['::1.2.3.4', 6, 0x01020304n],
    ['::ffff:10.0.0.1', 6, 0xffff0a000001n],
    ['1:2:3:4:5:6:7::', 6, 0x00010002000300040005000600070000n],
    ['1:2:3:4:5:6:7:FFFF', 6, 0x0001000200030004000500060007ffffn],
  ])('%s', (text, version, value) => {
    expect(parseAddress(text)).toEqual({ version, value })
  })

  test.each([
    null,
    '',
    ' 10.0.0.1',
    '10.0.0.300',
    '10.0.0.',
    '10.256.1',
    '10.0.65536',
    '4294967296',
    '1.2.3.4.5',
    '08.0.0.1',
    '0x',
    'host1',
    ':::',
    '::1::',
    '1::2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7',
    '12345::',
    'fe80::1%eth0',
    '::1.2.3',
    '::01.2.3.4',
    '1.2.3.4::',
  ])('%j is no address', (text) => {
    expect(() => parseAddress(text)).toThrow(invalid)
  })

  test('a network is no address', () => {
    expect(() => parseAddress('10.0.0.1/24')).toThrow(malformed)
  })
})

describe('parseNetwork', () => {
  test.each([
    ['10.0.0.7/24', 4, 0x0a000007n, 24],
    ['10.0.0.7', 4, 0x0a000007n, 32],
    ['10.0.0.7/0', 4, 0x0a000007n, 0],
    ['10.0.0.1/ +30 ', 4, 0x0a000001n, 30],
    ['10.0.0.1/255.255.255.252', 4, 0x0a000001n, 30],
    ['10.0.0.1/0.0.0.255', 4, 0x0a000001n, 24],
    ['10.0.0.1/0.0.0.0', 4, 0x0a000001n, 0],
    ['10/8', 4, 0x0a000000n, 8],
    ['10.1/16', 4, 0x0a010000n, 16],
    ['010.0.0. 1/32', 4, 0x0a000001n, 32],
    ['fe80::1/64', 6, (0xfe80n << 112n) | 1n, 64],
    ['fe80::1', 6, (0xfe80n << 112n) | 1n, 128],
    ['fe80::1/ffff::', 6, (0xfe80n << 112n) | 1n, 16],
    ['fe80::1/::ff', 6, (0xfe80n << 112n) | 1n, 120],
  ])('%s', (text, version, value, prefixLength) => {
    expect(parseNetwork(text, PYTHON_2)).toEqual({ version, value, prefixLength })
  })

  test.each([
    '',
    '/24',
    '10.0.0.1/',
    '10.0.0.1/33',
    '10.0.0.1/-1',
    '10.0.0.1/x',
    '10.0.0.1/255.0.255.0',
    '10.0.0.1/255.255',
    '10.0.0.300/24',
    '1.2.3.4.5/24',
    '10..1/24',
    '0x0a.0.0.1/24',
    'fe80::1/129',
    'fe80::1/255.255.255.0',
    'host1/24',
  ])('%j is no network', (text) => {
    expect(() => parseNetwork(text, PYTHON_2)).toThrow(invalid)
  })

  test('two slashes are another error, but only behind an address', () => {
    expect(() => parseNetwork('10.0.0.1/24/24', PYTHON_2)).toThrow(malformed)
    expect(() => parseNetwork('x/24/24', PYTHON_2)).toThrow(invalid)
  })

  test('a prefix length is what int() of the Python takes', () => {
    expect(parseNetwork('10.0.0.1/2_4', PYTHON_3).prefixLength).toBe(24)
    expect(() => parseNetwork('10.0.0.1/2_4', PYTHON_2)).toThrow(invalid)
  })
})

describe('networkContains', () => {
  test.each([
    ['10.0.0.7/24', '10.0.0.200', true],
    ['10.0.0.7/24', '10.0.1.7', false],
    ['10.0.0.2/31', '10.0.0.3', true],
    ['10.0.0.2/31', '10.0.0.1', false],
    ['10.0.0.2', '10.0.0.2', true],
    ['10.0.0.2/0', '192.168.0.1', true],
    ['fe80::1/32', 'fe80:0:ffff::2', true],
    ['fe80::1/64', 'fe80:0:ffff::2', false],
    ['::/0', '10.0.0.1', false],
    ['10.0.0.1/0', '::ffff:10.0.0.1', false],
  ])('%s, %s: %s', (network, address, expected) => {
    expect(contains(network, address)).toBe(expected)
  })

  test('an IPv4 network holds the addresses with the same first bits', () => {
    const address = fc.nat(0xffffffff)
    const dotted = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
    fc.assert(
      fc.property(address, address, fc.nat(32), (a, b, length) => {
        const size = 2 ** (32 - length)
        expect(contains(`${dotted(a)}/${length}`, dotted(b))).toBe(Math.floor(a / size) === Math.floor(b / size))
        expect(contains(`${dotted(a)}/${length}`, dotted(a))).toBe(true)
      }),
    )
  })

  test('any text is an address or network, or is refused as none', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0129af.:/x -'), maxLength: 20 })
    fc.assert(
      fc.property(text, (input) => {
        for (const parse of [parseAddress, (other: string) => parseNetwork(other, PYTHON_3)]) {
          try {
            expect(parse(input).value).toBeGreaterThanOrEqual(0n)
          } catch (error) {
            expect(['ADDRESS_INVALID', 'VALUE_MALFORMED']).toContain((error as { code: string }).code)
          }
        }
      }),
    )
  })
})
