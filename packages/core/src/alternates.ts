import { askOfChosen } from './filter/chosen.ts'
import { filtersFor, preselect } from './filter/preselect.ts'
import { runFilters } from './filter/run.ts'
import { destinationOf, type Field, type Placement } from './placement.ts'
import { fault } from './plugin/fault.ts'
import { hostLabel, type Host } from './plugin/host.ts'
import type { Destination } from './plugin/scheduler-driver.ts'
import { breakdown } from './select/breakdown.ts'
import { rankedBest } from './select/select.ts'
import { pluginFault } from './util/plugin-fault.ts'
import { runWeighers } from './weigh/run.ts'

/**
 * Other hosts that would do for each chosen one, best first, where the release tells them and the request asks for
 * them: of the same cell, and chosen for no instance. After several instances the hosts are filtered and weighed once
 * more, with all claims on them; after one, the ranking that it was chosen from holds.
 *
 * @param field - the hosts after the last claim
 * @param chosen - places of the chosen hosts, one for each instance
 */
export async function alternatesOf(
  placement: Placement,
  field: Field,
  chosen: readonly number[],
): Promise<readonly (readonly Destination[])[]> {
  const { rules, states, first } = placement
  const { hosts, request } = field
  if (!rules.alternatesAreTold) return []
  const most = request.returnAlternates ? placement.mostAlternates : 0
  const isLater = chosen.length > 1
  const { candidates, asked } = isLater && most > 0 ? await rankAgain(placement, field, chosen.length - 1) : field
  const taken = new Set(chosen)
  const round = { request, instance: first + chosen.length - 1, isLater, rules }
  const isKnown = ({ hasReported }: Host): boolean => request.instanceUuids === null || hasReported
  const othersOf = (cell: string, instance: number): readonly Destination[] => {
    const others = candidates.filter((slot) => {
      const host = hosts[slot] as Host
      return host.cell === cell && !taken.has(slot) && isKnown(host)
    })
    return others.slice(0, most).map((slot) => {
      const host = namedHost(field, slot, instance)
      states.addLimits(host, askOfChosen(asked, host, round).limits)
      return destinationOf(host, states)
    })
  }
  const byCell = new Map<string, readonly Destination[]>()
  return chosen.map((place, index) => {
    const { cell } = namedHost(field, place, first + index)
    const others = byCell.get(cell) ?? othersOf(cell, first + index)
    byCell.set(cell, others)
    return others
  })
}

async function rankAgain(
  placement: Placement,
  field: Field,
  index: number,
): Promise<Pick<Field, 'candidates' | 'asked'>> {
  const { filters, weighers, rules, selection, rng, observer, signal } = placement
  const { hosts, candidates, request } = field
  const preselected = preselect(hosts, candidates, request, rules)
  const asks = filtersFor(preselected, filters)
  const round = { request, hosts, instance: placement.first + index, isLater: true, rules, signal, onReject: () => {} }
  const left = await runFilters(asks, preselected.candidates, round)
  const weighed = runWeighers(weighers, left, round)
  observer.rankedAgain(left, left.length === 0 ? [] : breakdown(weighed, hosts, observer.top, null))
  const order = left.length === 0 ? [] : rankedBest(weighed.weights, selection, rng)
  return { candidates: order.map((at) => left[at] as number), asked: asks }
}

/** Nova names hosts by the uuid of their node, which one that never reported has not. */
function namedHost({ hosts }: Field, slot: number, instance: number): Host {
  const host = hosts[slot] as Host
  if (host.hasReported) return host
  const cause = fault('VALUE_MALFORMED', `${hostLabel(host)} has never reported, and has no uuid to be named by`)
  throw pluginFault(cause, { plugin: 'HostManager', host, instance })
}
