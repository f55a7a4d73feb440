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

function fewMembers(request: Request): HostTest | null {
  const { group } = request
  if (group.policy !== POLICY) return null
  const { uuid, instanceUuids } = request
  const max = group.maxServerPerHost
  const members = new Set(group.members)
  return ({ instances }) => {
    // An instance that is resized may stay where it is.
    if (uuid !== null && instances[uuid] !== undefined) return true
    const here = Object.keys(instances).filter((instance) => members.has(instance))
    const held = here.length
    if (held < max) return true
    const most = max === 1 ? '1 is' : `${max} are`
    const numbers = { needed: 1, available: Math.max(0, max - held), unit: 'place for a member', held, max }
    return reject('too_many_members', { ...numbers, members: membersText(here, instanceUuids ?? []), most })
  }
}

/** Members may be instances of the request itself, placed a moment ago. */
function membersText(here: readonly string[], asked: readonly string[]): string {
  const text = `${here.length} ${here.length === 1 ? 'member' : 'members'} of the server group`
  const own = here.filter((member) => asked.includes(member)).length
  if (own === 0) return text
  const which = own === here.length ? '' : `${own} of them `
  return `${text} (${which}${own === 1 ? 'an earlier instance' : 'earlier instances'} of this request)`
}
