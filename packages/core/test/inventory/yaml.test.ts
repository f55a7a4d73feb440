import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { readYaml } from '../../src/util/documents/yaml.ts'

function value(text: string): unknown {
  return readYaml(text)[0]?.value
}

/** Ten lists, each of ten times the one before. */
function billionLaughs(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level < 10; level += 1) {
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    )
  }
  return lines.join('\n')
}

describe('readYaml', () => {
  it('gives back what was written', () => {
    const data = fc.object({
      withNullPrototype: false,
      values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
    })
    fc.assert(
      fc.property(data, (written) => {
        expect(value(stringify(written))).toEqual(JSON.parse(JSON.stringify(written)))
      }),
    )
  })

  it('reads YAML 1.2: yes is a text, and so is a date', () => {
    expect(value('a: yes\nb: 2026-01-31\nc: 012\nd: 0x10\n1: e')).toEqual({
      a: 'yes',
      b: '2026-01-31',
      c: 12,
      d: 16,
      '1': 'e',
    })
  })

  it.each([
    ['aliases that multiply', billionLaughs(), /far too many values/],
    [
      'many uses of a large value',
      `a: &a [${'x, '.repeat(9999)}x]\nb: [${'*a, '.repeat(9999)}*a]`,
      /far too many values/,
    ],
    ['a value that holds itself', 'a: &a [*a]', /holds itself/],
    [
      'merges that multiply',
      billionLaughs()
        .replace(/\[x.*\]/, '{x: 1}')
        .replace(/\[(.*)\]/g, '{<<: [$1]}'),
      /far too many values/,
    ],
    ['a merge of no map', 'a: {<<: 5}', /Merge sources must be maps/],
    ['an unknown alias', 'a: *b', /Unresolved alias|b/],
    ['deep flow lists', '['.repeat(100_000), /deeper than 200 levels/],
    ['deep flow maps', '{a: '.repeat(100_000), /deeper than 200 levels/],
    ['deep blocks', '- '.repeat(100_000), /deeper than 200 levels/],
    ['a repeated key', 'a: 1\na: 2', /same key stands here twice/],
    ['a key that is no text', '? [a]\n: b', /a key must be a text/],
    ['a tag of one’s own', 'a: !foo 1', /tags are not read/],
    ['a tag that makes code', 'a: !!js/function "x"', /tags are not read/],
    ['a tag that makes no plain value', 'a: !!set {b}', /no plain value/],
    ['bytes', 'a: !!binary aGk=', /no plain value/],
    ['a text that is cut off', 'a:\n  b: [1, 2', /end with a \]/],
    ['tabs', 'a:\n\t- b', /Tabs are not allowed/],
  ])('refuses %s', (_, text, message) => {
    expect(() => readYaml(text)).toThrow(message)
  })

  it('merges maps, as files with much in common do', () => {
    const text = 'base: &base {vcpus: 8, memory_mb: 1}\nhosts:\n  - {<<: *base, host: a, vcpus: 4}\n'
    expect(value(text)).toMatchObject({ hosts: [{ host: 'a', vcpus: 4, memory_mb: 1 }] })
  })

  it('lets many hosts share a value', () => {
    const text = `base: &base {vcpus: 8}\nhosts: [${Array(2000).fill('*base').join(', ')}]`
    expect(value(text)).toMatchObject({ hosts: { length: 2000 } })
  })

  it('takes __proto__ and constructor as keys like any other', () => {
    const read = value('__proto__: {vcpus: 1}\nconstructor: 2')
    expect(Object.keys(read as object)).toEqual(['__proto__', 'constructor'])
    expect((read as { vcpus?: number }).vcpus).toBeUndefined()
  })

  it('knows where values are, and tells documents apart', () => {
    const text = 'a: 1\n---\nb:\n  c: 2\n'
    const documents = readYaml(text)
    expect(documents.map((document) => document.value)).toEqual([{ a: 1 }, { b: { c: 2 } }])
    expect(documents[1]?.offsetOf(['b', 'c'])).toBe(text.indexOf('2'))
  })

  it('refuses more YAML than can be read in reasonable time', () => {
    expect(() => readYaml(' '.repeat(32 * 1024 * 1024 + 1))).toThrow(/convert it to JSON/)
  })
})
