import type { Host, Request } from '@nova-sched/core/plugin'

/** Counts the members of the request's server group on a host; 0 everywhere when the group has another policy. */
export function membersOn({ group }: Request, policy: string): (host: Host) => number {
  if (group.policy !== policy) return () => 0
  const members = new Set(group.members)
  return ({ instances }) => Object.keys(instances).filter((uuid) => members.has(uuid)).length
}
