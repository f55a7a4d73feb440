import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonDocument, jsonDocuments } from '../../src/util/documents/document.ts'
import { readJson } from '../../src/util/documents/json.ts'

const source = (text: string) => ({ file: 'x.json', text, hadByteOrderMark: false })

function outcome(read: () => unknown): string {
  try {
    return JSON.stringify(read())
  } catch {
    return 'refused'
  }
}

describe('readJson', () => {
  it('reads what JSON.parse reads, and refuses what it refuses', () => {
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((json) => json.slice(0, -1)),
    )
    fc.assert(
      fc.property(text, (json) => {
        expect(outcome(() => readJson(json).value)).toBe(outcome(() => JSON.parse(json) as unknown))
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['{"a":1', /is the file cut off/, 6],
    ['{"a": "b', /no closing quote: is the file cut off/, 6],
    ['[NaN]', /NaN is no JSON/, 1],
    ['[-Infinity]', /-Infinity is no JSON/, 1],
    ['[tru]', /"tru" is no JSON value/, 1],
    ['[1,]', /a value is expected here, not "]"/, 3],
    ['{a: 1}', /a key in double quotes/, 1],
    ['{"a" 1}', /":" is expected/, 5],
    ['[1 2]', /"," or "]" is expected/, 3],
    ['1 2', /behind the end/, 2],
    ['"a\nb"', /line break/, 2],
    ['"\\x"', /no escape/, 1],
    ['"\\u12"', /four hexadecimal digits/, 1],
    ['['.repeat(100_000), /deeper than 200 levels/, 200],
  ])('tells what is wrong and where: %#', (text, message, offset) => {
    expect(() => readJson(text)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(message) as string, offset }),
    )
  })

  it('takes __proto__ and constructor as keys like any other', () => {
    const { value } = readJson('{"__proto__": {"vcpus": 1}, "constructor": 2}')
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor'])
    expect((value as { vcpus?: number }).vcpus).toBeUndefined()
  })

  it('keeps the last of repeated keys, as Python does', () => {
    expect(readJson('{"a": 1, "a": 2}').value).toEqual({ a: 2 })
  })
})

describe('jsonDocument', () => {
  it('knows the lines of values', () => {
    const { linesOf } = jsonDocument(source('{\n"hosts": [\n{"host": "a"},\n{"host":\n"b"}]}'))
    const lines = linesOf([['hosts', 1], ['hosts', 1, 'host'], ['nowhere']])
    expect([...lines]).toEqual([
      ['hosts[1]', 4],
      ['hosts[1].host', 5],
    ])
  })
})

describe('jsonDocuments', () => {
  it('reads values one after another, each with its lines', () => {
    const documents = jsonDocuments(source('{"a": 1}\n\n{"a":\n2} {"a": 3}\n'))
    expect(documents.map(({ value }) => value)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }])
    expect(documents.map(({ line }) => line)).toEqual([1, 3, 4])
    expect(documents.map(({ linesOf }) => linesOf([['a']]).get('a'))).toEqual([1, 4, 4])
  })
})
