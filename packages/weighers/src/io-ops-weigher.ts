import { defineWeigher, float } from '@nova-sched/core/plugin'

/** Hosts by how busy they are with I/O. */
export const IoOpsWeigher = defineWeigher({
  name: 'IoOpsWeigher',
  help: 'The number of running I/O operations: the fewer, the better, unless io_ops_weight_multiplier is above 0.',
  classPath: 'nova.scheduler.weights.io_ops.IoOpsWeigher',
  options: {
    io_ops_weight_multiplier: float(-1, {
      help: 'How much running I/O operations count when hosts are weighed. Below 0: idle hosts come first.',
    }),
  },
  multiplier: { option: 'io_ops_weight_multiplier', aggregateKey: 'io_ops_weight_multiplier' },
  minval: 0,
  create: () => () => (host) => host.numIoOps,
})
