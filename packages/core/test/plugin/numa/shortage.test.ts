import { describe, expect, test } from 'vitest'
import { describeNumaShortage } from '../../../src/plugin/numa/describe.ts'
import type { NumaQuestion } from '../../../src/plugin/numa/question.ts'
import type { PciShortage } from '../../../src/plugin/pci/shortage.ts'
import { numaShortage, type NumaShortage } from '../../../src/plugin/numa/shortage.ts'
import type { HostTopology, InstanceTopology } from '../../../src/plugin/numa/topology.ts'
import { hostOf, instanceOf, isolatingInstance, ONE_LIST, question } from './cells.ts'

const LIMITS = { cpuAllocationRatio: 1, ramAllocationRatio: 1 }

function tell(host: HostTopology, instance: InstanceTopology, differs: Partial<NumaQuestion> = {}) {
  const shortage = numaShortage(question(host, instance, { limits: LIMITS, ...differs }))
  const { reason, needed, available, unit } = shortage ?? ({} as Partial<NumaShortage>)
  return { short: [reason, needed, available, unit], text: shortage && describeNumaShortage(shortage), shortage }
}

const owner = (cpus: number[], cpu_thread_policy?: string) => {
  return { pcpuset: cpus, cpu_policy: 'dedicated', ...(cpu_thread_policy !== undefined && { cpu_thread_policy }) }
}

describe('numaShortage', () => {
  test('nothing is short where the cells fit', () => {
    expect(numaShortage(question(hostOf({}), instanceOf({ cpuset: [0] })))).toBeNull()
  })

  test('too few cells', () => {
    const { short, text } = tell(hostOf({}), instanceOf({ cpuset: [0] }, { cpuset: [1] }))
    expect(short).toEqual(['too_few_cells', 2, 1, 'NUMA cell'])
    expect(text).toBe('2 NUMA cells needed, the host has 1')
  })

  test('a cell that fits nowhere: the nearest lack counts, each host cell is told', () => {
    const host = hostOf({ cpu_usage: 4 }, { memory_usage: 3700, memory: 4096, cpu_usage: 1 })
    const { short, text } = tell(host, instanceOf({ cpuset: [0, 1] }))
    expect(short).toEqual(['not_enough_memory', 512, 396, 'MiB'])
    expect(text).toBe('cell 0 has 0 free CPUs, needs 2; cell 1 has 396 MiB of free memory, needs 512')
  })

  test('which of several cells', () => {
    const { text } = tell(hostOf({}, {}), instanceOf({ cpuset: [0] }, { cpuset: [1, 2, 3, 4, 5] }))
    expect(text).toBe(
      'NUMA cell 1 of the instance fits nowhere: cell 0 has 4 free CPUs, needs 5; cell 1 has 4 free CPUs, needs 5',
    )
  })

  test('cells that want the same host cell', () => {
    const host = hostOf({}, { cpu_usage: 4 }, { cpu_usage: 4 })
    const { short, text } = tell(host, instanceOf({ cpuset: [0] }, { cpuset: [1] }))
    expect(short).toEqual(['cells_collide', 2, 1, 'NUMA cell'])
    expect(text).toBe('2 NUMA cells needed, only 1 at a time fit: cell 0 on 0; cell 1 on 0')
  })

  test('every pair is told as data: what was needed, and what was there', () => {
    const instance = isolatingInstance('isolate', { ...owner([0, 1]), pagesize: 2048 })
    const { shortage } = tell(hostOf({ id: 7, pinned_cpus: [3], cpu_usage: 1, memory_usage: 96 }), instance)
    expect(shortage?.cells).toEqual([
      {
        cell: 0,
        cpus: 0,
        ownedCpus: 3,
        memory: 512,
        pageSize: 2048,
        threadPolicy: null,
        hostCells: [
          {
            id: 7,
            freeCpus: 3,
            freeOwnedCpus: 3,
            freeMemory: 4000,
            freePages: [{ sizeKb: 4, free: 1048576 }],
            pciNear: null,
            lack: { reason: 'page_size_missing', needed: 1, available: 0, unit: 'page size of 2048 KiB' },
          },
        ],
      },
    ])
  })
})

