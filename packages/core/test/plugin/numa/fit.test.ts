import { describe, expect, test } from 'vitest'
import { fitNuma } from '../../../src/plugin/numa/fit.ts'
import { APART, hostOf, instanceOf, isolatingInstance, ONE_LIST, placesOf, question } from './cells.ts'

const TWO_CPUS = { cpuset: [0, 1] }
const LIMITS = { cpuAllocationRatio: 1, ramAllocationRatio: 1 }

describe('fitNuma', () => {
  test('each cell gets a host cell of its own, in order', () => {
    expect(placesOf(hostOf({}, {}), instanceOf(TWO_CPUS, TWO_CPUS))).toEqual([0, 1])
  })

  test.each([
    ['more cells than the host has', hostOf({}), instanceOf(TWO_CPUS, TWO_CPUS)],
    ['more CPUs than a host cell has, be they overcommitted', hostOf({}), instanceOf({ cpuset: [0, 1, 2, 3, 4] })],
    ['an instance without cells', hostOf({}), instanceOf()],
  ])('does not fit %s', (_, host, instance) => {
    for (const rules of [ONE_LIST, APART]) expect(placesOf(host, instance, { rules })).toBeNull()
  })

  test('arrangements are tried in the order of the host cells', () => {
    const host = hostOf({ memory: 256, mempages: [] }, {}, {})
    expect(placesOf(host, instanceOf(TWO_CPUS, TWO_CPUS), { rules: ONE_LIST })).toEqual([1, 2])
  })

  test('a cell that is in the way of another moves', () => {
    const host = hostOf({}, { memory: 600, mempages: [] })
    const instance = instanceOf(TWO_CPUS, { ...TWO_CPUS, memory: 2048 })
    for (const rules of [ONE_LIST, APART]) expect(placesOf(host, instance, { rules })).toEqual([1, 0])
  })

  test('limits count what is in use of CPUs and memory', () => {
    const busyCpus = hostOf({ cpu_usage: 3 }, {})
    const busyMemory = hostOf({ memory_usage: 4000 }, {})
    for (const rules of [ONE_LIST, APART]) {
      for (const host of [busyCpus, busyMemory]) {
        expect(placesOf(host, instanceOf(TWO_CPUS), { rules, limits: LIMITS })).toEqual([1])
      }
    }
    expect(placesOf(busyCpus, instanceOf(TWO_CPUS), { rules: ONE_LIST })).toEqual([0])
  })

  test('an instance that just fits its limits fits', () => {
    const host = hostOf({ cpu_usage: 2, memory_usage: 3584 })
    expect(placesOf(host, instanceOf(TWO_CPUS), { limits: LIMITS })).toEqual([0])
  })

  test('PCI devices decide among the arrangements that fit', () => {
    const pciNear = (cells: readonly number[]): boolean => cells.includes(1)
    expect(placesOf(hostOf({}, {}), instanceOf(TWO_CPUS), { rules: ONE_LIST, pciNear })).toEqual([1])
    expect(placesOf(hostOf({}, {}), instanceOf(TWO_CPUS), { pciNear: () => false })).toBeNull()
  })

  test('what is given is not changed', () => {
    const [host, instance] = [hostOf({}, {}), instanceOf({ ...TWO_CPUS, pagesize: -3 })]
    const before = JSON.stringify([host, instance])
    const placed = fitNuma(question(host, instance))
    expect(JSON.stringify([host, instance])).toBe(before)
    expect(placed?.cells[0]).toMatchObject({ id: 0, pageSize: 4 })
    expect(Object.isFrozen(placed?.cells[0])).toBe(true)
  })
})

describe('the order of host cells, where there are more than are needed', () => {
  const shared = instanceOf(TWO_CPUS)
  const owning = instanceOf({ pcpuset: [0], cpu_policy: 'dedicated' })

  test('most free memory first, and the other way round where cells are packed', () => {
    const host = hostOf({ memory_usage: 2 }, { memory_usage: 1 })
    expect(placesOf(host, shared)).toEqual([1])
    expect(placesOf(host, shared, { packs: true })).toEqual([0])
    expect(placesOf(host, shared, { rules: ONE_LIST })).toEqual([0])
  })

  test('CPUs count more than memory: those in use, or those that can be owned', () => {
    const host = hostOf({ cpu_usage: 1 }, { memory_usage: 9, pinned_cpus: [4, 5] })
    expect(placesOf(host, shared)).toEqual([1])
    expect(placesOf(host, owning)).toEqual([0])
    expect(placesOf(host, owning, { packs: true })).toEqual([1])
  })

  test('PCI devices count most: who needs none leaves them to others', () => {
    const host = hostOf({}, { cpu_usage: 1 })
    const pciDevicesOn = (cell: number): number => (cell === 0 ? 2 : 0)
    expect(placesOf(host, shared, { pciDevicesOn, packs: true })).toEqual([1])
    expect(placesOf(host, shared, { pciDevicesOn, pciNear: () => true })).toEqual([0])
  })

  test('where all cells are needed, they keep their order', () => {
    expect(placesOf(hostOf({ cpu_usage: 4 }, {}), instanceOf(TWO_CPUS, TWO_CPUS))).toEqual([0, 1])
  })
})

describe('what Nova carries from one attempt to the next', () => {
  test('a page size once chosen is kept, and may be missing elsewhere', () => {
    const small = [{ size_kb: 4, total: 1048576 }]
    const host = hostOf({ mempages: [{ size_kb: 2048, total: 2048 }] }, { mempages: small }, { mempages: small })
    const instance = instanceOf({ ...TWO_CPUS, pagesize: -3 })
    const pciNear = ([cell]: readonly number[]): boolean => cell === 1
    expect(() => fitNuma(question(host, instance, { rules: ONE_LIST, pciNear }))).toThrow(/no pages of 2048 KiB/)
    expect(fitNuma(question(host, instance, { pciNear }))).toBeNull()
  })

  test('by ids that change, what one cell was told is taken for another (as the real Nova does)', () => {
    const host = hostOf(...Array.from({ length: 8 }, () => ({})))
    const cells = Array.from({ length: 8 }, (_, cell) => ({ ...TWO_CPUS, memory: cell === 7 ? 99999 : 512 }))
    expect(placesOf(host, instanceOf(...cells))).toEqual([0, 1, 2, 3, 4, 6, 7, 5])
    expect(placesOf(host, instanceOf(...cells), { rules: ONE_LIST })).toBeNull()
  })

  test('a second instance starts from the cells of the first', () => {
    const instance = isolatingInstance('isolate', { pcpuset: [0], cpu_policy: 'dedicated' })
    const first = fitNuma(question(hostOf({}, {}), instance))
    const second = first && fitNuma(question(hostOf({ pinned_cpus: [0, 1] }, {}), first))
    expect(first?.cells[0]).toMatchObject({ id: 0, cpuPinning: [[0, 0]], reservedCpus: [1] })
    expect(second?.cells[0]).toMatchObject({ id: 1, cpuPinning: [[0, 4]], reservedCpus: [5] })
    expect(second?.emulatorThreadsPolicy).toBe('isolate')
  })
})
