import { defineFilter, reject, required, type HostTest, type Request } from '@nova-sched/core/plugin'

const POLICY = 'anti-affinity'

/** Hosts with few members of the server group, or none, where its policy is anti-affinity. */
export const ServerGroupAntiAffinityFilter = defineFilter({
  name: 'ServerGroupAntiAffinityFilter',
  help: 'Hosts that hold no member of the server group (policy anti-affinity), or fewer than its rule max_server_per_host allows.',
  classPath: 'nova.scheduler.filters.affinity_filter.ServerGroupAntiAffinityFilter',
  hints: ['group'],
  reasons: {
    holds_member: 'holds a member of the server group, whose policy is anti-affinity',
    too_many_members:
      'members of the server group: {held} on the host, fewer than {max} allowed (policy anti-affinity)',
  },
  create: ({ rules }) => ({
    prepare: rules.antiAffinityCountsMembers ? fewMembers : noHostOfMembers,
    changes: () => [{ kind: 'drop_group' }],
  }),
})

function noHostOfMembers({ group }: Request): HostTest | null {
  if (!required(group.policies, 'group_policies').includes(POLICY)) return null
  const hosts = new Set(group.hosts)
  if (hosts.size === 0) return null
  return ({ host }) => !hosts.has(host) || reject('holds_member')
}

function fewMembers(request: Request): HostTest | null {
  const { group } = request
  if (group.policy !== POLICY) return null
  const { uuid } = request
  const max = group.maxServerPerHost
  const members = [...new Set(group.members)]
  return ({ instances }) => {
    // An instance that is resized may stay where it is.
    if (uuid !== null && instances[uuid] !== undefined) return true
    const held = members.filter((member) => instances[member] !== undefined).length
    return held < max || reject('too_many_members', { needed: 1, available: max - held, unit: 'member', held, max })
  }
}
