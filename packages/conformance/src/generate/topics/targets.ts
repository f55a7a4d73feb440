import { addHints, enable, setOption, type Draft, type HostDraft, type RequestDraft } from '../draft.ts'

/** A name as people write it. */
const spelled = ({ dice }: Draft, name: string): string => (dice.chance(0.15) ? name.toUpperCase() : name)

const someHost = ({ dice, hosts }: Draft): HostDraft => dice.pick(hosts)

const someNames = (draft: Draft, most: number): string[] => {
  const { dice, hosts } = draft
  const names = dice.some([...hosts.map(({ host }) => host), 'gone'], 0, most)
  return names.map((name) => spelled(draft, name))
}

/** Hosts that are forced, ignored, or the destination of a move. */
export function targets(draft: Draft): void {
  const { dice, requests } = draft
  for (const { filter_properties: asked } of requests) {
    if (dice.chance(0.4)) asked['ignore_hosts'] = dice.chance(0.1) ? null : someNames(draft, 3)
    if (dice.chance(0.3)) asked['force_hosts'] = someNames(draft, 3)
    if (dice.chance(0.2))
      asked['force_nodes'] = dice.some([...draft.hosts.map(({ nodename }) => nodename), 'gone'], 0, 3)
    if (dice.chance(0.3) && draft.hosts.length > 0) asked['requested_destination'] = destination(draft)
    if (dice.chance(0.2))
      asked['retry'] = { num_attempts: dice.int(1, 3), hosts: [[someHost(draft).host, someHost(draft).nodename]] }
  }
}

function destination(draft: Draft): object {
  const { dice } = draft
  const [{ host, nodename }, other] = [someHost(draft), someHost(draft)]
  return { host: spelled(draft, host), node: dice.pick([null, nodename, other.nodename]) }
}

/** Rebuilds, for which most filters are not asked, and moves whose forced host is filtered. */
export function checkTypes(draft: Draft): void {
  for (const request of draft.requests)
    addHints(request, { _nova_check_type: [draft.dice.pick(['rebuild', 'rebuild', 'other'])] })
}

/** Hosts of two cells, and moves between them. */
export function cells(draft: Draft): void {
  const { dice, hosts, requests } = draft
  const names = [...new Set(hosts.map(({ host }) => host))]
  const border = dice.int(0, names.length)
  for (const host of hosts) host['cell'] = names.indexOf(host.host) < border ? 'cell1' : 'cell2'
  for (const { filter_properties: asked } of requests) {
    if (!dice.chance(0.7)) continue
    const across = dice.chance(0.5) ? { allow_cross_cell_move: dice.chance(0.8) } : {}
    asked['requested_destination'] = { cell: dice.pick(['cell1', 'cell2']), ...across }
  }
}

/** The alternates that a conductor tries after the choice. */
export function alternates(draft: Draft): void {
  const { dice, requests } = draft
  for (const request of requests) request['return_alternates'] = dice.chance(0.9)
  if (dice.chance(0.6)) setOption(draft, 'scheduler', 'max_attempts', dice.pick([1, 2, 3, 5, 20]))
}

/** Services with more than one compute node. */
export function nodes({ dice, hosts }: Draft): void {
  for (const [index, host] of hosts.entries()) {
    const before = hosts[index - 1]
    if (before === undefined || !dice.chance(0.5)) continue
    // One service, one list of instances, one cell.
    Object.assign(host, { host: before.host, service: before['service'], instances: before.instances })
  }
}

/** Near to, or far from instances that run. */
export function neighbours(draft: Draft): void {
  const { dice, hosts, requests } = draft
  const running = hosts.flatMap(({ instances }) => instances.map(({ uuid }) => uuid))
  enable(draft, ...dice.some(['SameHostFilter', 'DifferentHostFilter', 'SimpleCIDRAffinityFilter'], 1))
  for (const request of requests) {
    const some = (): unknown => {
      const uuids = dice.some([...running, dice.uuid()], 0, 3)
      return dice.chance(0.2) ? (uuids[0] ?? '') : uuids
    }
    if (dice.chance(0.4)) addHints(request, { same_host: some() })
    if (dice.chance(0.5)) addHints(request, { different_host: some() })
    if (dice.chance(0.5)) addHints(request, nearAddress(draft))
  }
}

function nearAddress({ dice }: Draft): Readonly<Record<string, string>> {
  const address = dice.pick(['192.168.0.1', '192.168.1.7', '10.0.0.1', '192.168.0.'])
  const ranges = ['/24', '/16', '/31', '/32', '/0', '/255.255.255.0', '2/30', '/33', '/x', '']
  const range = dice.pick(ranges.slice(0, dice.chance(0.15) ? undefined : 6))
  return {
    build_near_host_ip: address.endsWith('.') ? `${address}3` : address,
    ...(dice.chance(0.7) ? { cidr: range } : {}),
  }
}

/** How many instances: what the list of them says wins. */
export function counts({ dice, requests }: Draft): void {
  for (const request of requests) setCount(dice.pick([1, 2, 3, 4, 7, dice.int(0, 1)]), request, dice.chance(0.3))
}

function setCount(count: number, request: RequestDraft, claimless: boolean): void {
  request.request_spec.num_instances = count
  if (claimless) request.instance_uuids = null
}
