import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkConfLine, type ConfKind } from '../src/confs.ts'

const folder = mkdtempSync(join(tmpdir(), 'nova-sched-confs-'))
afterAll(() => rmSync(folder, { recursive: true }))

const check = (line: object, kind: ConfKind) => checkConfLine(line, kind, folder)

/** Python's JSON has bare NaN and infinities in lists. */
const parseConfLine = (line: string): unknown => {
  const spelled = line.replace(/-Infinity(?=[\],])/g, '"-inf"').replace(/Infinity(?=[\],])/g, '"inf"')
  return JSON.parse(spelled.replace(/NaN(?=[\],])/g, '"nan"'))
}

describe('checkConfLine', () => {
  const text = '[DEFAULT]\na = 1\na = 2\n'

  it('compares the sections of a text', () => {
    expect(check({ id: 'x', text, sections: { DEFAULT: { a: ['1', '2'] } } }, 'fuzz')).toEqual({ id: 'x', ok: true })
    expect(check({ id: 'x', text, sections: { DEFAULT: { a: ['1'] } } }, 'fuzz')).toMatchObject({ id: 'x', ok: false })
    expect(check({ id: 'x', text, sections: { DEFAULT: { a: ['1', '2'] }, b: {} } }, 'fuzz')).toMatchObject({
      ok: false,
    })
  })

  it('compares the line of an error, not its words', () => {
    const bad = '[DEFAULT]\n\nword\n'
    expect(check({ id: 'x', text: bad, error: 'at FILE:3, whatever' }, 'fuzz').ok).toBe(true)
    expect(check({ id: 'x', text: bad, error: 'at FILE:2, whatever' }, 'fuzz').ok).toBe(false)
    expect(check({ id: 'x', text: bad, sections: {} }, 'fuzz').ok).toBe(false)
    expect(check({ id: 'x', text, error: 'at FILE:2, whatever' }, 'fuzz').ok).toBe(false)
  })

  it('reads the file that a line names', () => {
    writeFileSync(join(folder, '01.conf'), text)
    writeFileSync(join(folder, '02.conf'), Buffer.from([0x5b, 0xff, 0x5d]))
    expect(check({ file: '01.conf', sections: { DEFAULT: { a: ['1', '2'] } } }, 'parsed')).toEqual({
      id: '01.conf',
      ok: true,
    })
    expect(check({ file: '02.conf', error: 'UnicodeDecodeError' }, 'parsed').ok).toBe(true)
    expect(check({ file: '02.conf', sections: {} }, 'parsed').ok).toBe(false)
    expect(() => check({ file: '03.conf', sections: {} }, 'parsed')).toThrow('ENOENT')
  })

  it.each([
    ['{"type": "float", "text": "inf", "value": "inf"}', true],
    ['{"type": "list_float", "text": "nan, -inf", "value": [NaN, -Infinity]}', true],
    ['{"type": "list", "text": "NaN", "value": ["NaN"]}', true],
    ['{"type": "int", "text": "-0", "value": 0}', true],
    ['{"type": "int", "text": "", "value": null}', true],
    ['{"type": "dict", "text": "b:1,a:2", "value": {"a": "2", "b": "1"}}', true],
    ['{"type": "int", "text": "x", "error": "ValueError"}', true],
    ['{"type": "int", "text": "1", "value": 2}', false],
    ['{"type": "int", "text": "1", "error": "ValueError"}', false],
    ['{"type": "int", "text": "x", "value": 1}', false],
    ['{"type": "list", "text": "a", "value": {}}', false],
  ])('compares a value: %s', (line, ok) => {
    expect(checkConfLine(parseConfLine(line), 'types', folder).ok).toBe(ok)
  })

  it('refuses what is no such line', () => {
    expect(() => check({ type: 'nope', text: '' }, 'types')).toThrow('unknown type nope')
    expect(() => check({}, 'fuzz')).toThrow('"id" must be a text')
  })
})

const shared = new URL('../../../../shared/confs/', import.meta.url)

describe.skipIf(!existsSync(shared))('what oslo.config read', () => {
  it.each(['parsed', 'fuzz', 'types'] as const)('%s.jsonl', (kind) => {
    const lines = readFileSync(new URL(`${kind}.jsonl`, shared), 'utf8')
      .trimEnd()
      .split('\n')
    const results = lines.map((line) => checkConfLine(parseConfLine(line), kind, shared.pathname))
    expect(results.filter(({ ok }) => !ok)).toEqual([])
    expect(results.length).toBeGreaterThan(50)
  })
})
