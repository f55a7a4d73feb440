import { describe, expect, test } from 'vitest'
import type { DataMap } from '../../../src/plugin/request.ts'
import { early, errorOf, later, refusal, shares } from './asking.ts'

const TWO = { 'hw:numa_nodes': '2' }
const CPUS = { 'hw:numa_cpus.0': '0-2', 'hw:numa_cpus.1': '3' }
const MEMORY = { 'hw:numa_mem.0': '768', 'hw:numa_mem.1': '256' }
const MANUAL = { ...TWO, ...CPUS, ...MEMORY }
const DEDICATED = { 'hw:cpu_policy': 'dedicated' }

describe.each([
  ['early', early],
  ['later', later],
] as const)('%s releases', (_name, decide) => {
  test('nothing asked for is no topology', () => {
    expect(decide({})).toBeNull()
    expect(decide({ 'hw:cpu_policy': 'shared', 'hw:numa_nodes': '' })).toBeNull()
    expect(decide({ ...CPUS, 'hw:numa_mem.0': 'not read' })).toBeNull()
  })

  test('nodes share evenly', () => {
    expect(shares(decide(TWO))).toEqual(['0,1| 512', '2,3| 512'])
    expect(refusal(() => decide({ 'hw:numa_nodes': '3' }))).toBe('ImageNUMATopologyAsymmetric')
  })

  test('nodes as they are given', () => {
    expect(shares(decide(MANUAL))).toEqual(['0,1,2| 768', '3| 256'])
    expect(shares(decide({ ...MANUAL, ...DEDICATED }))).toEqual(['|0,1,2 768', '|3 256'])
    expect(shares(decide({ ...MANUAL, 'hw:numa_mem.0': '1025', 'hw:numa_mem.1': '-1' }))).toEqual([
      '0,1,2| 1025',
      '3| -1',
    ])
    expect(shares(decide({ ...MANUAL, 'hw:numa_cpus.0': '0-3', 'hw:numa_cpus.1': '' }))).toEqual([
      '0,1,2,3| 768',
      '| 256',
    ])
  })

  test.each<[DataMap, string]>([
    [{ 'hw:numa_cpus.1': '3,4' }, 'ImageNUMATopologyCPUOutOfRange'],
    [{ 'hw:numa_cpus.1': '2,3' }, 'ImageNUMATopologyCPUDuplicates'],
    [{ 'hw:numa_cpus.0': '1', 'hw:numa_mem.1': '1' }, 'ImageNUMATopologyCPUsUnassigned'],
    [{ 'hw:numa_mem.1': '255' }, 'ImageNUMATopologyMemoryOutOfRange'],
    [{ 'hw:numa_mem.1': '256MB' }, 'ValueError'],
    [{ 'hw:numa_cpus.1': 'x' }, 'Invalid'],
  ])('nodes given as %j', (change, novaError) => {
    expect(refusal(() => decide({ ...MANUAL, ...change }))).toBe(novaError)
  })

  test('nodes half given are incomplete', () => {
    const half = [
      { ...TWO, ...CPUS },
      { ...TWO, ...MEMORY },
      { ...MANUAL, 'hw:numa_nodes': '4' },
    ]
    for (const specs of half) expect(refusal(() => decide(specs))).toBe('ImageNUMATopologyIncomplete')
  })

  test('dedicated CPUs alone make one cell', () => {
    expect(shares(decide(DEDICATED))).toEqual(['|0,1,2,3 1024'])
  })

  test('the number of nodes may not stand on both sides', () => {
    const error = errorOf(() => decide(TWO, { hw_numa_nodes: 2 }))
    expect(error).toMatchObject({
      code: 'NUMA_CONSTRAINT_FORBIDDEN',
      message:
        "Image property 'hw_numa_nodes' is not permitted to override NUMA configuration set against the flavor (see hw:numa_nodes of the flavor)",
      details: { novaError: 'ImageNUMATopologyForbidden', settings: ['hw:numa_nodes'] },
    })
  })

  test('the answer is frozen', () => {
    const topology = decide(TWO)
    expect(Object.isFrozen(topology?.cells[1]?.cpuset)).toBe(true)
    expect(topology?.cells[1]).toEqual({
      id: 1,
      cpuset: [2, 3],
      pcpuset: [],
      memory: 512,
      pageSize: null,
      cpuPolicy: null,
      cpuThreadPolicy: null,
      cpuPinning: [],
      cpuTopology: null,
      reservedCpus: [],
    })
  })

  test('a value that is no text is named', () => {
    expect(errorOf(() => decide({ 'hw:numa_nodes': [2] }))).toMatchObject({
      code: 'REQUEST_INVALID',
      message: 'hw:numa_nodes: must be a text, is a list',
      details: { path: 'hw:numa_nodes' },
    })
    expect(shares(decide({ 'hw:numa_nodes': 2 }))).toHaveLength(2)
  })
})

