import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printable, renderTable } from '../../src/output/table.ts'

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
    const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', 'é'), maxLength: 40 })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), fc.integer({ min: 18, max: 60 }), (rows, width) => {
        const text = renderTable([{ header: 'ONE' }, { header: 'TWO' }], rows, width)
        const letters = (texts: readonly string[]): string => [...texts.join('').replace(/\s/g, '')].sort().join('')
        expect(letters([text])).toBe(letters(['ONE', 'TWO', ...rows.flat()]))
        return text.split('\n').every((line) => line.length <= width)
      }),
    )
  })

  it('lets no cell speak to the terminal', () => {
    expect(printable('a\nb\x1b[31m\u202e')).toBe('a\\nb\\u001b[31m\\u202e')
    expect(renderTable([{ header: 'A' }], [['\x1b[2J']], 0)).not.toContain('\x1b')
  })
})
