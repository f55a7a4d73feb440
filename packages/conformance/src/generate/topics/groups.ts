import { enable, type Draft, type RequestDraft } from '../draft.ts'

const POLICIES = ['affinity', 'anti-affinity', 'soft-affinity', 'soft-anti-affinity'] as const

/** Server groups of every policy and rule. */
export function groups(draft: Draft): void {
  const { dice, requests } = draft
  enable(draft, ...dice.some(['ServerGroupAffinityFilter', 'ServerGroupAntiAffinityFilter'], 1))
  const uuid = dice.uuid()
  const policy = dice.pick(POLICIES)
  for (const request of requests) if (dice.chance(0.9)) join(draft, request, uuid, policy)
  // Nothing can be claimed of it, and the instance joins it all the same.
  if (dice.chance(0.08) && draft.hosts.length > 0) dice.pick(draft.hosts)['free_ram_mb'] = null
}

function join(draft: Draft, request: RequestDraft, uuid: string, policy: (typeof POLICIES)[number]): void {
  const { dice, hosts, release } = draft
  const running = hosts.flatMap(({ host, instances }) => instances.map((instance) => ({ host, uuid: instance.uuid })))
  const members = dice.some(running, 0, 6)
  // Members may be gone, or stand on a host that the group's list does not know.
  const own = dice.chance(0.9) ? (request.instance_uuids ?? [request.request_spec.instance_properties.uuid]) : []
  const uuids = [...own, ...members.map((member) => member.uuid), ...(dice.chance(0.2) ? [dice.uuid()] : [])]
  const places = dice.chance(0.8) ? members.map(({ host }) => host) : dice.some(hosts, 0, 3).map(({ host }) => host)
  const { filter_properties: asked } = request
  if (release === 'kilo') {
    const hard = policy.replace('soft-', '')
    Object.assign(asked, { group_updated: dice.chance(0.9), group_hosts: [...new Set(places)], group_policies: [hard] })
    return
  }
  const rules = policy === 'anti-affinity' && dice.chance(0.5) ? { max_server_per_host: String(dice.int(1, 3)) } : {}
  asked['instance_group'] = { uuid, policy, members: dice.shuffled(uuids), hosts: places, rules }
}
