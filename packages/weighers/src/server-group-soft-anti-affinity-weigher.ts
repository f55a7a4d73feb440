import { defineWeigher, float } from '@nova-sched/core/plugin'
import { membersOn } from './lib/members-on.ts'

/** Hosts by how few members of the instance's server group they hold. */
export const ServerGroupSoftAntiAffinityWeigher = defineWeigher({
  name: 'ServerGroupSoftAntiAffinityWeigher',
  help: 'Members of a server group with the policy soft-anti-affinity: the fewer on a host, the better.',
  classPath: 'nova.scheduler.weights.affinity.ServerGroupSoftAntiAffinityWeigher',
  options: {
    soft_anti_affinity_weight_multiplier: float(1, {
      min: 0,
      help: 'How much being away from the members of the server group counts when hosts are weighed.',
    }),
  },
  multiplier: { option: 'soft_anti_affinity_weight_multiplier', aggregateKey: 'soft_anti_affinity_weight_multiplier' },
  create: () => (request) => {
    const members = membersOn(request, 'soft-anti-affinity')
    return (host) => 0 - members(host)
  },
})
