import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseLines, sectionsOf } from '../../src/conf/lines.ts'

const sections = (text: string) => JSON.parse(JSON.stringify(sectionsOf(parseLines(text)))) as unknown

function errors(text: string, strict = false) {
  return parseLines(text, { strict }).findings.filter(({ level }) => level === 'error')
}

describe('parseLines', () => {
  it('keeps every assignment in order, with its line', () => {
    const { assignments } = parseLines('[DEFAULT]\na = 1\n\n[b]\na: 2\n[DEFAULT]\na = 3\n', { file: 'x.conf' })
    expect(assignments).toEqual([
      { section: 'DEFAULT', key: 'a', value: '1', line: 2 },
      { section: 'b', key: 'a', value: '2', line: 5 },
      { section: 'DEFAULT', key: 'a', value: '3', line: 7 },
    ])
  })

  it.each([
    ['splits at the first of = and :', 'k = a = b : c', { k: ['a = b : c'] }],
    ['splits at a colon that comes first', 'k : a = b', { k: ['a = b'] }],
    ['keeps what looks like a comment behind a value', 'k = 1 # one ; two', { k: ['1 # one ; two'] }],
    ['joins indented lines, comment characters and all', 'k = a,\n  # b\n\tc', { k: ['a,\n# b\nc'] }],
    ['removes the quotes of the first line only', 'k = "a b"\n  "c"', { k: ['a b\n"c"'] }],
    ['removes one pair of quotes only', `k = '"a"'`, { k: ['"a"'] }],
    ['takes the outermost quotes, whatever stands between', 'k = "a","b"', { k: ['a","b'] }],
    ['reads a lone quote as empty', 'k = "', { k: [''] }],
    ['leaves quotes that do not match', `k = "a'`, { k: [`"a'`] }],
    ['leaves backslashes', 'k = C:\\path\\n', { k: ['C:\\path\\n'] }],
    ['takes empty values', 'k =', { k: [''] }],
    [
      'keeps spelling of keys, odd ones too',
      'Key-With-Dash = 1\n__proto__ = 2\nx[] = 3',
      { 'Key-With-Dash': ['1'], x: undefined, 'x[]': ['3'] },
    ],
  ])('%s', (_, text, expected) => {
    const { DEFAULT } = sectionsOf(parseLines(`[DEFAULT]\n${text}\n`))
    expect({ ...DEFAULT }).toMatchObject(JSON.parse(JSON.stringify(expected)) as object)
  })

  it('has maps without a prototype, so that no key is special', () => {
    const read = sectionsOf(parseLines('[__proto__]\nconstructor = 1\n__proto__ = 2\n'))
    expect(Object.keys(read)).toEqual(['__proto__'])
    expect(Object.entries(read['__proto__'] ?? {})).toEqual([
      ['constructor', ['1']],
      ['__proto__', ['2']],
    ])
  })

  it.each(['\n', '\r\n', '\r'])('ends lines at %j', (end) => {
    expect(sections(['[a]', 'k = 1', ' 2', '', 'l = 3'].join(end))).toEqual({ a: { k: ['1\n2'], l: ['3'] } })
  })

  it.each(['\v', '\f', '\x1c', '\x85', '\u2028'])('does not end a line at %j', (end) => {
    expect(sections(`[a]\nk = 1${end}l = 2\n`)).toEqual({ a: { k: [`1${end}l = 2`] } })
  })

  it('strips the blanks of Python, not those of JavaScript', () => {
    expect(sections('[a]\nk\u00a0=\u20031\x1f\x85\n')).toEqual({ a: { k: ['1'] } })
    expect(sections('[a]\nk = \ufeff1\n')).toEqual({ a: { k: ['\ufeff1'] } })
  })

  it('keeps the blanks within a section header, and an empty section', () => {
    expect(sections('[ a ]\n[b]\n')).toEqual({ ' a ': {}, b: {} })
  })
})

