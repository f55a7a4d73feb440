import { NovaSchedError } from '../errors.ts'
import type { FilterAtWork } from '../filter/filter-at-work.ts'
import { nodeKey } from '../hosts/cloud.ts'
import type { Change } from '../plugin/change.ts'
import type { Filter } from '../plugin/filter.ts'
import type { Claimed } from '../plugin/host-manager.ts'
import type { Host } from '../plugin/host.ts'
import type { Request } from '../plugin/request.ts'
import type { Decision } from '../trace/trace.ts'
import { didYouMean } from '../util/documents/near-names.ts'
import { dataMap } from '../util/freeze.ts'
import type { Log } from '../util/log.ts'
import type { WeigherAtWork } from '../weigh/weigher-at-work.ts'
import { explainActual } from './actual.ts'
import { askAll, refusals } from './ask.ts'
import {
  HOST_VERDICTS,
  type ExplainedHost,
  type Explanation,
  type ExplainOptions,
  type HostVerdict,
  type NodeName,
} from './explanation.ts'
import { fateFinder, type Fate } from './fates.ts'
import { hintNotes } from './hints.ts'
import { inspectHost } from './inspect-host.ts'
import { nearestMisses } from './nearest.ts'
import { reasonKey } from './reason-text.ts'
import { choiceNotes } from './weights.ts'
import type { SeenRound, Witness } from './witness.ts'

/** A decision that was witnessed, and what more can be found out about it. */
export interface WitnessedDecision {
  readonly decision: Decision
  readonly witness: Witness
  readonly requested: number
  /** Every known node, in the order of the inventory. */
  readonly known: readonly NodeName[]
  readonly filters: readonly FilterAtWork[]
  readonly weighers: readonly WeigherAtWork[]
  readonly driver: string
  readonly subsetSize: number
  readonly log: Log
  /** Filters that could be enabled. */
  readonly otherFilters: () => Promise<readonly Filter[]>
  /** Takes the resources of an instance, and leaves nothing behind. */
  readonly claim: (host: Host, request: Request) => Claimed
  /** A host that no filter saw, as they would see it; null when its record cannot be read. */
  readonly readSkipped: (place: NodeName) => Host | null
  /**
   * Decides the request again with something changed, and leaves nothing behind.
   *
   * @param until - number of the last instance that is worth deciding
   */
  readonly tryChange: (place: NodeName, change: Change, until: number) => Promise<Witness>
  readonly changeText: (place: NodeName, change: Change, filter: FilterAtWork | null) => string
}

/**
 * Explains one instance of a decision.
 *
 * @throws USAGE when there is no such instance or host
 */
export async function explainDecision(witnessed: WitnessedDecision, options: ExplainOptions): Promise<Explanation> {
  const { decision, witness, requested, known, filters, driver } = witnessed
  const calls = callsOf(witness.rounds)
  const last = calls.at(-1) ?? []
  const instance = instanceOf(options, decision, last.length, requested)
  const explained = last.slice(0, instance + 1)
  const round = explained.at(-1) ?? null
  const skipped = new Map(witness.skipped.map((skip) => [nodeKey(skip.host, skip.nodename), skip]))
  const faults = faultsOf(witness, decision)
  const facts = {
    filters,
    driver,
    skipped,
    faults,
    calls: [...calls.slice(0, -1), explained].filter((call) => call.length > 0),
  }
  const places = nodesNamed(known, options)
  const fates = round === null ? known.map((place) => undecidedFate(place, witnessed)) : known.map(fateFinder(facts))
  const hosts = await withBypassed(fates, round, filters)
  const trace = decision.instances[witness.rounds.length - last.length + instance]
  return {
    instance,
    requested,
    placed: last.slice(0, instance).flatMap(({ chosen }) => (chosen === null ? [] : [placeOf(chosen)])),
    chosen: chosenOf(hosts),
    error: decision.error,
    counts: countsOf(hosts),
    hosts,
    reasons: reasonsOf(hosts),
    nearest: await nearestMisses(fates, options.top ?? 10, {
      filters,
      log: witnessed.log,
      wouldPass: (place, change) => wouldPass(witnessed, place, change, instance),
      textOf: witnessed.changeText,
    }),
    funnel: trace?.funnel ?? [],
    weighed: trace?.weighed ?? [],
    notes: await notesOf(witnessed, round),
    inspected: await Promise.all(
      places.inspected.map((place) => inspectHost(place, witnessed, explained, options.count ?? 100)),
    ),
    actual:
      places.actual === null
        ? null
        : explainActual(
            places.actual,
            hosts.filter(({ host }) => host === places.actual),
            round,
          ),
  }
}

/** A driver may schedule several times; each time begins with the first instance. */
function callsOf(rounds: readonly SeenRound[]): readonly (readonly SeenRound[])[] {
  const calls: SeenRound[][] = []
  for (const round of rounds) {
    if (round.instance === 0) calls.push([round])
    else calls.at(-1)?.push(round)
  }
  return calls
}

