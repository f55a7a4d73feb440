import { defineFilter, fault, reject, required, type Group, type Rules } from '@nova-sched/core/plugin'

/** Hosts with a member of the server group, where its policy is affinity. */
export const ServerGroupAffinityFilter = defineFilter({
  name: 'ServerGroupAffinityFilter',
  help: 'Hosts that hold a member of the server group (policy affinity); any host as long as it has no member anywhere.',
  classPath: 'nova.scheduler.filters.affinity_filter.ServerGroupAffinityFilter',
  hints: ['group'],
  reasons: {
    holds_no_member: 'holds no member of the server group, whose policy is affinity; they are on {hosts}',
  },
  create: ({ rules }) => ({
    prepare(request) {
      if (!policiesOf(request.group, rules).includes('affinity')) return null
      const members = new Set(request.group.hosts)
      if (members.size === 0) return null
      return (host) => members.has(host.host) || reject('holds_no_member', { hosts: [...members].join(', ') })
    },
    changes: () => [{ kind: 'drop_group' }],
  }),
})

function policiesOf({ policies }: Group, { requestsAreTyped }: Rules): readonly string[] {
  if (policies !== null || !requestsAreTyped) return required(policies, 'group_policies')
  throw fault(
    'FIELD_NOT_LOADED',
    'the request tells the server group by group_policies, group_hosts and group_members, from which Nova cannot tell its policies: send instance_group',
  )
}
