import fc from 'fast-check'
import ini from 'ini'
import { describe, expect, it } from 'vitest'
import { parseConf, renderIni, sampleConf, sectionsOf, parseLines, valueText } from '../../src/conf/index.ts'
import { RELEASES } from '../../src/releases.ts'
import { dict, float, int, list, multi, str } from '../../src/plugin/options.ts'

const readBack = (text: string) => {
  const document = parseLines(text, { strict: true })
  expect(document.findings).toEqual([])
  return document.assignments.map(({ section, key, value }) => [section, key, value])
}

const name = fc.stringMatching(/^[a-z_][a-z_0-9]{0,8}$/)
const line = fc.string({
  unit: fc.constantFrom('a', ' ', '"', "'", ';', '#', '=', ':', '[', ']', '\\', ',', '$', 'é'),
  maxLength: 8,
})
/** What a line of nova.conf can hold behind the first one. */
const laterLine = line.map((text) => text.trim()).filter((text) => text !== '')
const value = fc.tuple(line, fc.array(laterLine, { maxLength: 2 })).map(([first, rest]) => [first, ...rest].join('\n'))

describe('what we write', () => {
  it('reads back the same', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (values) => {
        const unique = [...new Map(values)]
        const text = renderIni(unique.map(([key, each]) => ({ group: 'DEFAULT', name: key, value: each })))
        expect(readBack(text)).toEqual(unique.map(([key, each]) => ['DEFAULT', key, each]))
      }),
    )
  })

  it('keeps sections together, and writes lists as one assignment each', () => {
    const text = renderIni([
      { group: 'b', name: 'x', value: '1' },
      { group: 'DEFAULT', name: 'y', value: ['2', 'a;b'] },
      { group: 'b', name: '__proto__', value: '3' },
    ])
    expect(text).toBe('[b]\nx = 1\n__proto__ = 3\n\n[DEFAULT]\ny = 2\ny = a;b\n')
  })

  it('is plain text where ini alone would write another dialect', () => {
    const url = 'mysql://u@h/db#c;d'
    expect(ini.stringify({ url })).not.toContain(url)
    expect(renderIni([{ group: 'database', name: 'connection', value: url }])).toBe(`[database]\nconnection = ${url}\n`)
  })
})

describe('what ini writes', () => {
  it('reads back the same when it holds nothing that the dialects treat differently', () => {
    const plain = fc.stringMatching(/^[a-zA-Z0-9_./:$%+-]([a-zA-Z0-9_./: $%+,-]{0,10}[a-zA-Z0-9_./:$%+,-])?$/)
    fc.assert(
      fc.property(fc.dictionary(name, fc.dictionary(name, plain, { minKeys: 1 })), (sections) => {
        const read = sectionsOf(parseLines(ini.stringify(sections), { strict: true }))
        const expected = Object.entries(sections).map(([section, keys]) => [
          section,
          Object.entries(keys).map(([key, each]) => [key, [each]]),
        ])
        expect(Object.entries(read).map(([section, keys]) => [section, Object.entries(keys)])).toEqual(expected)
      }),
    )
  })
})

describe('valueText', () => {
  const help = { help: '' }
  it.each([
    [float(1, help), 1, '1.0'],
    [float(1, help), 1e20, '1e+20'],
    [float(1, help), Infinity, 'inf'],
    [int(1, help), 1, '1'],
    [str(null, help), null, '<None>'],
    [str('', help), 'a$b', 'a$b'],
    [list([], help), ['a', 'b'], 'a,b'],
    [multi([], help), ['a', 'b'], ['a', 'b']],
    [dict({}, help), { a: '1', b: '2' }, 'a:1,b:2'],
  ])('%j %j', (spec, typed, text) => expect(valueText(spec, typed)).toEqual(text))
})

describe('nova.conf.example', () => {
  it.each(RELEASES)('of %s tells all, sets nothing, and has the defaults behind its comments', (release) => {
    const conf = parseConf('', { release })
    const sample = sampleConf(conf.options, release)
    expect(parseLines(sample, { strict: true }).assignments).toEqual([])

    const withoutDefault = conf.options.filter(
      ({ spec }) => spec.default === null || (spec.default as unknown[]).length === 0,
    )
    const skipped = new Set(withoutDefault.map(({ names }) => names[0]?.name))
    const set = sample
      .replace(/^#(?! )/gm, '')
      .replace(/^(\w+) =.*\n/gm, (each: string, key: string) => (skipped.has(key) ? '' : each))
    const read = parseConf(set, { release, strict: true })
    expect(read.core).toEqual(conf.core)
    expect(read.options.filter((option) => read.valueWithSource(option).places.length > 0)).toHaveLength(
      conf.options.length - withoutDefault.length,
    )
  })

  it('says what each option takes', () => {
    const conf = parseConf('', { release: 'zed' }).withPlugins([
      { plugin: 'Rack', specs: { racks: int(4, { min: 1, max: 9, help: 'How many.' }) } },
    ])
    const sample = sampleConf(conf.options, 'zed')
    expect(sample).toContain('# How many. (whole number from 1 to 9) Read by Rack.\n#racks = 4\n')
    expect(sample).toContain('Old name: [DEFAULT] pci_alias.')
  })
})
