import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostAddressType } from '../../src/conf/host-address.ts'
import {
  boolType,
  dictType,
  floatType,
  intType,
  listType,
  portType,
  textType,
  typeOfOption,
  type ValueType,
} from '../../src/conf/types.ts'
import { bool, dict, float, int, list, multi, str } from '../../src/plugin/options.ts'

const REFUSED = Symbol('refused')

function read(type: ValueType<unknown>, text: string): unknown {
  const result = type(text)
  return result.ok ? result.value : REFUSED
}

describe('types of oslo.config', () => {
  it.each([
    ['true', true],
    ['ON', true],
    ['Yes', true],
    ['1', true],
    ['False', false],
    ['off', false],
    ['no', false],
    ['0', false],
    ['', REFUSED],
    [' true', REFUSED],
    ['10', REFUSED],
    ['maybe', REFUSED],
  ])('bool %j', (text, value) => expect(read(boolType, text)).toBe(value))

  it.each([
    ['10', 10],
    [' 10 ', 10],
    ['010', 10],
    ['+5', 5],
    ['-3', -3],
    ['1_000', 1000],
    ['٣', 3],
    ['', null],
    ['  ', null],
    ['0x10', REFUSED],
    ['1.5', REFUSED],
    ['1e3', REFUSED],
    ['1__0', REFUSED],
    ['- 5', REFUSED],
    ['\x1c5', REFUSED],
    ['9'.repeat(400), REFUSED],
  ])('int %j', (text, value) => expect(read(intType(), text)).toBe(value))

  it('int keeps to its bounds, both inclusive', () => {
    const type = intType({ min: 1, max: 3 })
    expect(['0', '1', '3', '4'].map((text) => read(type, text))).toEqual([REFUSED, 1, 3, REFUSED])
    expect(type('4')).toEqual({ ok: false, message: 'must be a whole number from 1 to 3' })
  })

  it.each([
    ['1', 1],
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['1_0.0_1', 10.01],
    ['nan', NaN],
    ['-inf', -Infinity],
    ['Infinity', Infinity],
    ['', null],
    ['0x1', REFUSED],
    ['1._5', REFUSED],
    ['1,5', REFUSED],
    ['-1.0   # stack', REFUSED],
  ])('float %j', (text, value) => expect(read(floatType(), text)).toBe(value))

  it('float lets not-a-number through its bounds, as Python does', () => {
    expect(read(floatType({ min: 0 }), 'nan')).toBe(NaN)
    expect(read(floatType({ min: 0 }), '-0.1')).toBe(REFUSED)
  })

  it.each([
    ['a, b ,c', ['a', 'b', 'c']],
    ['a,b,', ['a', 'b']],
    ['a,,b', ['a', '', 'b']],
    [',a', ['', 'a']],
    ['', []],
    [' ,, ', []],
    ['a,\nb', ['a', 'b']],
    ['"a","b"', ['"a"', '"b"']],
  ])('list %j', (text, value) => expect(read(listType(), text)).toEqual(value))

  it('list reads typed items, and tries an item again with the next one', () => {
    expect(read(listType({ item: floatType() }), '1, 2.5')).toEqual([1, 2.5])
    expect(read(listType({ item: floatType() }), '1,x')).toBe(REFUSED)
    expect(read(listType({ item: textType(['a,b', 'c']) }), 'a,b,c')).toEqual(['a,b', 'c'])
  })

  it('list needs its brackets when it has bounds', () => {
    const type = listType({ bounds: true })
    expect(['[a,b]', '[]', '[ ]', 'a,b', '[a', '['].map((text) => read(type, text))).toEqual([
      ['a', 'b'],
      [],
      [''],
      REFUSED,
      REFUSED,
      REFUSED,
    ])
  })

  it.each([
    ['', {}],
    ['k:v, k2 : v2', { k: 'v', k2: 'v2' }],
    ['k:v:w', { k: 'v:w' }],
    ['k:', { k: '' }],
    ['a,b:c', { 'a,b': 'c' }],
    ['k:v,k:w', REFUSED],
    [':v', REFUSED],
    ['k', REFUSED],
    ['k:v,', REFUSED],
  ])('dict %j', (text, value) => {
    const found = read(dictType(), text)
    expect(typeof found === 'object' ? { ...found } : found).toEqual(value)
  })

  it('dict needs its braces when it has bounds, and holds any key', () => {
    const type = dictType({ bounds: true })
    expect(read(type, 'k:v')).toBe(REFUSED)
    expect(Object.entries(read(type, '{__proto__:1,constructor:2}') as object)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ])
  })

  it('port is a whole number up to 65535', () => {
    expect(['0', '65535', '65536', '-1'].map((text) => read(portType, text))).toEqual([0, 65535, REFUSED, REFUSED])
  })

  it.each([
    'localhost',
    'a.b-c.example',
    '10.0.0.1',
    '::1',
    'fe80::1:2',
    '::ffff:1.2.3.4',
    '1:2:3:4:5:6:7:8',
    '1.2.3.4x',
  ])('host address takes %s', (text) => expect(read(hostAddressType, text)).toBe(text))

  it.each([
    '',
    '1',
    '1.2.3',
    '010.0.0.1',
    '256.0.0.1',
    'host_name',
    '-a',
    'a-.b',
    '::1::',
    '1:2:3',
    'fe80::1%eth0',
    'a'.repeat(64),
    `${'a.'.repeat(127)}a`,
  ])('host address refuses %j', (text) => expect(read(hostAddressType, text)).toBe(REFUSED))

  it('host address drops the dot behind a name', () => expect(read(hostAddressType, 'a.example.')).toBe('a.example'))

  it('never throw', () => {
    const types = [
      boolType,
      intType(),
      floatType(),
      listType({ item: floatType(), bounds: true }),
      dictType(),
      portType,
      hostAddressType,
    ]
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(...types),
        (text, type) => typeof type(text).ok === 'boolean',
      ),
    )
  })
})

describe('typeOfOption', () => {
  const help = { help: '' }
  it('follows the declaration', () => {
    expect(read(typeOfOption(bool(true, help)), 'off')).toBe(false)
    expect(read(typeOfOption(int(1, { min: 1, ...help })), '0')).toBe(REFUSED)
    expect(read(typeOfOption(float(1, { max: 2, ...help })), '3')).toBe(REFUSED)
    expect(read(typeOfOption(list([], help)), 'a,b')).toEqual(['a', 'b'])
    expect({ ...(read(typeOfOption(dict({}, help)), 'a:b') as object) }).toEqual({ a: 'b' })
    expect(read(typeOfOption(multi([], help)), 'a,b')).toBe('a,b')
    expect(read(typeOfOption(str('db', { choices: ['db', 'mc'], ...help })), 'DB')).toBe(REFUSED)
  })
})
