import { growGroup } from '../plugin/grow-group.ts'
import type { FilterAtWork } from '../filter/filter-at-work.ts'
import { askOfChosen } from '../filter/chosen.ts'
import { runFilters } from '../filter/run.ts'
import { afterClaim, joinsHosts } from '../hosts/join-group.ts'
import type { HostManager } from '../plugin/host-manager.ts'
import type { Host } from '../plugin/host.ts'
import type { Request } from '../plugin/request.ts'
import { deepFreeze } from '../util/freeze.ts'
import { refusalOf, type No, type Question } from './ask.ts'
import type { InspectedHost } from './explanation.ts'

/** What the fit of a host is counted with. */
export interface FitTools {
  readonly filters: readonly FilterAtWork[]
  readonly claim: HostManager['claim']
  readonly signal: AbortSignal
  /** Counting ends here. */
  readonly most: number
}

/** How many instances of a request fit on one host, one after another, when all of them go there. */
export async function countFits(
  question: Pick<Question, 'request' | 'hosts' | 'rules'>,
  slot: number,
  tools: FitTools,
): Promise<InspectedHost['fits']> {
  const { rules } = question
  let { request, hosts } = question
  for (let count = 0; count < tools.most; count++) {
    const no = await firstNo({ request, hosts, rules, isLater: count > 0 }, slot, count, tools)
    if (no !== null) return { count, more: false, stoppedBy: refusalOf(no) }
    const before = hosts[slot] as Host
    const { limits } = askOfChosen(tools.filters, before, { request, instance: count, isLater: count > 0, rules })
    const { host, request: claimed, fault } = tools.claim(before, request, limits)
    if (fault !== undefined && rules.claimFaultEndsRequest) {
      return { count, more: false, stoppedBy: { filter: 'HostManager', reason: null, message: fault.message } }
    }
    hosts = afterClaim(hosts, slot, host, joinsHosts(request, rules))
    request = anotherMember(growGroup(claimed, host), count + 1)
  }
  return { count: tools.most, more: true, stoppedBy: null }
}

/** Instances have uuids of their own, and are members of the group from the start. */
function anotherMember(request: Request, count: number): Request {
  if (request.uuid === null) return request
  const uuid = request.instanceUuids?.[count] ?? `${request.uuid}-${count}`
  const members = [...request.group.members, uuid]
  return deepFreeze({ ...request, uuid, group: { ...request.group, members } })
}

async function firstNo(
  question: Question,
  slot: number,
  instance: number,
  { filters, signal }: FitTools,
): Promise<No | null> {
  const noes: No[] = []
  const say = (name: unknown, verdict: No['verdict']): void => {
    const filter = filters.find((each) => each.name === name)
    if (filter !== undefined) noes.push({ filter, verdict })
  }
  await runFilters(filters, [slot], {
    ...question,
    instance,
    signal,
    onReject: (_host, name, verdict) => say(name, verdict),
    onFault: (fault) => say(fault.details['plugin'], fault),
  })
  return noes[0] ?? null
}
