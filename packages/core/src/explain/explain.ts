import { NovaSchedError } from '../errors.ts'
import type { FilterAtWork } from '../filter/filter-at-work.ts'
import { nodeKey } from '../hosts/cloud.ts'
import type { Host } from '../plugin/host.ts'
import { didYouMean } from '../util/documents/near-names.ts'
import { explainActual } from './actual.ts'
import { askAll, refusals } from './ask.ts'
import { callsOf, faultsOf, instanceOf } from './calls.ts'
import type { ExplainedHost, Explanation, ExplainOptions, NodeName } from './explanation.ts'
import { fateFinder, type Fate } from './fates.ts'
import { inspectHost } from './inspect-host.ts'
import { nearestMisses } from './nearest.ts'
import { countsOf, reasonsOf } from './tally.ts'
import { unheededNotes } from './unheeded.ts'
import { choiceNotes } from './weights.ts'
import type { SeenRound } from './witness.ts'
import type { WitnessedDecision } from './witnessed.ts'
import { wouldPass } from './would-pass.ts'

/** Told where nothing else is asked for. */
const DEFAULT_TOP = 10
const DEFAULT_COUNT = 100

/**
 * Explains one instance of a decision.
 *
 * @throws USAGE when there is no such instance or host
 */
export async function explainDecision(witnessed: WitnessedDecision, options: ExplainOptions): Promise<Explanation> {
  const { decision, witness, requested, known, filters, log, changeText } = witnessed
  const { host, actual, count = DEFAULT_COUNT, top = DEFAULT_TOP } = options
  checkNames([host, actual], known)
  const calls = callsOf(witness.rounds)
  const instance = instanceOf(options, decision, decision.instances.length, requested)
  const call = calls.findLastIndex((rounds) => rounds.some((round) => round.instance === instance))
  const rounds = calls[call]?.filter((each) => each.instance <= instance) ?? []
  const round = rounds.at(-1) ?? null
  const fates = fatesOf(witnessed, [...calls.slice(0, Math.max(0, call)), rounds])
  const hosts = await withBypassed(fates, round, filters)
  const trace = decision.instances[instance]
  const chosen = hosts.find(({ verdict }) => verdict === 'chosen')
  const named = (name: string | undefined): ExplainedHost[] => hosts.filter((each) => each.host === name)
  return {
    instance,
    requested,
    placed: decision.instances.slice(0, instance).flatMap((before) => (before.chosen === null ? [] : [before.chosen])),
    chosen: chosen === undefined ? null : nameOf(chosen),
    error: decision.error,
    counts: countsOf(hosts),
    hosts,
    reasons: reasonsOf(hosts),
    nearest: await nearestMisses(fates, top, {
      filters,
      log,
      wouldPass: (place, change) => wouldPass(witnessed, place, change, instance),
      textOf: changeText,
    }),
    funnel: trace?.funnel ?? [],
    weighed: trace?.weighed ?? [],
    notes: await notesOf(witnessed, round),
    inspected: await Promise.all(named(host).map((node) => inspectHost(nameOf(node), witnessed, rounds, count))),
    actual: actual === undefined ? null : explainActual(actual, named(actual), round),
  }
}

function checkNames(asked: readonly (string | undefined)[], known: readonly NodeName[]): void {
  const names = [...new Set(known.map(({ host }) => host))]
  for (const name of asked) {
    if (name === undefined || names.includes(name)) continue
    throw new NovaSchedError('USAGE', `${name}: no such host is known${didYouMean(name, names)}`, { host: name })
  }
}

function fatesOf(witnessed: WitnessedDecision, calls: readonly (readonly SeenRound[])[]): readonly Fate[] {
  const { decision, witness, known, filters, driver } = witnessed
  const skipped = new Map(witness.skipped.map((skip) => [keyOf(skip), skip]))
  const asked = calls.filter((call) => call.length > 0)
  // A driver that asks no filter names its choice in the decision alone.
  const chosen = asked.length > 0 ? [] : decision.destinations.map(({ host }) => host)
  return known.map(fateFinder({ filters, driver, skipped, faults: faultsOf(witness, decision), calls: asked, chosen }))
}

async function withBypassed(
  fates: readonly Fate[],
  round: SeenRound | null,
  filters: readonly FilterAtWork[],
): Promise<readonly ExplainedHost[]> {
  const hosts = fates.map(({ told }) => told)
  if (round === null || round.preselected.asksFilters) return hosts
  const { candidates } = round.preselected
  const answers = await askAll(filters, round, candidates)
  const bypassed = new Map(
    candidates.map((slot) => [keyOf(round.hosts[slot] as Host), refusals(answers.get(slot) ?? [])]),
  )
  return hosts.map((host) => ({ ...host, bypassed: bypassed.get(keyOf(host)) ?? [] }))
}

async function notesOf(witnessed: WitnessedDecision, round: SeenRound | null): Promise<readonly string[]> {
  const { decision, weighers, subsetSize } = witnessed
  if (round === null) return decision.notes
  const unheeded = await unheededNotes(round.request, witnessed)
  return [...new Set([...decision.notes, ...unheeded, ...choiceNotes(round, weighers, subsetSize)])]
}

function nameOf({ host, nodename }: NodeName): NodeName {
  return { host, nodename }
}

function keyOf({ host, nodename }: NodeName): string {
  return nodeKey(host, nodename)
}
