import { describe, expect, test } from 'vitest'
import type { InstanceCell, InstanceTopology } from '../../../src/plugin/numa/topology.ts'
import {
  EARLY_NUMA_CONSTRAINTS,
  LATER_NUMA_CONSTRAINTS,
  novaNumaTopology,
  readNumaTopology,
} from '../../../src/request/numa/index.ts'
import { early, errorOf, later } from './asking.ts'

const PLAIN: InstanceCell = {
  id: 0,
  cpuset: [0, 1],
  pcpuset: [],
  memory: 512,
  pageSize: -1,
  cpuPolicy: null,
  cpuThreadPolicy: null,
  cpuPinning: [],
  cpuTopology: null,
  reservedCpus: [],
}
const PINNED: InstanceCell = { ...PLAIN, cpuset: [], pcpuset: [0, 1], cpuPolicy: 'dedicated' }

const topology = (...cells: InstanceCell[]): InstanceTopology => ({ cells, emulatorThreadsPolicy: null })

describe('early releases', () => {
  test('are told CPUs, and whether they are pinned', () => {
    expect(novaNumaTopology(topology(PLAIN, { ...PINNED, id: 1 }), EARLY_NUMA_CONSTRAINTS)).toEqual({
      cells: [
        { id: 0, cpuset: [0, 1], memory: 512, pagesize: -1, cpu_pinning_raw: null },
        { id: 1, cpuset: [0, 1], memory: 512, pagesize: -1, cpu_pinning_raw: {} },
      ],
    })
  })

  test('read back', () => {
    const asked = early({ 'hw:numa_nodes': '2', 'hw:cpu_policy': 'dedicated', 'hw:mem_page_size': 'any' })
    expect(readNumaTopology(novaNumaTopology(asked as InstanceTopology, EARLY_NUMA_CONSTRAINTS))).toEqual(asked)
    const placed = topology({ ...PINNED, id: 3, cpuPinning: [[0, 10], [1, 4]] }) // prettier-ignore
    const form = novaNumaTopology(placed, EARLY_NUMA_CONSTRAINTS)
    expect(form).toMatchObject({ cells: [{ cpu_pinning_raw: { 0: 10, 1: 4 } }] })
    expect(readNumaTopology(JSON.stringify(form))).toEqual(placed)
  })

  test('drop the topology of CPUs from a plain map, as Nova does', () => {
    const cell = { id: 0, cpuset: [1, 0], memory: 1, cpu_topology: { sockets: 1, cores: 1, threads: 2 } }
    expect(readNumaTopology({ cells: [cell] })?.cells).toEqual([{ ...PLAIN, memory: 1, pageSize: null }])
  })

  test('no cells are a topology all the same', () => {
    expect(readNumaTopology({ cells: [] })).toEqual(topology())
  })
})

describe('later releases', () => {
  test('are told shared and pinned CPUs and policies', () => {
    const asked = later({
      'hw:cpu_policy': 'mixed',
      'hw:cpu_dedicated_mask': '3',
      'hw:emulator_threads_policy': 'share',
    })
    const form = novaNumaTopology(asked as InstanceTopology, LATER_NUMA_CONSTRAINTS)
    expect(form).toEqual({
      cells: [
        {
          id: 0,
          cpuset: [0, 1, 2],
          pcpuset: [3],
          memory: 1024,
          pagesize: null,
          cpu_policy: 'mixed',
          cpu_thread_policy: null,
          cpuset_reserved: null,
        },
      ],
      emulator_threads_policy: 'share',
    })
    expect(Object.isFrozen(form)).toBe(true)
    expect(readNumaTopology(form)).toEqual(asked)
  })

  test('read back what was placed', () => {
    const placed = topology({ ...PINNED, cpuThreadPolicy: 'isolate', cpuPinning: [[0, 2], [1, 6]], reservedCpus: [3] }) // prettier-ignore
    expect(readNumaTopology(novaNumaTopology(placed, LATER_NUMA_CONSTRAINTS))).toEqual(placed)
  })

  test('a dedicated cell of before pinned CPUs had a list of their own', () => {
    const cell = { id: 0, cpuset: [0, 1], memory: 512, pagesize: -1, cpu_policy: 'dedicated' }
    expect(readNumaTopology({ cells: [cell] })).toEqual(topology(PINNED))
  })

  test('a versioned object, as over RPC', () => {
    const object = (name: string, data: object) => ({ 'nova_object.name': name, 'nova_object.data': data })
    const cpuTopology = { sockets: 1, cores: 2, threads: 1 }
    const cell = { id: 0, cpuset: [0, 1], pcpuset: [], memory: 512, pagesize: -1, cpu_pinning_raw: null }
    const cells = [object('InstanceNUMACell', { ...cell, cpu_topology: object('VirtCPUTopology', cpuTopology) })]
    const text = JSON.stringify(object('InstanceNUMATopology', { cells, emulator_threads_policy: 'isolate' }))
    expect(readNumaTopology(text)).toEqual({ cells: [{ ...PLAIN, cpuTopology }], emulatorThreadsPolicy: 'isolate' })
  })
})

describe('reading', () => {
  test.each([null, undefined, '', {}, 'null', '{}'])('%j is none', (value) => {
    expect(readNumaTopology(value)).toBeNull()
  })

  const cell = { id: 0, cpuset: [0], memory: 1 }
  test.each<[unknown, string]>([
    ['{', 'numa_topology: must be a map or JSON text, is "{"'],
    [[], 'numa_topology: must be a map, is a list'],
    [7, 'numa_topology: must be a map, is 7'],
    [{ cell: [] }, 'numa_topology.cells: is missing'],
    [{ cells: {} }, 'numa_topology.cells: must be a list, is a map'],
    [{ cells: [cell, null] }, 'numa_topology.cells[1]: must be a map, is null: leave the field out if it is not known'],
    [
      { cells: [{ ...cell, id: '0' }] },
      'numa_topology.cells[0].id: must be a whole number, is "0": leave out the quotes',
    ],
    [{ cells: [{ ...cell, cpuset: '0' }] }, 'numa_topology.cells[0].cpuset: must be a list, is "0"'],
    [{ cells: [{ ...cell, cpuset: [0.5] }] }, 'numa_topology.cells[0].cpuset[0]: must be a whole number, is 0.5'],
    [{ cells: [{ ...cell, memory: undefined }] }, 'numa_topology.cells[0].memory: is missing'],
    [
      { cells: [{ ...cell, cpu_policy: 'x' }] },
      'numa_topology.cells[0].cpu_policy: must be dedicated, shared or mixed, is "x"',
    ],
    [
      { cells: [{ ...cell, cpu_pinning_raw: { x: 1 } }] },
      'numa_topology.cells[0].cpu_pinning_raw.x: must be a whole number, is "x"',
    ],
    [
      { cells: [], emulator_threads_policy: 1 },
      'numa_topology.emulator_threads_policy: must be share or isolate, is 1',
    ],
    [{ 'nova_object.data': 1 }, 'numa_topology["nova_object.data"]: must be a map, is 1'],
  ])('%j is refused', (value, message) => {
    expect(errorOf(() => readNumaTopology(value))).toMatchObject({ code: 'REQUEST_INVALID', message })
  })

  test('the path is where it stands', () => {
    const run = () => readNumaTopology(1, ['request_spec', 'instance_properties', 'numa_topology'])
    expect(errorOf(run).details).toEqual({ path: 'request_spec.instance_properties.numa_topology' })
  })
})
