import { defineWeigher, float } from '@nova-sched/core/plugin'

/** Hosts by how many instances failed to build there of late. */
export const BuildFailureWeigher = defineWeigher({
  name: 'BuildFailureWeigher',
  help: 'The number of failed builds: the fewer, the better, and by default before everything else.',
  classPath: 'nova.scheduler.weights.compute.BuildFailureWeigher',
  options: {
    build_failure_weight_multiplier: float(1_000_000, {
      help: 'How much failed builds count against a host. 0: not at all.',
    }),
  },
  multiplier: {
    option: 'build_failure_weight_multiplier',
    aggregateKey: 'build_failure_weight_multiplier',
    sign: -1,
  },
  create: () => () => (host) => host.failedBuilds,
})