describe('early releases', () => {
  test('any whole number is a number of nodes', () => {
    expect(shares(early({ 'hw:numa_nodes': '0' }))).toEqual(['0,1,2,3| 1024'])
    expect(shares(early({ 'hw:numa_nodes': ' 02 ' }))).toHaveLength(2)
    expect(early({ 'hw:numa_nodes': '-1' })).toEqual({ cells: [], emulatorThreadsPolicy: null })
    expect(shares(early({ 'hw:numa_nodes': '-1', ...DEDICATED }))).toEqual(['|0,1,2,3 1024'])
    expect(errorOf(() => early({ 'hw:numa_nodes': '2.0' })).code).toBe('VALUE_MALFORMED')
  })

  test('the cell that is made for pinning forgets the page size', () => {
    const specs = { ...DEDICATED, 'hw:mem_page_size': '2048' }
    expect(early(specs)?.cells[0]?.pageSize).toBe(2048)
    expect(early({ ...specs, 'hw:numa_nodes': '-1' })?.cells[0]?.pageSize).toBeNull()
  })

  test('sides are told apart key by key, an empty text being one', () => {
    const image = { 'hw_numa_cpus.1': '3', 'hw_numa_mem.0': '768', hw_numa_nodes: '2' }
    const flavor = { 'hw:numa_cpus.0': '0-2', 'hw:numa_mem.1': '256' }
    expect(shares(early(flavor, image))).toEqual(['0,1,2| 768', '3| 256'])
    expect(refusal(() => early({ ...flavor, 'hw:numa_nodes': '' }, image))).toBe('ImageNUMATopologyForbidden')
    expect(shares(early({ ...flavor, 'hw:numa_cpus.2': '0' }, { ...image, 'hw_numa_cpus.2': '0' }))).toHaveLength(2)
  })

  test('a node is judged before the next is read', () => {
    expect(refusal(() => early({ ...TWO, 'hw:numa_cpus.0': '9', 'hw:numa_mem.0': '1' }))).toBe(
      'ImageNUMATopologyCPUOutOfRange',
    )
  })

  test('a stray list is incomplete, after the shares came out even', () => {
    expect(refusal(() => early({ ...TWO, 'hw:numa_cpus.1': '3' }))).toBe('ImageNUMATopologyIncomplete')
    expect(refusal(() => early({ 'hw:numa_nodes': '3', 'hw:numa_cpus.1': '3' }))).toBe('ImageNUMATopologyAsymmetric')
  })

  test('order: page size, number of nodes, cells, pinning', () => {
    const image = { hw_cpu_policy: 'dedicated' }
    const all = { 'hw:cpu_policy': 'shared', 'hw:numa_nodes': 'x', 'hw:mem_page_size': 'x' }
    expect(refusal(() => early(all, image))).toBe('MemoryPageSizeInvalid')
    expect(refusal(() => early({ ...all, 'hw:mem_page_size': '4' }, image))).toBe('ValueError')
    expect(refusal(() => early({ ...all, 'hw:mem_page_size': '4', 'hw:numa_nodes': '3' }, image))).toBe(
      'ImageNUMATopologyAsymmetric',
    )
    expect(refusal(() => early({ 'hw:cpu_policy': 'shared' }, image))).toBe('ImageCPUPinningForbidden')
  })

  test('a set is printed as Python 2 prints it', () => {
    const message = 'CPU number set([1, 2]) is not assigned to any node'
    expect(() => early({ ...MANUAL, 'hw:numa_cpus.0': '0' })).toThrow(message)
  })
})

