import { defineWeigher, float } from '@nova-sched/core/plugin'
import { membersOn } from './lib/members-on.ts'

/** Hosts by how many members of the instance's server group they hold. */
export const ServerGroupSoftAffinityWeigher = defineWeigher({
  name: 'ServerGroupSoftAffinityWeigher',
  help: 'Members of a server group with the policy soft-affinity: the more on a host, the better.',
  classPath: 'nova.scheduler.weights.affinity.ServerGroupSoftAffinityWeigher',
  options: {
    soft_affinity_weight_multiplier: float(1, {
      min: 0,
      help: 'How much being near the members of the server group counts when hosts are weighed.',
    }),
  },
  multiplier: { option: 'soft_affinity_weight_multiplier', aggregateKey: 'soft_affinity_weight_multiplier' },
  create: () => (request) => membersOn(request, 'soft-affinity'),
})
