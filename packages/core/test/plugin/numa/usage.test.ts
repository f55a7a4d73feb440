import { describe, expect, test } from 'vitest'
import { fitNuma } from '../../../src/plugin/numa/fit.ts'
import { numaUsage } from '../../../src/plugin/numa/usage.ts'
import type { HostCell, HostTopology, InstanceTopology } from '../../../src/plugin/numa/topology.ts'
import { APART, hostOf, instanceOf, isolatingInstance, ONE_LIST, question } from './cells.ts'

function claimed(host: HostTopology, instance: InstanceTopology, rules = APART): readonly HostCell[] {
  return numaUsage(host, fitNuma(question(host, instance, { rules })), rules).cells
}

describe('numaUsage', () => {
  test('adds CPUs, memory and pages to the cell that is used, and leaves the others', () => {
    const host = hostOf({ cpu_usage: 1 }, { cpu_usage: 1, memory_usage: 256 })
    const instance = instanceOf({ cpuset: [0, 1], pagesize: 4 })
    for (const rules of [ONE_LIST, APART]) {
      const [first, second] = claimed(host, instance, rules)
      expect(first).toMatchObject({ cpuUsage: 3, memoryUsage: 512, pages: [{ used: 131072 }], pinnedCpus: [] })
      expect(second).toEqual(host.cells[1])
    }
  })

  test('takes the smallest pages where none were asked for, if memory counts in pages', () => {
    const host = hostOf({
      mempages: [
        { size_kb: 2048, total: 100 },
        { size_kb: 4, total: 262144 },
      ],
    })
    expect(claimed(host, instanceOf({ cpuset: [0] }))[0]?.pages.map(({ used }) => used)).toEqual([0, 131072])
    expect(claimed(host, instanceOf({ cpuset: [0] }), ONE_LIST)[0]?.pages.map(({ used }) => used)).toEqual([0, 0])
  })

  test('a part of a page counts as none', () => {
    const host = hostOf({ mempages: [{ size_kb: 2048, total: 2048 }] })
    const placed = instanceOf({ id: 0, cpuset: [0], memory: 255 })
    expect(numaUsage(host, placed, APART).cells[0]?.pages[0]?.used).toBe(127)
  })

  test('who owns CPUs takes them, and counts among shared ones only where all come from one list', () => {
    const apart = instanceOf({ pcpuset: [0, 1], cpu_policy: 'dedicated' })
    const oneList = instanceOf({ cpuset: [0, 1], cpu_pinning_raw: {} })
    expect(claimed(hostOf({}), apart)[0]).toMatchObject({ cpuUsage: 0, pinnedCpus: [0, 1] })
    expect(claimed(hostOf({}), oneList, ONE_LIST)[0]).toMatchObject({ cpuUsage: 2, pinnedCpus: [2, 3] })
  })

  test('who isolates cores takes all their threads; emulator threads theirs', () => {
    const isolated = { pcpuset: [0], cpu_policy: 'dedicated', cpu_thread_policy: 'isolate' }
    expect(claimed(hostOf({}), instanceOf(isolated))[0]?.pinnedCpus).toEqual([0, 1])
    expect(claimed(hostOf({}), isolatingInstance('isolate', isolated))[0]?.pinnedCpus).toEqual([0, 1, 2, 3])
  })

  test('an instance without cells changes nothing, or makes all cells forget, pages and pins aside', () => {
    const host = hostOf({
      cpu_usage: 2,
      memory_usage: 9,
      pinned_cpus: [1],
      mempages: [{ size_kb: 4, total: 9, used: 1 }],
    })
    expect(numaUsage(host, null, APART)).toBe(host)
    expect(numaUsage(host, null, ONE_LIST).cells).toEqual([{ ...host.cells[0], cpuUsage: 0, memoryUsage: 0 }])
  })

  test('one that owns CPUs in some cells only pins none, where all come from one list', () => {
    const instance = instanceOf({ cpuset: [0], cpu_pinning_raw: { 0: 1 } }, { cpuset: [1] })
    expect(numaUsage(hostOf({}, {}), instance, ONE_LIST).cells.map(({ pinnedCpus }) => pinnedCpus)).toEqual([[], []])
  })

  test('a claim may turn the order around in which Python walks a core', () => {
    const cpus = [4, 20, 5, 21, 6, 22]
    const siblings = [
      [4, 20],
      [5, 21],
      [6, 22],
    ]
    const host = hostOf({ cpuset: cpus, pcpuset: cpus, siblings })
    const one = instanceOf({ pcpuset: [0], cpu_policy: 'dedicated' })
    const pinned = (on: HostTopology): unknown => fitNuma(question(on, one))?.cells[0]?.cpuPinning
    const full = { cells: host.cells.map((cell) => ({ ...cell, pinnedCpus: [4, 20] })) }
    expect(pinned(full)).toEqual([[0, 21]])
    const claimed = numaUsage(host, instanceOf({ id: 0, cpuset: [0] }), APART)
    const fuller = { cells: claimed.cells.map((cell) => ({ ...cell, pinnedCpus: [4, 20] })) }
    expect(pinned(fuller)).toEqual([[0, 5]])
  })
})

describe('a claim that breaks', () => {
  const pinnedTo = (...cpus: number[]): InstanceTopology => {
    const cpu_pinning_raw = Object.fromEntries(cpus.map((cpu, guest) => [guest, cpu]))
    return instanceOf({ pcpuset: cpus.map((_, guest) => guest), cpu_policy: 'dedicated', cpu_pinning_raw })
  }

  test.each([
    ['CPUs that are taken', hostOf({ pinned_cpus: [1] }), pinnedTo(0, 1), 'CPU_PINNING_INVALID', 'CPUPinningInvalid'],
    ['CPUs that cannot be owned', hostOf({ pcpuset: [0] }), pinnedTo(0, 1), 'CPU_PINNING_INVALID', 'CPUPinningUnknown'],
    ['CPUs that were never chosen', hostOf({}), pinnedTo(), 'CPU_PINNING_INVALID', 'AttributeError'],
    [
      'pages that are not told',
      hostOf({ mempages: [] }),
      instanceOf({ cpuset: [0] }),
      'PAGE_SIZES_UNKNOWN',
      'IndexError',
    ],
  ])('%s', (_, host, placed, code, novaError) => {
    const details: unknown = expect.objectContaining({ cell: 0, novaError })
    expect(() => numaUsage(host, placed, APART)).toThrow(expect.objectContaining({ code, details }))
  })

  test('of one list, a CPU that is taken breaks too', () => {
    const placed = instanceOf({ cpuset: [0], cpu_pinning_raw: { 0: 1 } })
    expect(() => numaUsage(hostOf({ pinned_cpus: [1] }), placed, ONE_LIST)).toThrow('CPUs 1 are pinned to another')
  })
})
