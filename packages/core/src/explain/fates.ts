import type { NovaSchedError } from '../errors.ts'
import type { FilterAtWork } from '../filter/filter-at-work.ts'
import { isWanted, writtenBy } from '../filter/preselect.ts'
import { keyOf } from '../hosts/cloud.ts'
import type { DataMap, Request } from '../plugin/request.ts'
import type { Host } from '../plugin/host.ts'
import type { SkippedHost } from '../trace/trace.ts'
import { dataMap } from '../util/freeze.ts'
import { notesOf } from './ask.ts'
import type { ExplainedHost, NodeName } from './explanation.ts'
import { reasonText } from './reason-text.ts'
import type { SeenRejection, SeenRound } from './witness.ts'

/** Where a host stood when its fate was decided. */
export interface Lost {
  readonly round: SeenRound
  /** Its place in the hosts of the round. */
  readonly slot: number
  readonly rejection: SeenRejection
}

/** A host's fate, and where it was lost when a filter rejected it. */
export interface Fate {
  readonly told: ExplainedHost
  readonly lost: Lost | null
}

/** What fates are made of. */
export interface FateFacts {
  readonly filters: readonly FilterAtWork[]
  /** Name of the scheduler driver. */
  readonly driver: string
  /** Told of every host that passed all filters. */
  readonly unchecked: readonly string[]
  readonly skipped: ReadonlyMap<string, SkippedHost>
  readonly faults: ReadonlyMap<string, NovaSchedError>
  /** Rounds that one call of the driver decided together, the last call last; it ends with the explained one. */
  readonly calls: readonly (readonly SeenRound[])[]
  /** Where the decision puts the instance; null when nowhere. */
  readonly chosen: NodeName | null
}

/** Finds the fate of a host; what follows is in the order in which things happen. */
export function fateFinder(facts: FateFacts): (node: NodeName) => Fate {
  const { skipped, faults, calls, driver, chosen } = facts
  const seen = calls.map(seenCall).reverse()
  const chosenKey = chosen === null ? null : keyOf(chosen)
  return ({ host, nodename }) => {
    const node = { host, nodename }
    const key = keyOf(node)
    const fault = faults.get(key)
    if (fault !== undefined) return { told: faultFate(node, fault), lost: null }
    for (const call of seen) {
      const slot = call.slots.get(key)
      if (slot !== undefined) return fateIn(call, key, slot, facts, key === chosenKey)
    }
    // A driver that asks no filter names its choice in the decision alone.
    if (key === chosenKey) return { told: plainFate(node, 'chosen'), lost: null }
    const skip = skipped.get(key)
    if (skip !== undefined) return { told: skippedFate(skip), lost: null }
    const message = `the scheduler driver ${driver} offered it to no filter`
    return { told: plainFate(node, 'skipped', { reason: 'not_offered', message }), lost: null }
  }
}

interface SeenCall {
  readonly rounds: readonly SeenRound[]
  /** The place of each host that was offered, by its key. */
  readonly slots: ReadonlyMap<string, number>
  /** Places that the request left in. */
  readonly candidates: ReadonlySet<number>
}

function seenCall(rounds: readonly SeenRound[]): SeenCall {
  const { hosts, preselected } = rounds.at(-1) as SeenRound
  const slots = new Map(hosts.map(({ host, nodename }, slot) => [keyOf({ host, nodename }), slot]))
  return { rounds, slots, candidates: new Set(preselected.candidates) }
}

type Passing = Pick<FateFacts, 'filters' | 'unchecked'>

function fateIn(call: SeenCall, key: string, slot: number, passing: Passing, isChosen: boolean): Fate {
  const round = isChosen ? undefined : call.rounds.find(({ rejections }) => rejections.has(key))
  if (round === undefined) return { told: survivorFate(call, slot, passing, isChosen), lost: null }
  const lost = { round, slot, rejection: round.rejections.get(key) as SeenRejection }
  return { told: rejectedFate(lost, passing.filters), lost }
}

function rejectedFate({ round, slot, rejection }: Lost, filters: readonly FilterAtWork[]): ExplainedHost {
  const host = round.hosts[slot] as Host
  const at = filters.findIndex(({ name }) => name === rejection.filter)
  const filter = filters[at] as FilterAtWork
  return {
    host: host.host,
    nodename: host.nodename,
    verdict: 'rejected',
    instance: round.instance,
    bypassed: [],
    filter: rejection.filter,
    ...reasonText(filter, rejection.verdict),
    notes: allNotes(filters.slice(0, at + 1), host, round.request),
  }
}

function survivorFate(
  { rounds, candidates }: SeenCall,
  slot: number,
  { filters, unchecked }: Passing,
  isChosen: boolean,
): ExplainedHost {
  const round = rounds.at(-1) as SeenRound
  const host = round.hosts[slot] as Host
  if (!isChosen && !candidates.has(slot)) return plainFate(host, 'ignored', whyLeftOut(host, round))
  const verdict = isChosen ? 'chosen' : round.preselected.asksFilters ? 'passed' : 'forced'
  return { ...plainFate(host, verdict), notes: [...unchecked, ...allNotes(filters, host, round.request)] }
}

function whyLeftOut(
  host: Host,
  { request: { ignoreHosts, requestedDestination }, rules }: SeenRound,
): Pick<ExplainedHost, 'reason' | 'message'> {
  const written = writtenBy(rules)
  if (!isWanted(requestedDestination)(host)) {
    return { reason: 'not_requested', message: 'the request wants another destination' }
  }
  if (ignoreHosts?.some((ignored) => written(ignored) === written(host.host))) {
    return { reason: 'ignored_host', message: 'the request ignores it' }
  }
  return { reason: 'not_forced', message: 'the request forces another host' }
}

function skippedFate(skip: SkippedHost): ExplainedHost {
  return plainFate(skip, 'skipped', { reason: skip.reason, message: skipText(skip) })
}

/** Why no filter saw a host. */
export function skipText({ reason, detail }: Pick<SkippedHost, 'reason' | 'detail'>): string {
  if (reason === 'no_service_record') return 'it has no record of a compute service'
  if (reason === 'other_cell') return `it is in ${detail}, and the request keeps to another cell`
  return `its compute service is disabled${detail === null ? '' : ` (${detail})`}`
}

function faultFate(place: NodeName, { message, details }: NovaSchedError): ExplainedHost {
  const {
    plugin = null,
    instance = null,
    cause = {},
  } = details as {
    readonly plugin?: string | null
    readonly instance?: number | null
    readonly cause?: DataMap
  }
  const reason = (cause['code'] ?? null) as string | null
  return { ...plainFate(place, 'fault', { reason, message }), instance, filter: plugin }
}

/** A host of which nothing else is to be told. */
export function plainFate(
  { host, nodename }: NodeName,
  verdict: ExplainedHost['verdict'],
  why: Pick<ExplainedHost, 'reason' | 'message'> = { reason: null, message: null },
): ExplainedHost {
  const nothing = { instance: null, bypassed: [], filter: null, details: dataMap<unknown>([]), notes: [] }
  return { host, nodename, verdict, ...nothing, ...why }
}

function allNotes(filters: readonly FilterAtWork[], host: Host, request: Request): readonly string[] {
  return [...new Set(filters.flatMap((filter) => notesOf(filter, host, request)))]
}
