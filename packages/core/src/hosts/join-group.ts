import type { InstanceRecord } from '../inventory/inventory.ts'
import { Host } from '../plugin/host.ts'
import type { Request } from '../plugin/request.ts'
import type { Rules } from '../plugin/rules.ts'

/** Whether placed instances of a request are known on their hosts at once, as members of its server group. */
export function joinsHosts({ group, uuid, instanceUuids }: Request, { antiAffinityCountsMembers }: Rules): boolean {
  return antiAffinityCountsMembers && group.updated && uuid !== null && instanceUuids !== null
}

/** A placed instance as its host knows it from now on, in the form of the inventory. */
export function joiningInstance({ projectId, flavor }: Request, uuid: string): InstanceRecord {
  return { uuid, project_id: projectId, instance_type_id: flavor?.id ?? null }
}

/** All hosts after a claim; other nodes of a host see an instance that joined it too, as they share its instances. */
export function afterClaim(hosts: readonly Host[], slot: number, claimed: Host, joins: boolean): readonly Host[] {
  const after = hosts.with(slot, claimed)
  if (!joins) return after
  for (const [index, host] of after.entries()) {
    if (index !== slot && host.host === claimed.host) after[index] = new Host(host, { instances: claimed.instances })
  }
  return after
}
