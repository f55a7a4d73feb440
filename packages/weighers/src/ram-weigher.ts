import { defineWeigher, float } from '@nova-sched/core/plugin'

/** Hosts by their free memory. */
export const RAMWeigher = defineWeigher({
  name: 'RAMWeigher',
  help: 'Free memory in MiB: the more, the better, unless ram_weight_multiplier is below 0.',
  classPath: 'nova.scheduler.weights.ram.RAMWeigher',
  options: {
    ram_weight_multiplier: float(1, {
      help: 'How much free memory counts when hosts are weighed. Below 0: full hosts come first (stacking).',
    }),
  },
  multiplier: { option: 'ram_weight_multiplier', aggregateKey: 'ram_weight_multiplier' },
  minval: 0,
  create: () => () => (host) => host.freeRamMb,
})