describe('later releases', () => {
  test.each(['0', '-1', '02', '+2', ' 2 ', '2.0', 'x'])('%j is no number of nodes', (nodes) => {
    expect(() => later({ 'hw:numa_nodes': nodes })).toThrow(`The property 'numa_nodes' cannot be '${nodes}'`)
  })

  test('a zero of the image is refused, and does not stand against the flavor', () => {
    expect(refusal(() => later({}, { hw_numa_nodes: 0 }))).toBe('InvalidNUMANodesNumber')
    expect(shares(later(TWO, { hw_numa_nodes: 0 }))).toHaveLength(2)
    expect(shares(later({ 'hw:numa_nodes': '' }, { hw_numa_nodes: 2 }))).toHaveLength(2)
  })

  test('lists come from one side each', () => {
    const nodes = { hw_numa_nodes: 2 }
    expect(shares(later(CPUS, { ...nodes, hw_numa_mem: [768, 256] }))).toEqual(['0,1,2| 768', '3| 256'])
    expect(shares(later(MEMORY, { ...nodes, hw_numa_cpus: [[3], [0, 1, 2]] }))).toEqual(['3| 768', '0,1,2| 256'])
    expect(() => later(MANUAL, { hw_numa_cpus: [[0]] })).toThrow("Image property 'hw_numa_cpus' is not permitted")
    expect(() => later(MANUAL, { hw_numa_mem: [1] })).toThrow("Image property 'hw_numa_mem' is not permitted")
  })

  test('lists end at the first gap, and may not be longer than the number of nodes', () => {
    expect(refusal(() => later({ ...MANUAL, 'hw:numa_cpus.2': '', 'hw:numa_mem.2': '0' }))).toBe(
      'ImageNUMATopologyIncomplete',
    )
    expect(shares(later({ ...MANUAL, 'hw:numa_cpus.3': 'not read' }))).toHaveLength(2)
    expect(shares(later({ ...TWO, 'hw:numa_cpus.1': 'not read' }))).toEqual(['0,1| 512', '2,3| 512'])
  })

  test('lists of the image that are none', () => {
    expect(errorOf(() => later(TWO, { hw_numa_cpus: '0-3' })).code).toBe('REQUEST_INVALID')
  })

  test('persistent memory asks for a topology, by one label', () => {
    expect(shares(later({ 'hw:pmem': ' , 4GB' }))).toHaveLength(1)
    expect(later({ 'hw:pmem': ' , ' })).toBeNull()
  })

  test('locked memory', () => {
    expect(refusal(() => later({ 'hw:locked_memory': 'yes' }))).toBe('LockMemoryForbidden')
    expect(refusal(() => later({}, { hw_locked_memory: true }))).toBe('LockMemoryForbidden')
    expect(() => later({ 'hw:locked_memory': 'on' }, { hw_locked_memory: false })).toThrow(
      'locked_memory value in image (False) and flavor (True) conflict.',
    )
    expect(later({ 'hw:locked_memory': '' }, { hw_locked_memory: false })).toBeNull()
    expect(shares(later({ 'hw:locked_memory': '1', 'hw:mem_page_size': '4' }))).toHaveLength(1)
  })

  test('order: CPUs, number of nodes, page size, locked memory, cells', () => {
    const all = {
      'hw:cpu_policy': 'x',
      'hw:numa_nodes': 'x',
      'hw:mem_page_size': 'x',
      'hw:locked_memory': 'yes',
      'hw:numa_cpus.0': 'x',
    }
    expect(refusal(() => later(all))).toBe('InvalidCPUAllocationPolicy')
    expect(refusal(() => later({ ...all, 'hw:cpu_policy': '' }))).toBe('InvalidNUMANodesNumber')
    expect(refusal(() => later({ ...all, 'hw:cpu_policy': '', ...TWO }))).toBe('MemoryPageSizeInvalid')
    expect(refusal(() => later({ ...all, 'hw:cpu_policy': '', ...TWO, 'hw:mem_page_size': '' }))).toBe(
      'LockMemoryForbidden',
    )
    expect(refusal(() => later({ ...all, 'hw:cpu_policy': '', ...TWO, 'hw:mem_page_size': '4' }))).toBe('Invalid')
  })

  test('a set is printed as Python 3 prints it', () => {
    expect(() => later({ ...MANUAL, 'hw:numa_cpus.0': '0' })).toThrow('CPU number {1, 2} is not assigned to any node')
  })
})
