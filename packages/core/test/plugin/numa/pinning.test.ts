import { describe, expect, test } from 'vitest'
import { fitNuma } from '../../../src/plugin/numa/fit.ts'
import { NUMA_OWNERS_COUNT_PAGES } from '../../../src/plugin/numa/rules.ts'
import { hostOf, instanceOf, isolatingInstance, ONE_LIST, pinsOf, question } from './cells.ts'

const CORES = {
  siblings: [
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
  ],
  cpuset: [0, 1, 2, 3, 4, 5, 6, 7],
}
const EIGHT = { ...CORES, pcpuset: CORES.cpuset }
const SINGLE = { ...EIGHT, siblings: EIGHT.cpuset.map((cpu) => [cpu]) }

const cpus = (count: number): number[] => Array.from({ length: count }, (_, cpu) => cpu)

const owner = (count: number, policy?: string, cpu_policy = 'dedicated') => {
  return { pcpuset: cpus(count), cpu_policy, ...(policy !== undefined && { cpu_thread_policy: policy }) }
}

describe('CPUs to own, by thread policy', () => {
  const pins = (host: object, count: number, policy?: string) =>
    pinsOf(fitNuma(question(hostOf(host), instanceOf(owner(count, policy)))))

  test.each([
    ['whole cores first', {}, 3, undefined, [0, 1, 2]],
    ['whole cores, where some are in use', { pinned_cpus: [0] }, 2, 'prefer', [2, 3]],
    ['one thread of each core, where no core is whole', { pinned_cpus: [0, 2, 4, 6] }, 3, 'prefer', [1, 3, 5]],
    ['any CPUs, where nothing else will do', { pinned_cpus: [0, 2, 4] }, 5, 'prefer', [1, 3, 5, 6, 7]],
    ['threads, where they are required', { pinned_cpus: [0] }, 4, 'require', [2, 3, 4, 5]],
    ['no single threads, where threads are required', { pinned_cpus: [0, 2, 4] }, 3, 'require', []],
    ['a core for each, isolated', {}, 3, 'isolate', [0, 2, 4]],
    ['whole cores alone, isolated', { pinned_cpus: [0, 3] }, 2, 'isolate', [4, 6]],
    ['too few whole cores', { pinned_cpus: [0, 3] }, 3, 'isolate', []],
    ['cores with threads, where CPUs to own are apart', { pcpuset: cpus(4), cpuset: [4, 5, 6, 7] }, 1, 'isolate', []],
  ])('%s', (_, differs, count, policy, expected) => {
    expect(pins({ ...EIGHT, ...differs }, count, policy)).toEqual(expected)
  })

  test('a host without threads: isolated as it is, required never', () => {
    expect(pins({ ...SINGLE, cpuset: [] }, 2, 'isolate')).toEqual([0, 1])
    expect(pins(SINGLE, 2, 'require')).toEqual([])
  })

  test('more CPUs than are free do not fit', () => {
    expect(pins({ ...EIGHT, pinned_cpus: [0] }, 8)).toEqual([])
  })

  test('a host cell that does not tell its cores breaks Nova', () => {
    expect(() => pins({ ...EIGHT, siblings: [] }, 1)).toThrow(
      expect.objectContaining({ code: 'VALUE_MALFORMED', details: { cell: 0, novaError: 'ValueError' } }),
    )
  })
})

describe('mixed instances', () => {
  const mixed = { cpuset: [0], ...owner(0, undefined, 'mixed'), pcpuset: [1, 2] }

  test('own some CPUs and share the others, within limits', () => {
    const limits = { cpuAllocationRatio: 1, ramAllocationRatio: 1 }
    const fit = (cpu_usage: number) => fitNuma(question(hostOf({ ...EIGHT, cpu_usage }), instanceOf(mixed), { limits }))
    expect(fit(7)?.cells[0]?.cpuPinning).toEqual([
      [1, 0],
      [2, 1],
    ])
    expect(fit(8)).toBeNull()
  })

  test('a cell that owns none fits in releases that allow it', () => {
    const instance = instanceOf({ cpuset: [0], cpu_policy: 'mixed' })
    expect(fitNuma(question(hostOf({}), instance))).toBeNull()
    expect(fitNuma(question(hostOf({}), instance, { rules: NUMA_OWNERS_COUNT_PAGES }))).not.toBeNull()
  })
})

describe('emulator threads', () => {
  const placed = (host: object, ...cells: object[]) =>
    fitNuma(question(hostOf({ ...EIGHT, ...host }, {}), isolatingInstance('isolate', ...cells)))

  test('take one CPU more with the first cell, beside the core in use', () => {
    const [first, second] = placed({}, owner(1), owner(1))?.cells ?? []
    expect(first).toMatchObject({ cpuPinning: [[0, 0]], reservedCpus: [1] })
    expect(second?.reservedCpus).toEqual([])
  })

  test('take a core of their own where cores are isolated', () => {
    expect(placed({}, owner(2, 'isolate'), owner(1))?.cells[0]?.reservedCpus).toEqual([4])
  })

  test('find no place where all CPUs are owned', () => {
    expect(placed({}, owner(8), owner(1))).toBeNull()
    expect(placed({}, owner(4, 'isolate'), owner(1))).toBeNull()
  })
})

describe('CPUs to own, where threads suit the guest', () => {
  const asked = (count: number) => instanceOf({ cpuset: cpus(count), cpu_pinning_raw: {} })
  const fit = (differs: object, count: number) =>
    fitNuma(question(hostOf({ ...CORES, ...differs }), asked(count), { rules: ONE_LIST }))

  test.each([
    ['the last of the largest cores, if one is enough', {}, 2, [6, 7], { cores: 1, threads: 2 }],
    ['as many threads of each core as divide the guest', {}, 4, [0, 1, 2, 3], { cores: 4, threads: 2 }],
    ['one thread of each core for an odd number', {}, 3, [0, 2, 4], { cores: 4, threads: 1 }],
    ['the first free CPUs, where no cores are told', { siblings: [] }, 3, [0, 1, 2], { cores: 1, threads: 3 }],
  ])('%s', (_, differs, count, pins, topology) => {
    const placed = fit(differs, count)
    expect(pinsOf(placed)).toEqual(pins)
    expect(placed?.cells[0]?.cpuTopology).toEqual({ sockets: 1, ...topology })
  })

  test('nothing fits that no number of threads divides', () => {
    expect(fit({}, 5)).toBeNull()
    expect(fit({ pinned_cpus: cpus(7) }, 2)).toBeNull()
  })

  test('a guest that was told its threads keeps them', () => {
    const first = fit({}, 2)
    const again = first && fitNuma(question(hostOf(CORES), first, { rules: ONE_LIST }))
    expect(again?.cells[0]).toMatchObject({
      cpuPinning: [
        [0, 0],
        [1, 1],
      ],
      cpuTopology: { cores: 1, threads: 2 },
    })
  })

  test('limits do not concern who owns CPUs; memory in use does', () => {
    const limits = { cpuAllocationRatio: 0, ramAllocationRatio: 0 }
    expect(fitNuma(question(hostOf(CORES), asked(2), { rules: ONE_LIST, limits }))).not.toBeNull()
    expect(fit({ memory_usage: 4000 }, 2)).toBeNull()
  })
})
