import { defineWeigher, fault, float, required, type Host } from '@nova-sched/core/plugin'

/** Hosts by their free virtual CPUs, with the overcommit ratio that they report. */
export const CPUWeigher = defineWeigher({
  name: 'CPUWeigher',
  help: 'Free virtual CPUs, total × ratio - used: the more, the better, unless cpu_weight_multiplier is below 0.',
  classPath: 'nova.scheduler.weights.cpu.CPUWeigher',
  options: {
    cpu_weight_multiplier: float(1, {
      help: 'How much free virtual CPUs count when hosts are weighed. Below 0: full hosts come first (stacking).',
    }),
  },
  multiplier: { option: 'cpu_weight_multiplier', aggregateKey: 'cpu_weight_multiplier' },
  minval: 0,
  create: () => () => (host) => host.vcpusTotal * ratioOf(host) - host.vcpusUsed,
})

function ratioOf({ hasReported, cpuAllocationRatio }: Host): number {
  if (hasReported) return required(cpuAllocationRatio, 'cpu_allocation_ratio')
  throw fault('TYPE_MISMATCH', 'free_disk_gb is null: the node has not reported yet, and has no cpu_allocation_ratio')
}
