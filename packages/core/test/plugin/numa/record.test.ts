import { describe, expect, test } from 'vitest'
import { hostTopologyRecord, readHostTopology } from '../../../src/plugin/numa/record.ts'

/** What a cell has by the same names in a record and as a host has it. */
const CELL = {
  id: 3,
  socket: 1,
  cpuset: [0, 1],
  pcpuset: [2, 3],
  memory: 2048,
  siblings: [
    [0, 1],
    [2, 3],
  ],
}
const RECORD = {
  cells: [
    {
      ...CELL,
      cpu_usage: 1,
      memory_usage: 512,
      mempages: [{ size_kb: 4, total: 10, used: 2, reserved: 1 }],
      pinned_cpus: [2],
    },
  ],
}

describe('a host', () => {
  test('is read and written', () => {
    const topology = readHostTopology(RECORD)
    expect(topology?.cells[0]).toEqual({
      ...CELL,
      cpuUsage: 1,
      memoryUsage: 512,
      pages: [{ sizeKb: 4, total: 10, used: 2, reserved: 1 }],
      pinnedCpus: [2],
    })
    expect(topology && hostTopologyRecord(topology)).toEqual(RECORD)
    expect(Object.isFrozen(topology?.cells[0]?.siblings[0])).toBe(true)
  })

  test('what is absent is empty, 0, or not known', () => {
    const topology = readHostTopology({
      cells: [{ id: 0, cpuset: [1, 0, 1], memory: 1, mempages: [{ size_kb: 4, total: 1 }] }],
    })
    expect(topology?.cells[0]).toMatchObject({
      socket: null,
      cpuset: [0, 1],
      pcpuset: [],
      cpuUsage: 0,
      memoryUsage: 0,
      pages: [{ used: 0, reserved: 0 }],
      siblings: [],
      pinnedCpus: [],
    })
  })

  test.each([null, undefined, {}, { cells: null }, { cells: [] }])('has no topology without cells: %j', (record) => {
    expect(readHostTopology(record)).toBeNull()
  })
})
