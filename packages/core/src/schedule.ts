import { alternatesOf } from './alternates.ts'
import { NovaSchedError } from './errors.ts'
import { growGroup } from './plugin/grow-group.ts'
import { askOfChosen } from './filter/chosen.ts'
import { filtersFor, preselect, preselectNotes } from './filter/preselect.ts'
import { runFilters } from './filter/run.ts'
import { placeRanked } from './place-ranked.ts'
import { afterClaim, joinsHosts } from './hosts/join-group.ts'
import { destinationOf, notAllPlaced, ofInstance, type Field, type Placement } from './placement.ts'
import { hostLabel, type Host } from './plugin/host.ts'
import type { Request } from './plugin/request.ts'
import type { Destination } from './plugin/scheduler-driver.ts'
import { breakdown } from './select/breakdown.ts'
import { rankedBest, selectBest } from './select/select.ts'
import { pluginFault } from './util/plugin-fault.ts'
import { runWeighers, type Weighed } from './weigh/run.ts'

const LINGERING_LIMITS = 'the limits on the forced host are left from an earlier request: its claim is made without any'

/** The flow: for every instance preselect, filter, weigh, select and claim, each on what the one before left. */
export async function schedule(placement: Placement, among: readonly Host[], asked: Request): Promise<Destination[]> {
  const { states, observer, engineOf } = placement
  const offered = states.current(among)
  for (const note of preselectNotes(offered, asked, placement.rules)) observer.note(note)
  const engine = offered === states.table.hosts ? engineOf(states.table) : null
  const ranked = engine === null ? null : await placeRanked(placement, engine, states.table, asked)
  if (ranked !== null) return [...ranked]
  // What changes the table must not change what this request has seen.
  const hosts = [...offered]
  let field: Field = { hosts, candidates: [...hosts.keys()], asked: [], request: asked }
  const chosen: number[] = []
  const tries = asked.instanceUuids?.length ?? asked.numInstances
  let goesOn = true
  for (let placed = 0; placed < tries; placed++) {
    if (!observer.isWanted(placement.first + placed)) break
    if (placed > 0) goesOn = await observer.goesOn()
    if (!goesOn) break
    const next = await placeOne(placement, { ...field, request: ofInstance(field.request, placed) }, placed)
    if (next.chosen === null) break
    chosen.push(next.chosen)
    field = next
  }
  const destinations = chosen.map((slot): Destination => destinationOf(hosts[slot] as Host, states))
  if (chosen.length < asked.numInstances) throw notAllPlaced(destinations, asked, goesOn)
  if (chosen.length === 0 && placement.rules.alternatesAreTold) throw nothingToPlace()
  const alternates = await alternatesOf(placement, field, chosen)
  return destinations.map((destination, index) => ({ ...destination, alternates: alternates[index] ?? [] }))
}

async function placeOne(
  placement: Placement,
  { hosts, candidates, request }: Field,
  placed: number,
): Promise<Field & { readonly chosen: number | null }> {
  const { filters, weighers, states, rules, observer, signal } = placement
  const instance = placement.first + placed
  const preselected = preselect(hosts, candidates, request, rules)
  const asks = filtersFor(preselected, filters)
  const round = {
    request,
    hosts,
    instance,
    isLater: placed > 0,
    rules,
    signal,
    onReject: observer.rejected.bind(observer),
    onStep: observer.step.bind(observer),
    onFault: observer.onFault,
  }
  observer.roundStarted({ ...round, preselected, filters: asks })
  const left = await runFilters(asks, preselected.candidates, round)
  observer.filtered(left)
  if (left.length === 0) return { hosts, candidates: left, asked: asks, request, chosen: null }

  const weighed = runWeighers(weighers, left, round)
  observer.weighed(weighed)
  const { order, best } = choiceOf(weighed, hosts, request, placement)
  if (best === undefined) {
    observer.unclaimed(breakdown(weighed, hosts, observer.top, null))
    return { hosts, candidates: order, asked: asks, request, chosen: null }
  }
  const slot = left[best] as number
  const host = hosts[slot] as Host
  const { limits, notes } = askOfChosen(asks, host, round)
  observer.chosen(host, weighed.weights[best] as number, breakdown(weighed, hosts, observer.top, best), notes)
  states.addLimits(host, limits)
  const claimed = states.claim(host, request)
  if (claimed.fault !== undefined && rules.claimFaultEndsRequest) {
    throw pluginFault(claimed.fault, { plugin: 'HostManager', host, instance })
  }
  if (claimed.fault !== undefined) observer.note(brokenClaim(host, claimed.fault))
  if (!preselected.asksFilters && Object.keys(states.limitsOf(host)).length > 0) observer.note(LINGERING_LIMITS)
  const joins = joinsHosts(request, rules)
  if (joins) placement.onJoin(host.host, request.uuid as string)
  const after = afterClaim(hosts, slot, claimed.host, joins)
  return { hosts: after, candidates: order, asked: asks, request: growGroup(claimed.request, host), chosen: slot }
}

function brokenClaim(host: Host, { message }: NovaSchedError): string {
  return `the claim on ${hostLabel(host)} broke, which the release in force passes over: ${message}`
}

/** The order in which the next instance sees the hosts, and the place of the chosen one among the weighed. */
function choiceOf(
  weighed: Weighed,
  hosts: readonly Host[],
  request: Request,
  { rules, selection, rng }: Placement,
): { readonly order: readonly number[]; readonly best: number | undefined } {
  const { candidates, weights } = weighed
  if (!rules.rankingOrdersNextRound) return { order: candidates, best: selectBest(weights, selection, rng) }
  const ranked = rankedBest(weights, selection, rng)
  // Placement knows no node that never reported: where it is asked, the next best is taken.
  const best = ranked.find((at) => request.instanceUuids === null || hosts[candidates[at] as number]?.hasReported)
  return { order: ranked.map((at) => candidates[at] as number), best }
}

function nothingToPlace(): NovaSchedError {
  return new NovaSchedError('REQUEST_EMPTY', 'the request is for no instance, on which Nova breaks after all filtering')
}
