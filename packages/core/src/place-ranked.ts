import type { Engine, Prepared } from './engine/engine.ts'
import type { Ranking } from './engine/ranking.ts'
import { askOfChosen } from './filter/chosen.ts'
import type { HostTable } from './hosts/host-table.ts'
import { joinsHosts } from './hosts/join-group.ts'
import { growGroup } from './plugin/grow-group.ts'
import type { Host } from './plugin/host.ts'
import type { Request } from './plugin/request.ts'
import type { Destination } from './plugin/scheduler-driver.ts'
import { destinationOf, notAllPlaced, ofInstance, type Placement } from './placement.ts'
import type { WeighedHost } from './trace/trace.ts'
import { dataMap } from './util/freeze.ts'
import { pluginFault } from './util/plugin-fault.ts'
import { choose } from './util/rng.ts'

/** Nothing is left out beforehand. */
const EVERYBODY = Object.freeze({ candidates: [], asksFilters: true })

/**
 * Places the instances of a request by remembered answers, as `schedule` places them.
 *
 * @returns null when they do not serve, or a plugin broke: nothing has happened then, and the plain way says what it is
 * @throws NO_VALID_HOST, INTERRUPTED
 */
export async function placeRanked(
  placement: Placement,
  engine: Engine,
  table: HostTable,
  asked: Request,
): Promise<readonly Destination[] | null> {
  if (!serves(placement, table, asked)) return null
  const chosen: number[] = []
  const before: Host[] = []
  const beginAnew = placement.observer.checkpoint()
  try {
    const going = { placement, engine, table, chosen, before, goesOn: true }
    const alternates = await placeAll(going, asked)
    const places = chosen.map((slot) => destinationOf(table.hosts[slot] as Host, placement.states))
    if (chosen.length < asked.numInstances) throw notAllPlaced(places, asked, going.goesOn)
    return places.map(({ host, nodename, limits }, at) => ({
      host,
      nodename,
      limits,
      alternates: alternates[at] ?? [],
    }))
  } catch (error) {
    if (isOutcome(error)) throw error
    engine.forgetRankings()
    beginAnew()
    for (const host of before.reverse()) placement.states.takeBack(host)
    return null
  }
}

function serves({ selection, observer, rules }: Placement, table: HostTable, asked: Request): boolean {
  const { ignoreHosts, forceHosts, forceNodes, requestedDestination, instanceUuids, numInstances } = asked
  const named = (ignoreHosts?.length ?? 0) + forceHosts.length + forceNodes.length
  const isRandom = selection.shufflesBest || (selection.subsetSize > 1 && numInstances > 1)
  const isOdd = instanceUuids?.length === 0 || numInstances === 0 || (asked.hints === null && rules.rebuildSkipsFilters)
  const isNarrowed = named > 0 || requestedDestination?.host !== undefined
  const joins = joinsHosts(asked, rules) && table.hasSiblings
  return observer.countsOnly && !isRandom && !isOdd && !isNarrowed && !joins && table.unreported === 0
}

interface Going {
  readonly placement: Placement
  readonly engine: Engine
  readonly table: HostTable
  readonly chosen: number[]
  /** The chosen hosts as they were before they were claimed. */
  readonly before: Host[]
  /** Nobody has said stop. */
  goesOn: boolean
}

/** Places one after the other, and finds other hosts for each. */
async function placeAll(going: Going, asked: Request): Promise<readonly (readonly Destination[])[]> {
  const { placement, engine, chosen } = going
  const { observer, first } = placement
  const isOne = asked.numInstances === 1
  let request = asked
  let ranking: Ranking | null = null
  let others: readonly number[] = []
  while (chosen.length < asked.numInstances) {
    if (!observer.isWanted(first + chosen.length)) return []
    // Where nobody may say stop nothing is waited for: nobody else comes in between two instances.
    const answer = chosen.length === 0 || observer.goesOn()
    going.goesOn = typeof answer === 'boolean' ? answer : await answer
    if (!going.goesOn) return []
    request = ofInstance(request, chosen.length)
    ranking = ranked(engine, ranking, request, chosen.length, isOne)
    const slot = chooseOne(going, ranking, request)
    if (slot === null) return []
    if (isOne) others = othersFor(going, ranking, request, hostAt(going, slot).cell, new Set([slot]))
    request = claimOn(going, slot, request)
    ranking.order?.choose(slot)
  }
  return isOne || ranking === null ? [told(going, others, request)] : toldAgain(going, ranking, request)
}

function ranked(engine: Engine, last: Ranking | null, request: Request, placed: number, isOne: boolean): Ranking {
  const prepared: Prepared = engine.prepare(request, placed > 0)
  const ranking = last ?? (isOne ? engine.shared(prepared) : engine.own(prepared))
  if (last === null) ranking.catchUp()
  else ranking.goOn(prepared)
  return ranking
}

