import { defineWeigher, float } from '@nova-sched/core/plugin'

/** Hosts by their free disk. */
export const DiskWeigher = defineWeigher({
  name: 'DiskWeigher',
  help: 'Free disk in MiB: the more, the better, unless disk_weight_multiplier is below 0.',
  classPath: 'nova.scheduler.weights.disk.DiskWeigher',
  options: {
    disk_weight_multiplier: float(1, {
      help: 'How much free disk counts when hosts are weighed. Below 0: full hosts come first (stacking).',
    }),
  },
  multiplier: { option: 'disk_weight_multiplier', aggregateKey: 'disk_weight_multiplier' },
  minval: 0,
  create: () => () => (host) => host.freeDiskMb,
})
