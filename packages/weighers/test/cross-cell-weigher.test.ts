import { weigherCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { CrossCellWeigher } from '../src/cross-cell-weigher.ts'

const hosts = [{ cell: 'cell1' }, { cell: 'cell2' }, { cell: 'cell3' }]
const move = (cell: string | null, allowCrossCellMove: boolean) => ({
  requestedDestination: { node: null, cell, allowCrossCellMove },
})

describe('CrossCellWeigher', () => {
  const cases = weigherCases(CrossCellWeigher, [
    {
      name: 'prefers the cell that a move starts from',
      release: 'zed',
      request: move('cell1', true),
      hosts,
      raw: [1, -1, -1],
      weights: [1_000_000, 0, 0],
    },
    {
      name: 'prefers other cells with a multiplier below 0',
      release: 'zed',
      conf: { cross_cell_move_weight_multiplier: -1 },
      request: move('cell1', true),
      hosts,
      weights: [-1, 0, 0],
    },
    {
      name: 'says nothing of a move that may not leave its cell',
      request: move('cell1', false),
      hosts,
      raw: [0, 0, 0],
    },
    { name: 'says nothing of a move without a cell', request: move(null, true), hosts, raw: [0, 0, 0] },
    { name: 'says nothing of a new instance', request: { requestedDestination: null }, hosts, raw: [0, 0, 0] },
  ])
  for (const { name, run } of cases) test(name, run)
})
