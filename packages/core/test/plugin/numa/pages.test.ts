import { describe, expect, test } from 'vitest'
import { fitNuma } from '../../../src/plugin/numa/fit.ts'
import { NUMA_OWNERS_COUNT_PAGES } from '../../../src/plugin/numa/rules.ts'
import { APART, hostOf, instanceOf, ONE_LIST, placesOf, question } from './cells.ts'

const [SMALL, LARGE, ANY] = [-1, -2, -3]
const host = hostOf({
  mempages: [
    { size_kb: 4, total: 262144, used: 1024 },
    { size_kb: 2048, total: 512, used: 100, reserved: 12 },
    { size_kb: 1048576, total: 1 },
  ],
})

const sizeFor = (pagesize: number, memory: number, rules = APART): number | null | undefined => {
  const placed = fitNuma(question(host, instanceOf({ cpuset: [0], memory, pagesize }), { rules }))
  return placed?.cells[0]?.pageSize
}

describe('the page size that is asked for', () => {
  test.each([
    ['small: the smallest', SMALL, 1020, 4],
    ['small: never another', SMALL, 1024, undefined],
    ['large: the largest that has room', LARGE, 1024, 1048576],
    ['large: the next where the memory is no multiple', LARGE, 800, 2048],
    ['large: what is kept for the host is not free', LARGE, 802, undefined],
    ['large: never the smallest', LARGE, 255, undefined],
    ['any: the largest that suits', ANY, 255, 4],
    ['a size', 2048, 800, 2048],
    ['a size of which the memory is no multiple', 2048, 801, undefined],
    ['a size of which too few pages are free', 2048, 1024, undefined],
  ])('%s', (_, pagesize, memory, size) => {
    for (const rules of [ONE_LIST, APART]) expect(sizeFor(pagesize, memory, rules)).toBe(size)
  })

  test('one that a host cell does not have is a no, or a fault where Nova breaks', () => {
    expect(sizeFor(16384, 512)).toBeUndefined()
    expect(() => sizeFor(16384, 512, ONE_LIST)).toThrow(
      expect.objectContaining({
        code: 'PAGE_SIZE_NOT_SUPPORTED',
        details: { pageSize: 16384, cell: 0, novaError: 'MemoryPageSizeNotSupported' },
      }),
    )
  })

  test('that fault comes only where the CPUs would do, if pages are looked at last', () => {
    const instance = instanceOf({ cpuset: [0, 1, 2, 3, 4], pagesize: 16384 })
    expect(placesOf(host, instance, { rules: ONE_LIST })).toBeNull()
  })
})

describe('memory without a page size', () => {
  const asks = (memory: number, policy?: string) =>
    instanceOf(policy === undefined ? { cpuset: [0], memory } : { pcpuset: [0], memory, cpu_policy: policy })

  test('counts in the smallest pages, used or not, where memory counts in pages', () => {
    const used = hostOf({ memory: 8192, mempages: [{ size_kb: 4, total: 262144, used: 262144 }] })
    expect(placesOf(used, asks(1024))).toEqual([0])
    expect(placesOf(used, asks(1025))).toBeNull()
    expect(placesOf(used, asks(1025), { rules: ONE_LIST })).toEqual([0])
  })

  test('must be a multiple of them', () => {
    const huge = hostOf({ mempages: [{ size_kb: 2048, total: 2048 }] })
    expect(placesOf(huge, asks(511))).toBeNull()
  })

  test('counts as it is on a host that tells of no pages', () => {
    expect(placesOf(hostOf({ mempages: [] }), asks(4096))).toEqual([0])
    expect(placesOf(hostOf({ mempages: [] }), asks(4097))).toBeNull()
  })

  test('of who owns CPUs must be free', () => {
    const busy = hostOf({ memory_usage: 3585 })
    expect(placesOf(busy, asks(512, 'dedicated'))).toBeNull()
    expect(placesOf(busy, asks(512))).toEqual([0])
  })

  test('of who owns CPUs is free pages instead, in releases that count them', () => {
    const rules = NUMA_OWNERS_COUNT_PAGES
    const busy = hostOf({ memory_usage: 4096 })
    const noFreePages = hostOf({ mempages: [{ size_kb: 4, total: 262144, used: 262144 }] })
    expect(placesOf(busy, asks(512, 'dedicated'), { rules })).toEqual([0])
    expect(placesOf(noFreePages, asks(512, 'dedicated'), { rules })).toBeNull()
    expect(placesOf(noFreePages, asks(512), { rules })).toEqual([0])
    expect(placesOf(hostOf({ mempages: [], memory_usage: 4096 }), asks(512, 'dedicated'), { rules })).toBeNull()
  })
})
