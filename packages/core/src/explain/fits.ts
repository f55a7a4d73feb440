import { growGroup } from '../plugin/grow-group.ts'
import type { FilterAtWork } from '../filter/filter-at-work.ts'
import { runFilters } from '../filter/run.ts'
import type { Claimed } from '../plugin/host-manager.ts'
import type { Host } from '../plugin/host.ts'
import type { Request } from '../plugin/request.ts'
import { wordOf, type Answer, type Question } from './ask.ts'
import type { InspectedHost } from './explanation.ts'

/**
 * How many instances of a request fit on one host, one after another, when all of them go there.
 *
 * @param most - counting ends here
 */
export async function countFits(
  filters: readonly FilterAtWork[],
  question: Question,
  slot: number,
  most: number,
  claim: (host: Host, request: Request) => Claimed,
): Promise<InspectedHost['fits']> {
  let { request, hosts } = question
  for (let count = 0; count < most; count++) {
    const no = await firstNo(filters, { request, hosts }, slot, count)
    if (no !== null) {
      const { filter, reason, message } = wordOf(no, [])
      return { count, more: false, stoppedBy: { filter, reason, message: message ?? '' } }
    }
    const { host, request: claimed, fault } = claim(hosts[slot] as Host, request)
    if (fault !== undefined) {
      return { count, more: false, stoppedBy: { filter: 'HostManager', reason: null, message: String(fault) } }
    }
    hosts = hosts.with(slot, host)
    request = growGroup(claimed, host)
  }
  return { count: most, more: true, stoppedBy: null }
}

async function firstNo(
  filters: readonly FilterAtWork[],
  { request, hosts }: Question,
  slot: number,
  instance: number,
): Promise<Answer | null> {
  const { signal } = new AbortController()
  const noes: Answer[] = []
  const say = (name: string, verdict: Answer['verdict']): void => {
    const filter = filters.find((each) => each.name === name)
    if (filter !== undefined) noes.push({ filter, verdict })
  }
  await runFilters(filters, [slot], {
    request,
    hosts,
    instance,
    isLater: instance > 0,
    signal,
    onReject: (_host, name, verdict) => say(name, verdict),
    onFault: (fault) => say(String(fault.details['plugin']), fault),
  })
  return noes[0] ?? null
}
