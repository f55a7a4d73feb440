import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printable, renderTable, renderText, tableWidth } from '../../src/output/table.ts'
import { cellsOf } from '../../src/output/width.ts'

const COLUMNS = [{ header: 'NAME' }, { header: 'N', align: 'right' as const }]

describe('renderTable', () => {
  it('is as wide as its cells', () => {
    expect(
      renderTable(
        COLUMNS,
        [
          ['a', '1'],
          ['longer', '22'],
        ],
        0,
      ),
    ).toBe('NAME     N\na        1\nlonger  22\n')
    expect(renderTable(COLUMNS, [], 0)).toBe('NAME  N\n')
  })

  it('narrows the widest column, and goes on in further lines', () => {
    const text = renderTable([{ header: 'A' }, { header: 'HELP' }], [['x', 'some words that are long']], 15)
    expect(text).toBe('A  HELP\nx  some words\n   that are\n   long\n')
  })

  it('breaks behind commas, and within words that are too long', () => {
    const text = renderTable([{ header: 'A' }], [['RamFilter,ComputeFilter']], 10)
    expect(text).toBe('A\nRamFilter,\nComputeFil\nter\n')
  })

  it('fits the width, and loses nothing but blanks', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', 'é', '日', '🚀', '\u0301'), maxLength: 40 })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), fc.integer({ min: 6, max: 60 }), (rows, width) => {
        const text = renderTable([{ header: 'ONE' }, { header: 'TWO' }], rows, width)
        const letters = (texts: readonly string[]): string => [...texts.join('').replace(/\s/g, '')].sort().join('')
        expect(letters([text])).toBe(letters(['ONE', 'TWO', ...rows.flat()]))
        return text.split('\n').every((line) => cellsOf(line) <= width)
      }),
    )
  })

  it('counts cells of the terminal: wide letters are two, marks none', () => {
    expect(['abc', '日本', '한국', 'ｆ', '🚀', 'e\u0301', '│', '→'].map(cellsOf)).toEqual([3, 4, 4, 2, 2, 1, 1, 1])
    expect(renderTable(COLUMNS, [['日本', '1']], 0)).toBe('NAME  N\n日本  1\n')
    expect(renderText('日本語ホスト', 7)).toBe('日本語\nホスト\n')
    expect(renderText('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301e\u0301\ne\u0301\n')
  })

  it('takes as many rows as there are', () => {
    const rows = Array.from({ length: 150_000 }, (_, index) => [`h${index}`, '1'])
    expect(renderTable(COLUMNS, rows, 80).split('\n')).toHaveLength(150_002)
    expect(tableWidth(COLUMNS, rows)).toBe(10)
  })

  it('cuts what is longer than anyone reads', () => {
    const long = 'x'.repeat(3_000_000)
    expect(renderText(long, 0)).toBe(`${'x'.repeat(1000)}…\n`)
    expect(renderText(`${'x'.repeat(999)}🚀`, 0)).toBe(`${'x'.repeat(999)}…\n`)
    expect(renderTable([{ header: 'A' }], [[long]], 80).length).toBeLessThan(1100)
  })

  it('lets no cell speak to the terminal', () => {
    expect(printable('a\nb\x1b[31m\u202e')).toBe('a\\nb\\u001b[31m\\u202e')
    expect(renderTable([{ header: 'A' }], [['\x1b[2J']], 0)).not.toContain('\x1b')
  })
})
