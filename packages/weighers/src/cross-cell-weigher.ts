import { defineWeigher, float } from '@nova-sched/core/plugin'

/** Hosts by whether they are in the cell that a move starts from. */
export const CrossCellWeigher = defineWeigher({
  name: 'CrossCellWeigher',
  help: 'For a move that may leave its cell: 1 in the cell that it starts from, -1 elsewhere. Else the same for all.',
  classPath: 'nova.scheduler.weights.cross_cell.CrossCellWeigher',
  options: {
    cross_cell_move_weight_multiplier: float(1_000_000, {
      help: 'How much staying in the cell counts when hosts for a move are weighed. Below 0: other cells come first.',
    }),
  },
  multiplier: {
    option: 'cross_cell_move_weight_multiplier',
    aggregateKey: 'cross_cell_move_weight_multiplier',
  },
  create:
    () =>
    ({ requestedDestination: destination }) => {
      const home = destination?.allowCrossCellMove ? destination.cell : null
      return ({ cell }) => (home === null ? 0 : cell === home ? 1 : -1)
    },
})
