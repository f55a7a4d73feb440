import { PYTHON_2, PYTHON_3, PythonObject, PythonUserDict } from '@nova-sched/core/plugin'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileJsonQuery } from '../../src/lib/json-query.ts'

const HOST = new Map<string, unknown>([
  ['host', 'h1'],
  ['free_ram_mb', 8192],
  ['num_io_ops', 0],
  ['cpu_info', null],
  ['stats', { num_instances: '1' }],
  ['limits', new Map()],
  ['service', new PythonUserDict({ disabled: false, host: 'h1' })],
  ['host_ip', new PythonObject('IPAddress', '10.0.0.1')],
])

function passes(query: unknown, rules = PYTHON_2): boolean {
  const text = typeof query === 'string' ? query : JSON.stringify(query)
  return compileJsonQuery(text, rules)((name) => HOST.get(name))
}

function breaks(code: string): Error {
  return expect.objectContaining({ code }) as Error
}

describe('commands', () => {
  test.each([
    [['and', ['>=', '$free_ram_mb', 8000], ['=', '$host', 'h1']], true],
    [['=', 1, 1, true, 1], true],
    [['=', 1, 1, 2], false],
    [['<', 1, 3, 2], true],
    [['<', 2, 3, 1], false],
    [['>', '$host', 'h0'], true],
    [['<=', 1, 1], true],
    [['in', '$host', 'h0', 'h1'], true],
    [['in', '$host', 'h0'], false],
    [['in', '$host'], false],
    [['=', 1], false],
    [['='], false],
    [['or', false, 0, '$host'], true],
    [['or'], false],
    [['and'], true],
    [['and', true, 0], false],
    [['and', []], true],
    [[], true],
    [['=', ['=', 1, 1], ['=', 2, 2]], true],
  ])('%j: %s', (query, expected) => {
    expect([passes(query), passes(query, PYTHON_3)]).toEqual([expected, expected])
  })

  test.each([
    [['not', true, false], true],
    [['not', true], false],
    [['not'], false],
    [['not', ['not', true]], false],
    [['and', ['not', true]], true],
    [['and', ['not']], false],
    [['>', ['not', true], 5], true],
  ])('"not" makes a list: %j: %s', (query, expected) => {
    expect(passes(query)).toBe(expected)
  })

  test('NaN is found though it equals nothing', () => {
    expect([passes('["in", NaN, NaN]'), passes('["=", NaN, NaN]')]).toEqual([true, false])
  })
})

describe('arguments', () => {
  test.each([
    [['=', null, 1, '', 1], true],
    [['=', '$nope', 1], false],
    [['=', '$', 1, 1], true],
    [['=', '$cpu_info', 1, 1], true],
    [['=', '$cpu_info.x.y', 1, 1], true],
    [['=', '$num_io_ops', 0], true],
    [['=', '$stats.num_instances', '1'], true],
    [['=', '$stats.num_instances', 1], false],
    [['=', '$stats.nokey', 1, 1], true],
    [['=', '$stats.toString', 1, 1], true],
    [['=', '$limits.x', 1, 1], true],
    [['=', '$service.disabled', false], true],
    [['=', '$service.host', '$host'], true],
    [['=', '$host_ip', '10.0.0.1'], false],
    [['and', '$host_ip'], true],
    [['=', '$$', '$$'], false],
    [['=', 'host', 'host'], true],
    [['=', { a: [1] }, { a: [1] }], true],
  ])('%j: %s', (query, expected) => {
    expect(passes(query)).toBe(expected)
  })

  test('mixed types have an order in Python 2 only', () => {
    expect([passes(['<', '$free_ram_mb', 'abc']), passes(['<', 'abc', '$free_ram_mb'])]).toEqual([true, false])
    expect(() => passes(['<', '$free_ram_mb', 'abc'], PYTHON_3)).toThrow(breaks('TYPE_MISMATCH'))
    expect(() => passes(['<', 9000, '$free_ram_mb', 'abc'], PYTHON_3)).toThrow("9000 < 'abc'")
    expect(passes(['<', 'abc', '$nope'], PYTHON_3)).toBe(false)
  })
})

describe('what is no good query', () => {
  test.each([null, undefined, '', false, 0, [], {}])('%j asks for nothing', (query) => {
    expect(compileJsonQuery(query, PYTHON_2)(() => undefined)).toBe(true)
  })

  test.each(['[]', '""', '0', 'null', 'false', '{}', ' 0.0 '])('%s passes every host', (query) => {
    expect(passes(query)).toBe(true)
  })

  test.each([
    ['{', 'VALUE_MALFORMED'],
    ['["=", 1, 1', 'VALUE_MALFORMED'],
    ['['.repeat(5000), 'VALUE_MALFORMED'],
    ['7', 'TYPE_MISMATCH'],
    ['true', 'TYPE_MISMATCH'],
    ['1.0', 'TYPE_MISMATCH'],
    ['{"a": 1}', 'KEY_MISSING'],
    ['"and"', 'KEY_MISSING'],
    ['["xor", 1, 1]', 'KEY_MISSING'],
    ['["constructor"]', 'KEY_MISSING'],
    ['[1, 2]', 'KEY_MISSING'],
    ['[null]', 'KEY_MISSING'],
    ['[["not"], 2]', 'TYPE_MISMATCH'],
    ['[{}, 2]', 'TYPE_MISMATCH'],
    ['["or", true, ["xor"]]', 'KEY_MISSING'],
    ['["=", "$free_ram_mb.x", 1]', 'ATTRIBUTE_MISSING'],
    ['["=", "$host.x", 1]', 'ATTRIBUTE_MISSING'],
    ['["=", "$host_ip.x", 1]', 'ATTRIBUTE_MISSING'],
    ['["xor", "$host.x"]', 'KEY_MISSING'],
  ])('%.40s: %s', (query, code) => {
    expect(() => passes(query)).toThrow(breaks(code))
  })

  test('text is a list of its characters', () => {
    expect([passes('"=aa"'), passes('"=ab"'), passes('"<"')]).toEqual([true, false, false])
  })

  test('a hint that is no text is told as such', () => {
    const query = compileJsonQuery(['["=", 1, 1]', '["=", 1, 1]'], PYTHON_2)
    expect(() => query(() => undefined)).toThrow(breaks('TYPE_MISMATCH'))
  })

  test('any query is compiled; asked, it answers or breaks as Nova does', () => {
    const codes = ['VALUE_MALFORMED', 'TYPE_MISMATCH', 'KEY_MISSING', 'ATTRIBUTE_MISSING']
    const leaf = fc.oneof(
      fc.constantFrom('$host', '$host.x', '$stats.x', '$service', '', null, 1, true),
      fc.jsonValue({ maxDepth: 1 }),
    )
    const query = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaf, fc.array(tie('any'), { maxLength: 4 }), tie('list')),
      list: fc
        .tuple(fc.constantFrom('=', '<', 'in', 'not', 'or', 'and', 'xor'), fc.array(tie('any'), { maxLength: 3 }))
        .map(([command, args]) => [command, ...args]),
    })).list
    fc.assert(
      fc.property(query, fc.constantFrom(PYTHON_2, PYTHON_3), (input, rules) => {
        try {
          expect(typeof passes(input, rules)).toBe('boolean')
        } catch (error) {
          expect(codes).toContain((error as { code: string }).code)
        }
      }),
    )
  })
})
