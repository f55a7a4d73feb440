import { NovaSchedError } from './errors.ts'
import { growGroup } from './plugin/grow-group.ts'
import type { FilterAtWork } from './filter/filter-at-work.ts'
import { askOfChosen } from './filter/chosen.ts'
import { preselect, preselectNotes } from './filter/preselect.ts'
import { runFilters } from './filter/run.ts'
import type { HostStates } from './hosts/host-states.ts'
import type { Host } from './plugin/host.ts'
import type { Request } from './plugin/request.ts'
import type { Destination } from './plugin/scheduler-driver.ts'
import type { Rules } from './plugin/rules.ts'
import { breakdown } from './select/breakdown.ts'
import { selectBest } from './select/select.ts'
import type { Observer } from './record/observer.ts'
import { pluginFault } from './util/plugin-fault.ts'
import type { Rng } from './util/rng.ts'
import { runWeighers } from './weigh/run.ts'
import type { WeigherAtWork } from './weigh/weigher-at-work.ts'

/** What places the instances of a request, and what it works on. */
export interface Placement {
  readonly filters: readonly FilterAtWork[]
  readonly weighers: readonly WeigherAtWork[]
  readonly states: HostStates
  readonly rules: Rules
  /** `scheduler_host_subset_size`. */
  readonly subsetSize: number
  readonly rng: Rng
  /** Is told of every step. */
  readonly observer: Observer
  readonly signal: AbortSignal
  /** Number that the first of the instances has within the request, from 0: a driver may place some before. */
  readonly first: number
}

const LINGERING_LIMITS = 'the limits on the forced host are left from an earlier request: its claim is made without any'

/** The flow: for every instance preselect, filter, weigh, select and claim, each on what the one before left. */
export async function schedule(placement: Placement, among: readonly Host[], asked: Request): Promise<Destination[]> {
  const { filters, weighers, states, observer, signal } = placement
  let hosts = states.current(among)
  let candidates: readonly number[] = [...hosts.keys()]
  for (const note of preselectNotes(hosts, asked)) observer.note(note)
  let request = asked
  const chosen: Host[] = []
  for (let placed = 0; placed < asked.numInstances; placed++) {
    const instance = placement.first + placed
    if (!observer.isWanted(instance)) break
    const preselected = preselect(hosts, candidates, request)
    const asks = preselected.asksFilters && preselected.candidates.length > 0 ? filters : []
    const round = {
      request,
      hosts,
      instance,
      isLater: placed > 0,
      signal,
      onReject: observer.rejected.bind(observer),
      onStep: observer.step.bind(observer),
      onFault: observer.onFault,
    }
    observer.roundStarted({ ...round, preselected, filters: asks })
    candidates = await runFilters(asks, preselected.candidates, round)
    observer.filtered(candidates)
    if (candidates.length === 0) break

    const weighed = runWeighers(weighers, candidates, round)
    observer.weighed(weighed)
    const best = selectBest(weighed.weights, placement.subsetSize, placement.rng)
    const slot = candidates[best] as number
    const host = hosts[slot] as Host
    const { limits, notes } = askOfChosen(asks, host, round)
    observer.chosen(host, weighed.weights[best] as number, breakdown(weighed, hosts, observer.top, best), notes)
    states.addLimits(host, limits)
    const claimed = states.claim(host, request)
    if (claimed.fault !== undefined && placement.rules.claimFaultEndsRequest) {
      throw pluginFault(claimed.fault, { plugin: 'HostManager', host, instance })
    }
    if (!preselected.asksFilters && Object.keys(states.limitsOf(host)).length > 0) observer.note(LINGERING_LIMITS)
    chosen.push(host)
    hosts = hosts.with(slot, claimed.host)
    request = growGroup(claimed.request, host)
  }
  const destinations = chosen.map((host): Destination => {
    return { host: host.host, nodename: host.nodename, limits: states.limitsOf(host) }
  })
  if (chosen.length < asked.numInstances) throw notEnoughHosts(destinations)
  return destinations
}

function notEnoughHosts(placed: readonly Destination[]): NovaSchedError {
  const message = 'No valid host was found. There are not enough hosts available.'
  return new NovaSchedError('NO_VALID_HOST', message, { placed })
}