describe('what a host cell lacks', () => {
  const huge = [{ size_kb: 2048, total: 100 }]
  test.each([
    ['not_enough_cpus', hostOf({ cpu_usage: 6 }), { cpuset: [0, 1] }, 'has 0 free CPUs, needs 2'],
    [
      'page_size_missing',
      hostOf({ mempages: huge }),
      { cpuset: [0], pagesize: 1048576 },
      'has no pages of 1048576 KiB, its pages are of 2048 KiB',
    ],
    ['not_enough_owned_cpus', hostOf({ pinned_cpus: [0] }), owner([0, 1, 2, 3]), 'has 3 free CPUs to pin, needs 4'],
    [
      'not_enough_pages',
      hostOf({ mempages: huge }),
      { cpuset: [0], pagesize: 2048 },
      'has 100 free pages of 2048 KiB, 256 are needed',
    ],
    [
      'not_whole_pages',
      hostOf({ mempages: huge }),
      { cpuset: [0], memory: 101 },
      'has pages of 2048 KiB, of which the memory is no multiple',
    ],
    ['page_size_missing', hostOf({}), { cpuset: [0], pagesize: -2 }, 'has no large pages, its pages are of 4 KiB'],
    ['nothing_to_own', hostOf({}), owner([]), 'cannot pin a cell of an instance that has no CPUs to pin there'],
    [
      'threads_share_cores',
      hostOf({ cpuset: [] }),
      owner([0], 'isolate'),
      'has hardware threads, so that no CPU is alone on its core',
    ],
    [
      'not_enough_whole_cores',
      hostOf({ pinned_cpus: [0] }),
      owner([0, 1], 'isolate'),
      'has 1 core free altogether, 2 are needed',
    ],
    [
      'no_thread_layout',
      hostOf({ pinned_cpus: [0] }),
      owner([0, 1, 2], 'require'),
      'has 2 free CPUs for 3, but not in threads that suit',
    ],
  ])('%s', (reason, host, cell, text) => {
    const told = tell(host, instanceOf(cell))
    expect(told.short[0]).toBe(reason)
    expect(told.text).toBe(`cell 0 ${text}`)
  })

  test('what would break Nova on a cell that it never came to is told as a lack', () => {
    const reasonsOf = ({ shortage }: ReturnType<typeof tell>) =>
      shortage?.cells.map(({ hostCells }) => hostCells.map(({ lack }) => lack?.reason))
    const unknown = hostOf({ pinned_cpus: [0] }, { siblings: [], pinned_cpus: [4] })
    expect(reasonsOf(tell(unknown, instanceOf(owner([0, 1, 2, 3]), owner([4]))))).toEqual([
      ['not_enough_owned_cpus', 'not_enough_owned_cpus'],
      [undefined, 'cores_unknown'],
    ])
    const full = hostOf({ cpu_usage: 4 }, { cpu_usage: 4 })
    const needsPages = instanceOf({ cpuset: [0] }, { cpuset: [], pagesize: 8 })
    expect(reasonsOf(tell(full, needsPages, { rules: ONE_LIST }))?.[1]).toEqual([
      'page_size_missing',
      'page_size_missing',
    ])
  })
})

describe('PCI devices that are elsewhere', () => {
  const onCell = (...near: number[]): Partial<NumaQuestion> => {
    return { rules: ONE_LIST, pciNear: (cells) => cells.some((cell) => near.includes(cell)) }
  }
  const tooFew: PciShortage = { request: 0, wanted: 'nic', needed: 2, available: 1, unit: 'devices', pools: [] }

  test('fewer than are asked for on the whole host', () => {
    const { short, text } = tell(hostOf({}), instanceOf({ cpuset: [0] }), { ...onCell(), pciShortage: () => tooFew })
    expect(short).toEqual(['too_few_devices', 2, 1, 'devices'])
    expect(text).toBe('the host has too few devices altogether: the host has no PCI devices')
  })

  test('on no known cell, where they must be near', () => {
    const refusal = { why: 'place', cells: [0], policy: 'required' } as const
    const pool = { vendorId: '8086', productId: '1572', numaNode: null, count: 2, left: 2, refusal }
    const pciShortage = (cells: readonly number[] | null) => (cells === null ? null : { ...tooFew, pools: [pool] })
    const { text } = tell(hostOf({}), instanceOf({ cpuset: [0] }), { ...onCell(), pciShortage })
    expect(text).toBe('no NUMA cell alone has the PCI devices near it (8086:1572: on no known NUMA cell, needs cell 0)')
  })

  const EIGHT = { cpuset: [0, 1, 2, 3, 4, 5, 6, 7] }

  test('on a cell that is full (P82)', () => {
    const host = hostOf({ ...EIGHT, cpu_usage: 8 }, EIGHT)
    const { short, text } = tell(host, instanceOf({ cpuset: [0, 1] }), onCell(0))
    expect(short).toEqual(['pci_not_near', 2, 0, 'CPU'])
    expect(text).toBe('PCI device is on cell 0 which has 0 free CPUs; cell 1 has 8')
  })

  test('on several cells that are full', () => {
    const host = hostOf({ memory_usage: 4000 }, { memory_usage: 4001 }, {})
    const { text } = tell(host, instanceOf({ cpuset: [0] }), onCell(0, 1))
    expect(text).toBe(
      'PCI devices are on cell 0 which has 96 MiB of free memory and on cell 1 which has 95 MiB of free memory; cell 2 has 4096',
    )
  })

  test('on no cell, or on one that no arrangement uses', () => {
    const none = tell(hostOf({}, {}), instanceOf({ cpuset: [0] }), onCell())
    expect(none.short).toEqual(['pci_not_near', 1, 0, 'NUMA cell'])
    expect(none.text).toBe('no NUMA cell alone has the PCI devices near it')
    const both = { rules: ONE_LIST, pciNear: (cells: readonly number[]) => cells.join() === '1' }
    const { text } = tell(hostOf({}, {}, {}), instanceOf({ cpuset: [0] }, { cpuset: [1] }), both)
    expect(text).toBe('PCI device is on cell 1, and no arrangement of the cells is near enough')
  })
})
