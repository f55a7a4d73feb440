import { describe, expect, test } from 'vitest'
import type { HostCell, HostTopology } from '../../../src/plugin/numa/topology.ts'
import { PCI_BY_KIND_AND_POLICY, PCI_BY_PROPERTIES, type PciRules } from '../../../src/plugin/pci/rules.ts'
import type { PciPlace } from '../../../src/plugin/pci/sieves.ts'
import { takePciDevices } from '../../../src/plugin/pci/take.ts'
import { aPciRequest, somePools } from './pools.ts'

/** A host with a cell for each socket that is given. */
function topologyOf(...sockets: readonly (number | null)[]): HostTopology {
  const rest = {
    cpuset: [],
    pcpuset: [],
    memory: 0,
    cpuUsage: 0,
    memoryUsage: 0,
    pages: [],
    siblings: [],
    pinnedCpus: [],
  }
  return { cells: sockets.map((socket, id): HostCell => ({ id, socket, ...rest })) }
}

const POOLS = somePools({ count: 1, cell: 0 }, { count: 2, cell: 1 }, { count: 3 }, { count: 4, cell: 2 })

/** The pools that devices were taken from, as `from ×how many`; null when there are too few. */
function takenFrom(
  policy: string | null,
  count: number,
  cells: readonly number[] | null,
  {
    rules = PCI_BY_KIND_AND_POLICY,
    sockets = [0, 0, 1],
  }: { rules?: PciRules; sockets?: readonly (number | null)[] } = {},
): Record<string, number> | null {
  const place: PciPlace = { cells, topology: topologyOf(...sockets) }
  const { pools, fault } = takePciDevices(POOLS, [aPciRequest(count, {}, policy)], place, rules)
  if (fault !== undefined) return null
  const counts = POOLS.map(({ numaNode, count: had }) => {
    return [String(numaNode), had - (pools.find((pool) => pool.numaNode === numaNode)?.count ?? 0)] as const
  })
  return Object.fromEntries(counts.filter(([, number]) => number > 0))
}

describe('NUMA policies', () => {
  test.each([
    ['required', 1, { 0: 1 }],
    ['required', 2, null],
    ['legacy', 1, { 0: 1 }],
    ['legacy', 4, { 0: 1, null: 3 }],
    ['legacy', 5, null],
    [null, 4, { 0: 1, null: 3 }],
    [null, 5, null],
    ['preferred', 1, { 0: 1 }],
    ['preferred', 4, { 0: 1, null: 3 }],
    ['preferred', 7, { 0: 1, null: 3, 1: 2, 2: 1 }],
    ['preferred', 11, null],
    ['socket', 1, { 0: 1 }],
    ['socket', 3, { 0: 1, 1: 2 }],
    ['socket', 4, null],
  ])('%s, %i devices near cell 0', (policy, count, expected) => {
    expect(takenFrom(policy, count, [0])).toEqual(expected)
  })

  test.each([null, []])('say nothing of an instance without cells (%j)', (cells) => {
    expect(takenFrom('required', 10, cells)).toEqual({ 0: 1, 1: 2, null: 3, 2: 4 })
  })

  test('count every cell of the instance', () => {
    expect(takenFrom('required', 3, [1, 0])).toEqual({ 0: 1, 1: 2 })
    expect(takenFrom('socket', 7, [0, 2])).toEqual({ 0: 1, 1: 2, 2: 4 })
  })

  test('socket needs to know all sockets', () => {
    expect(takenFrom('socket', 3, [0], { sockets: [0, 0, null] })).toBeNull()
    expect(takenFrom('socket', 1, [0], { sockets: [null] })).toEqual({ 0: 1 })
    const place = { cells: [0], topology: null }
    expect(takePciDevices(POOLS, [aPciRequest(3, {}, 'socket')], place, PCI_BY_KIND_AND_POLICY).fault).toBeDefined()
  })

  test('are not known to releases that tell devices apart by properties alone', () => {
    for (const policy of ['required', 'legacy', 'preferred', 'socket', null]) {
      expect(takenFrom(policy, 4, [0], { rules: PCI_BY_PROPERTIES })).toEqual({ 0: 1, null: 3 })
      expect(takenFrom(policy, 5, [0], { rules: PCI_BY_PROPERTIES })).toBeNull()
    }
  })
})