function instanceOf({ instance }: ExplainOptions, { error }: Decision, decided: number, requested: number): number {
  if (instance === undefined) return error === null ? 0 : Math.max(0, decided - 1)
  if (instance < Math.max(1, decided)) return instance
  const message = `instance ${instance + 1}: the request asks for ${requested}, and ${decided} of them were decided`
  throw new NovaSchedError('USAGE', message, { instance, decided, requested })
}

/** What broke as limits were asked or a claim was made is known from the decision alone. */
function faultsOf({ faults }: Witness, { error }: Decision): ReadonlyMap<string, NovaSchedError> {
  if (error?.code !== 'PLUGIN_FAULT' || typeof error.host !== 'string') return faults
  const key = nodeKey(error.host, error.nodename ?? error.host)
  if (faults.has(key)) return faults
  const { plugin, host, nodename, instance, cause } = error
  return new Map([
    ...faults,
    [key, new NovaSchedError('PLUGIN_FAULT', error.message, { plugin, host, nodename, instance, cause })],
  ])
}

function nodesNamed(
  known: readonly NodeName[],
  { host, actual }: ExplainOptions,
): { inspected: readonly NodeName[]; actual: string | null } {
  const names = [...new Set(known.map((place) => place.host))]
  for (const name of [host, actual]) {
    if (name === undefined || names.includes(name)) continue
    throw new NovaSchedError('USAGE', `${name}: no such host is known${didYouMean(name, names)}`, { host: name })
  }
  return { inspected: known.filter((place) => place.host === host), actual: actual ?? null }
}

/** The driver asked no filter at all. */
function undecidedFate(place: NodeName, { decision, driver, witness }: WitnessedDecision): Fate {
  const { host, nodename } = place
  const isChosen = decision.destinations.some((destination) => destination.host === host)
  const why = { reason: 'not_offered', message: `the scheduler driver ${driver} asks no filter` }
  const skip = witness.skipped.some((each) => each.host === host && each.nodename === nodename)
  const nothing = { instance: null, bypassed: [], filter: null, details: dataMap<unknown>([]), notes: [] }
  const told: ExplainedHost =
    isChosen && !skip
      ? { host, nodename, verdict: 'chosen', ...nothing, reason: null, message: null }
      : { host, nodename, verdict: 'skipped', ...nothing, ...why }
  return { told, lost: null }
}

async function withBypassed(
  fates: readonly Fate[],
  round: SeenRound | null,
  filters: readonly FilterAtWork[],
): Promise<readonly ExplainedHost[]> {
  const hosts = fates.map(({ told }) => told)
  if (round === null || round.preselected.asksFilters) return hosts
  const answers = await askAll(filters, round, round.preselected.candidates)
  const bypassed = new Map(
    round.preselected.candidates.map((slot) => [keyOf(round.hosts[slot] as Host), refusals(answers.get(slot) ?? [])]),
  )
  return hosts.map((host) => ({ ...host, bypassed: bypassed.get(keyOf(host)) ?? [] }))
}

async function wouldPass(
  { tryChange }: WitnessedDecision,
  place: NodeName,
  change: Change,
  instance: number,
): Promise<boolean> {
  const { rounds, faults } = await tryChange(place, change, instance)
  const last = callsOf(rounds).at(-1) ?? []
  const key = keyOf(place)
  if (faults.has(key)) return false
  if (last.some(({ chosen }) => chosen !== null && keyOf(chosen) === key)) return true
  const round = last.at(-1)
  return round?.passed.some((slot) => keyOf(round.hosts[slot] as Host) === key) ?? false
}

async function notesOf(
  { decision, filters, weighers, subsetSize, otherFilters }: WitnessedDecision,
  round: SeenRound | null,
): Promise<readonly string[]> {
  if (round === null) return decision.notes
  const enabled = filters.map(({ definition }) => definition)
  const hints =
    Object.keys(round.request.hints ?? {}).length === 0 ? [] : hintNotes(round.request, enabled, await otherFilters())
  return [...new Set([...decision.notes, ...hints, ...choiceNotes(round, weighers, subsetSize)])]
}

function chosenOf(hosts: readonly ExplainedHost[]): NodeName | null {
  const chosen = hosts.find(({ verdict }) => verdict === 'chosen')
  return chosen === undefined ? null : placeOf(chosen)
}

function placeOf({ host, nodename }: NodeName): NodeName {
  return { host, nodename }
}

function keyOf({ host, nodename }: NodeName): string {
  return nodeKey(host, nodename)
}

function countsOf(hosts: readonly ExplainedHost[]): Readonly<Record<HostVerdict, number>> {
  const counts = Object.fromEntries(HOST_VERDICTS.map((verdict) => [verdict, 0])) as Record<HostVerdict, number>
  for (const { verdict } of hosts) counts[verdict] += 1
  return counts
}

function reasonsOf(hosts: readonly ExplainedHost[]): Explanation['reasons'] {
  const counts = new Map<string, number>()
  for (const { verdict, filter, reason } of hosts) {
    if (verdict !== 'rejected') continue
    const key = reasonKey(filter ?? '', reason)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return dataMap(counts)
}