describe('errors of lines', () => {
  it.each([
    ['[a]\nk = 1\nword\n', 3, "No ':' or '=' found"],
    ['[a]\n= 1\n', 2, 'Key cannot be empty'],
    ['[a\n', 1, 'Invalid section'],
    ['[a] # comment\n', 1, 'a comment needs a line of its own'],
    ['[]\n', 1, 'Empty section name'],
    ['[a]\n k = 1\n', 2, 'Unexpected continuation line'],
    ['[a]\nk = 1\n# comment\n 2\n', 4, 'Unexpected continuation line'],
    ['[a]\nk = 1\n\n 2\n', 4, 'Unexpected continuation line'],
  ])('%j', (text, line, message) => {
    expect(errors(text)).toMatchObject([{ line, level: 'error' }])
    expect(errors(text)[0]?.message).toContain(message)
  })

  it('are all told, and what hangs on one is told once', () => {
    const found = errors('[a]\nword\n  of it\nk = 1\n[b\nk = 2\n: 3\n')
    expect(found.map(({ line }) => line)).toEqual([2, 5, 7])
  })

  it('end after a thousand of them', () => {
    const found = errors('word\n'.repeat(5000))
    expect(found).toHaveLength(1002)
    expect(found.at(-1)).toMatchObject({ line: 1001, message: expect.stringContaining('too many errors') as string })
  })

  it('do not show secrets or terminal codes', () => {
    const [secret, url, escape] = errors('rabbit_password hunter2\n hunter2\n[amqp://u:hunter2@h\n\x1b[31m red\n')
    expect(`${secret?.message} ${url?.message}`).not.toContain('hunter2')
    expect(url?.message).toContain('[amqp://***@h')
    expect(escape?.message).toContain('\\u001b')
  })

  it('name a byte order mark', () => {
    const found = errors('\ufeff[a]\nk = 1\n')
    expect(found).toMatchObject([{ line: 1 }])
    expect(found[0]?.message).toContain('byte order mark')
    expect(errors('\ufeff[a]\nk = 1\n', true)).toMatchObject([{ line: 1 }])
  })
})

describe('assignments before the first section', () => {
  const text = '# comment\nk = 1\n\nl = 2\n[a]\n'

  it('belong to [DEFAULT], with a warning', () => {
    const read = parseLines(text, { file: 'x.conf' })
    expect(read.assignments.map(({ section, key }) => [section, key])).toEqual([
      ['DEFAULT', 'k'],
      ['DEFAULT', 'l'],
    ])
    expect(read.findings).toMatchObject([{ level: 'warning', file: 'x.conf', line: 2 }])
    expect(read.findings[0]?.message).toContain('Nova would refuse the file')
  })

  it.each([
    [text, 3],
    ['k = 1', 1],
    ['k = 1\n 2\n 3\nl = 4', 4],
    ['k = 1\n[a]\n', 2],
  ])('are refused by strict where oslo.config refuses them: %j', (strictText, line) => {
    const found = errors(strictText, true)
    expect(found).toMatchObject([{ line }])
    expect(found[0]?.message).toContain('Section must be started before assignment')
  })
})

describe('any text', () => {
  const word = fc.stringMatching(/^[a-z_][a-z_0-9.]{0,8}$/)
  const value = fc.stringMatching(/^[!-~]([ -~]{0,10}[!-~])?$/).filter((text) => !/^["']/.test(text))

  it('is read without an exception, in lines that exist', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '=', ':', '[', ']', ' ', '\t', '\n', '\r', '#', '"', '\ufeff') }),
        (text) => {
          const lines = text.split(/\r\n|\r|\n/).length
          const { findings, assignments } = parseLines(text)
          return [...findings, ...assignments].every(({ line }) => line !== undefined && line >= 1 && line <= lines)
        },
      ),
    )
  })

  it('is refused by strict if not by the other, and read alike if by neither', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '=', '[', ']', ' ', '\n', '#') }), (text) => {
        if (errors(text, true).length > 0) return true
        const [strict, lenient] = [parseLines(text, { strict: true }), parseLines(text)]
        return errors(text).length === 0 && JSON.stringify(strict) === JSON.stringify(lenient)
      }),
    )
  })

  it('that holds sections of values reads back as it was written', () => {
    const document = fc.array(fc.tuple(word, fc.array(fc.tuple(word, value))))
    fc.assert(
      fc.property(document, (written) => {
        const text = written
          .map(([name, keys]) => `[${name}]\n${keys.map(([key, each]) => `${key} = ${each}\n`).join('')}`)
          .join('')
        const expected = written.flatMap(([section, keys]) => keys.map(([key, each]) => [section, key, each]))
        expect(parseLines(text).assignments.map(({ section, key, value: each }) => [section, key, each])).toEqual(
          expected,
        )
      }),
    )
  })
})
