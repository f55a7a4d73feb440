import { defineFilter, reject, required } from '@nova-sched/core/plugin'

/** Hosts without a member of the server group, where its policy is anti-affinity. */
export const ServerGroupAntiAffinityFilter = defineFilter({
  name: 'ServerGroupAntiAffinityFilter',
  help: 'Hosts that hold no member of the server group (policy anti-affinity).',
  classPath: 'nova.scheduler.filters.affinity_filter.ServerGroupAntiAffinityFilter',
  hints: ['group'],
  reasons: {
    holds_member: 'holds a member of the server group, whose policy is anti-affinity',
  },
  create: () => ({
    prepare(request) {
      if (!required(request.group.policies, 'group_policies').includes('anti-affinity')) return null
      const members = new Set(request.group.hosts)
      if (members.size === 0) return null
      return (host) => !members.has(host.host) || reject('holds_member')
    },
    changes: () => [{ kind: 'drop_group' }],
  }),
})
