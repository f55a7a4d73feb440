import {
  askHolders,
  defineFilter,
  reject,
  required,
  type Hosts,
  type HostTest,
  type Request,
} from '@nova-sched/core/plugin'

const POLICY = 'anti-affinity'

/** Hosts with few members of the server group, or none, where its policy is anti-affinity. */
export const ServerGroupAntiAffinityFilter = defineFilter({
  name: 'ServerGroupAntiAffinityFilter',
  help: 'Hosts that hold no member of the server group (policy anti-affinity), or fewer than its rule max_server_per_host allows.',
  classPath: 'nova.scheduler.filters.affinity_filter.ServerGroupAntiAffinityFilter',
  hints: ['group'],
  reasons: {
    holds_member: 'holds a member of the server group, whose policy is anti-affinity',
    too_many_members: 'holds {members}, at most {most} allowed (policy anti-affinity, max_server_per_host {max})',
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

function fewMembers(request: Request, hosts: Hosts): HostTest | null {
  const { group } = request
  if (group.policy !== POLICY) return null
  // An instance that is resized may stay where it is.
  const own = new Set(hosts.ofInstance)
  const max = group.maxServerPerHost
  const inGroup = new Set(group.members)
  const asked = new Set(request.instanceUuids)
  const most = max === 1 ? '1 is' : `${max} are`
  const test: HostTest = ({ host, instances }) => {
    let [held, placed] = [0, 0]
    for (const uuid in instances) {
      if (!inGroup.has(uuid)) continue
      held += 1
      if (asked.has(uuid)) placed += 1
    }
    if (held < max || own.has(host)) return true
    const available = Math.max(0, max - held)
    const members = membersText(held, placed)
    return reject('too_many_members', { needed: 1, available, unit: 'place for a member', held, max, members, most })
  }
  return max > 0 ? askHolders(group.members, test) : test
}

/** @param placed - how many of them are instances of the request itself, placed a moment ago */
function membersText(held: number, placed: number): string {
  const text = `${held} ${held === 1 ? 'member' : 'members'} of the server group`
  if (placed === 0) return text
  const which = placed === held ? '' : `${placed} of them `
  return `${text} (${which}${placed === 1 ? 'an earlier instance' : 'earlier instances'} of this request)`
}
