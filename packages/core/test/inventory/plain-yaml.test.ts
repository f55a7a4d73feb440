import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { Path } from '../../src/util/documents/path.ts'
import { readPlainYaml } from '../../src/util/documents/plain-yaml.ts'
import { readYaml } from '../../src/util/documents/yaml.ts'

const EXAMPLES = join(import.meta.dirname, '../../../../examples')
const FILES = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml') && !name.includes('node_modules'))
  .map((name) => [name, readFileSync(join(EXAMPLES, name), 'utf8')] as const)

/** The paths of a value and of all that is in it. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inside = Array.isArray(value)
    ? value.map((item, index) => pathsOf(item, [...path, index]))
    : Object.entries(value).map(([key, item]) => pathsOf(item, [...path, key]))
  return [path, ...inside.flat()]
}

/** Where the plain reader reads a text, the library reads the same, value by value and place by place. */
function expectAgreement(text: string): boolean {
  const plain = readPlainYaml(text)
  if (plain === null) return false
  const all = readYaml(text)
  expect(all).toHaveLength(1)
  expect(plain.value).toStrictEqual(all[0]?.value)
  for (const path of pathsOf(plain.value)) expect([path, plain.offsetOf(path)]).toEqual([path, all[0]?.offsetOf(path)])
  return true
}

/** Texts that mean something to YAML, and some that nearly do: between two bars each. */
const TOKENS = [
  '- |-|: |:|, |,|[|]|{|}|#| #|? |!|&a|*a|>|%|@|`|"|\'|""|\'\'|\\| |  |---|...',
  'a|b|a: |b: |a:\n|<<: |__proto__: |\'c\': |"d": |"e":|a b|a#b|a:b|-x|--|\n|\n  |\n    |\n- |\n  - |\t|\r\n',
  '1|-0|+1|012|0x1f|0o17|1e3|1.|.5|-.inf|.nan|1_000|1:30|123456789012345678901|null|Null|~|true|False|yes',
  '2026-01-31|10.0.0.1|é|😀|\u00a0|\ufeff|\u2028',
].flatMap((tokens) => [...tokens.split('|'), '|'])

describe('readPlainYaml', () => {
  it.each(FILES)('reads %s by itself, as the library does', (_, text) => {
    expect(expectAgreement(text)).toBe(true)
  })

  it('agrees with the library on what that writes', () => {
    const data = fc.object({
      withNullPrototype: false,
      values: [fc.string(), fc.double(), fc.boolean(), fc.constant(null)],
    })
    const options = fc.record({
      collectionStyle: fc.constantFrom('any', 'block', 'flow'),
      indent: fc.integer({ min: 1, max: 4 }),
      indentSeq: fc.boolean(),
    })
    fc.assert(fc.property(data, options, (written, how) => void expectAgreement(stringify(written, how as object))))
  })

  it('agrees with the library on files with something put in or taken out', () => {
    const change = fc.record({
      file: fc.constantFrom(...FILES.map(([, text]) => text.slice(0, 3000))),
      at: fc.nat(),
      drop: fc.integer({ min: 0, max: 8 }),
      put: fc.constantFrom('', ...TOKENS),
    })
    fc.assert(
      fc.property(change, ({ file, at, drop, put }) => {
        const from = at % (file.length + 1)
        expectAgreement(file.slice(0, from) + put + file.slice(from + drop))
      }),
    )
  })

  it('agrees with the library on texts of tokens', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...TOKENS), { maxLength: 16, size: 'max' }),
        (tokens) => void expectAgreement(tokens.join('')),
      ),
    )
  })

  it.each([
    ['anchors and aliases', 'a: &x {b: 1}\nc: *x'],
    ['merges', 'a:\n  <<: {b: 1}'],
    ['tags', 'a: !!str 1'],
    ['block texts', 'a: |\n  b'],
    ['texts over several lines', 'a: b\n  c'],
    ['several documents', 'a: 1\n---\nb: 2'],
    ['empty values', 'a:\nb: 1'],
    ['a repeated key', 'a: 1\na: 2'],
    ['tabs', 'a:\t1'],
    ['a text alone', 'a'],
    ['nothing', ''],
    ['a line with very many colons', `a: ${'x:'.repeat(1_000_000)}`.slice(0, -1) + ' :'],
    ['deep nesting', '['.repeat(100_000)],
  ])('leaves %s to the library', (_, text) => {
    expect(readPlainYaml(text)).toBeNull()
  })

  it('reads very long lines', () => {
    const list = Array.from({ length: 200_000 }, (_, index) => index)
    expect(readPlainYaml(`a: [${list.join(', ')}]`)?.value).toEqual({ a: list })
    expect(readPlainYaml(`a: ${'x:'.repeat(1_000_000)}x`)?.value).toEqual({ a: `${'x:'.repeat(1_000_000)}x` })
    expect(readPlainYaml(`a: x${' '.repeat(1_000_000)}y`)?.value).toEqual({ a: `x${' '.repeat(1_000_000)}y` })
  })
})
