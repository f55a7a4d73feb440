import { describe, expect, test } from 'vitest'
import { EARLY_NUMA_CONSTRAINTS, LATER_NUMA_CONSTRAINTS } from '../../../src/request/numa/index.ts'
import { pageSize } from '../../../src/request/numa/page-size.ts'
import { asking, early, errorOf, later, refusal } from './asking.ts'

const size = (flavor: string, image?: string) => {
  const properties = image === undefined ? {} : { hw_mem_page_size: image }
  return {
    early: () => pageSize(asking(EARLY_NUMA_CONSTRAINTS, { 'hw:mem_page_size': flavor }, properties)),
    later: () => pageSize(asking(LATER_NUMA_CONSTRAINTS, { 'hw:mem_page_size': flavor }, properties)),
  }
}

describe('a page size', () => {
  test.each([
    ['small', -1],
    ['large', -2],
    ['any', -3],
    ['2048', 2048],
    ['', null],
  ])('%j in every release', (text, kib) => {
    expect(size(text).early()).toBe(kib)
    expect(size(text).later()).toBe(kib)
  })

  test.each([
    ['2MB', 2048],
    ['2MiB', 2048],
    ['2Mb', 256],
    ['2Mbit', 256],
    ['1.5KB', 1.5],
    ['.5KB', 0.5],
    ['1GB\n', 1048576],
    ['-3KB', -3],
    ['0.0001KB', 1 / 1024],
    ['٣KB', 3],
    ['0', 0],
  ])('%j with a unit', (text, kib) => {
    expect(size(text).later()).toBe(kib)
  })

  test.each(['2M', '2kB', '+4', '-1', ' 2MB', '2MB ', '1PB', '1iB', 'Any', 'B', '1e3KB', '½', ' '])(
    '%j is refused with its text',
    (text) => {
      expect(errorOf(size(text).later)).toMatchObject({
        code: 'NUMA_CONSTRAINT_INVALID',
        message: `Invalid memory page size '${text}' (see hw:mem_page_size of the flavor)`,
        details: { novaError: 'MemoryPageSizeInvalid' },
      })
    },
  )

  test.each([
    ['2MB', 0],
    ['Any', 0],
    ['0', 0],
    ['-4', -4],
  ])('%j without units is refused as %i', (text, number) => {
    expect(errorOf(size(text).early).message).toContain(`Invalid memory page size '${number}'`)
  })

  test('early releases allow blanks and a sign', () => {
    expect(size(' +2048 ').early()).toBe(2048)
  })

  test('what counts as digits but is no number breaks Nova', () => {
    expect(errorOf(size('²').later)).toMatchObject({ code: 'VALUE_MALFORMED', details: { novaError: 'ValueError' } })
    expect(refusal(size(`${'9'.repeat(400)}KB`).later)).toBe('OverflowError')
  })
})

describe('a page size of the image', () => {
  test.each(['any', 'large'])('narrows %s of the flavor', (flavor) => {
    expect(size(flavor, '2048').early()).toBe(2048)
    expect(size(flavor, 'small').later()).toBe(-1)
    expect(size(flavor, '').later()).toBe(size(flavor).later())
  })

  test.each([
    ['small', 'small'],
    ['2048', '2048'],
    ['', '2048'],
  ])('is not for a flavor with %j', (flavor, image) => {
    for (const run of [size(flavor, image).early, size(flavor, image).later]) {
      expect(errorOf(run)).toMatchObject({
        code: 'NUMA_CONSTRAINT_FORBIDDEN',
        message: expect.stringContaining(`Page size ${image} forbidden against '${flavor || '<empty>'}'`) as string,
        details: { novaError: 'MemoryPageSizeForbidden' },
      })
    }
  })

  test("is read after the flavor's", () => {
    expect(refusal(size('bogus', '2048').later)).toBe('MemoryPageSizeInvalid')
    expect(refusal(size('any', 'bogus').later)).toBe('MemoryPageSizeInvalid')
  })
})

test('a page size alone makes one cell, cut to whole KiB', () => {
  expect(early({ 'hw:mem_page_size': '2048' })?.cells).toMatchObject([{ pageSize: 2048, memory: 1024 }])
  expect(later({ 'hw:mem_page_size': '512B' })?.cells).toMatchObject([{ pageSize: 0 }])
  expect(later({ 'hw:mem_page_size': '-1B' })?.cells[0]?.pageSize).toBe(0)
  expect(later({ 'hw:mem_page_size': '0' })).toBeNull()
  expect(later({ 'hw:mem_page_size': '0B' })).toBeNull()
})