/** Tells of the filters and of the choice; null when no host is left. */
function chooseOne({ placement, table, chosen }: Going, ranking: Ranking, request: Request): number | null {
  const { filters, rules, observer, selection, rng } = placement
  const instance = placement.first + chosen.length
  const isLater = chosen.length > 0
  const round = { request, instance, isLater, rules }
  observer.roundStarted({ request, hosts: table.hosts, instance, isLater, rules, preselected: EVERYBODY, filters })
  tellLosses(placement, ranking, isLater)
  observer.filtered([])
  if (ranking.losses.left === 0) return null
  const slot = selection.subsetSize > 1 ? choose(ranking.top(selection.subsetSize), rng) : ranking.best()
  if (slot === null) return null
  const host = table.hosts[slot] as Host
  const { limits, notes } = askOfChosen(filters, host, round)
  const isWeighed = ranking.losses.left > 1 || rules.singleHostIsWeighed
  observer.chosen(host, isWeighed ? ranking.totalOf(slot) : 0, rows(placement, table, ranking, slot, isWeighed), notes)
  placement.states.addLimits(host, limits)
  return slot
}

function tellLosses({ filters, observer }: Placement, ranking: Ranking, isLater: boolean): void {
  const { losses } = ranking
  let before = losses.left
  for (let at = 0; at < filters.length; at++) before += losses.lostToFilter(at)
  for (const [at, { name, definition }] of filters.entries()) {
    if (before === 0) break
    if (isLater && definition.oncePerRequest === true) continue
    const lost = losses.lostToFilter(at)
    observer.step({ filter: name, before, after: before - lost })
    if (lost > 0) ranking.eachReason(at, (reason, count) => observer.lost(name, reason, count))
    before -= lost
  }
}

function claimOn({ placement, table, chosen, before }: Going, slot: number, request: Request): Request {
  const { states, rules } = placement
  const host = table.hosts[slot] as Host
  const claimed = states.claim(host, request)
  chosen.push(slot)
  before.push(host)
  if (claimed.fault !== undefined) {
    throw pluginFault(claimed.fault, { plugin: 'HostManager', host, instance: placement.first + chosen.length - 1 })
  }
  if (joinsHosts(request, rules)) placement.onJoin(host.host, request.uuid as string)
  return growGroup(claimed.request, host)
}

function othersFor(
  { placement, table }: Going,
  ranking: Ranking,
  { returnAlternates }: Request,
  cell: string,
  taken: ReadonlySet<number>,
): readonly number[] {
  const most = returnAlternates && placement.rules.alternatesAreTold ? placement.mostAlternates : 0
  if (most === 0) return []
  return ranking.top(most, (slot) => table.hosts[slot]?.cell === cell && !taken.has(slot))
}

/** Ranks once more, with all claims taken. */
function toldAgain(going: Going, ranking: Ranking, request: Request): readonly (readonly Destination[])[] {
  const { placement, engine, chosen, table } = going
  const { rules, mostAlternates, observer } = placement
  if (!rules.alternatesAreTold || !request.returnAlternates || mostAlternates === 0) return []
  ranking.goOn(engine.prepare(request, true))
  const best = ranking.losses.left === 0 ? null : ranking.best()
  const isWeighed = ranking.losses.left > 1 || rules.singleHostIsWeighed
  observer.rankedAgain([], best === null ? [] : rows(placement, table, ranking, best, isWeighed))
  const taken = new Set(chosen)
  const byCell = new Map<string, readonly Destination[]>()
  return chosen.map((place) => {
    const { cell } = hostAt(going, place)
    const others = byCell.get(cell) ?? told(going, othersFor(going, ranking, request, cell, taken), request)
    byCell.set(cell, others)
    return others
  })
}

function hostAt({ table }: Going, place: number): Host {
  return table.hosts[place] as Host
}

function told({ placement, table, chosen }: Going, others: readonly number[], request: Request): Destination[] {
  const { states, filters, rules, first: number } = placement
  const round = { request, instance: number + chosen.length - 1, isLater: chosen.length > 1, rules }
  return others.map((slot) => {
    const host = table.hosts[slot] as Host
    states.addLimits(host, askOfChosen(filters, host, round).limits)
    return destinationOf(host, states)
  })
}

/** The best hosts with what their weighers gave, the chosen one among them. */
function rows(
  { observer, weighers }: Placement,
  { hosts }: HostTable,
  ranking: Ranking,
  chosen: number,
  isWeighed: boolean,
): WeighedHost[] {
  if (observer.top === 0) return []
  const best = ranking.top(observer.top)
  return (best.includes(chosen) ? best : [...best, chosen]).map((slot) => {
    const { host, nodename } = hosts[slot] as Host
    const shares = isWeighed ? weighers.map(({ name }, at) => [name, ranking.shareOf(at, slot)] as const) : []
    return { host, nodename, weight: isWeighed ? ranking.totalOf(slot) : 0, weighers: dataMap(shares) }
  })
}

/** What a request may come to that has placed some of its instances, and no fault. */
function isOutcome(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | null)?.code
  return code === 'NO_VALID_HOST' || code === 'INTERRUPTED'
}
