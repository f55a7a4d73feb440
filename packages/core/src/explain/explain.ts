import { keyOf } from '../hosts/cloud.ts'
import type { Host } from '../plugin/host.ts'
import type { Decision } from '../trace/trace.ts'
import { explainActual } from './actual.ts'
import { askAll, refusalOf } from './ask.ts'
import { refuseUnknownHosts } from './asked.ts'
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
  const { decision, witness, requested, known, filters, log, signal } = witnessed
  const { host, actual, count = DEFAULT_COUNT, top = DEFAULT_TOP } = options
  refuseUnknownHosts(options, known)
  const instance = instanceOf(options, decision, requested)
  const calls = callsOf(witness.rounds)
  const call = calls.findLastIndex((rounds) => rounds.some((round) => round.instance === instance))
  const rounds = calls[call]?.filter((each) => each.instance <= instance) ?? []
  const round = rounds.at(-1) ?? null
  const chosen = chosenOf(decision, instance, known)
  const fates = fatesOf(witnessed, instance, chosen, [...calls.slice(0, Math.max(0, call)), rounds])
  const hosts = await withBypassed(fates, round, witnessed)
  const trace = decision.instances[instance]
  const named = (name: string | undefined): ExplainedHost[] => hosts.filter((each) => each.host === name)
  const readEnabled = (node: NodeName): Host | null => {
    const read = witnessed.readEnabled(node)
    return read instanceof Error ? null : read
  }
  return {
    instance,
    requested,
    placed: placedBefore(decision, instance, known),
    chosen,
    error: decision.error,
    counts: countsOf(hosts),
    hosts,
    reasons: reasonsOf(hosts),
    nearest: await nearestMisses(fates, top, {
      filters,
      log,
      signal,
      round,
      readEnabled,
      wouldPass: (proposal, lostAt) => wouldPass(witnessed, proposal, lostAt),
      textOf: witnessed.changeText,
    }),
    funnel: trace?.funnel ?? [],
    weighed: trace?.weighed ?? [],
    notes: await explanationNotes(witnessed, round),
    inspected: await Promise.all(named(host).map((node) => inspectHost(nameOf(node), witnessed, rounds, count))),
    actual: actual === undefined ? null : explainActual(actual, named(actual), round, chosen),
  }
}

/** Where the decision puts an instance: a driver that names hosts alone means the first of their nodes. */
function chosenOf(
  { error, destinations, instances }: Decision,
  instance: number,
  known: readonly NodeName[],
): NodeName | null {
  if (error !== null) return instances[instance]?.chosen ?? null
  const place = destinations[instance]
  if (place === undefined) return null
  const { host, nodename } = place
  return nodename === null ? (known.find((node) => node.host === host) ?? null) : { host, nodename }
}

function placedBefore(decision: Decision, instance: number, known: readonly NodeName[]): readonly NodeName[] {
  const before = Array.from({ length: instance }, (_, at) => chosenOf(decision, at, known))
  return before.flatMap((node) => (node === null ? [] : [node]))
}

function fatesOf(
  { decision, witness, known, filters, driver, unchecked }: WitnessedDecision,
  instance: number,
  chosen: NodeName | null,
  calls: readonly (readonly SeenRound[])[],
): readonly Fate[] {
  const skipped = new Map(witness.skipped.map((skip) => [keyOf(skip), skip]))
  const asked = calls.filter((call) => call.length > 0)
  const faults = faultsOf(witness, decision, instance)
  return known.map(fateFinder({ filters, driver, unchecked, skipped, faults, calls: asked, chosen }))
}

async function withBypassed(
  fates: readonly Fate[],
  round: SeenRound | null,
  { filters, signal }: WitnessedDecision,
): Promise<readonly ExplainedHost[]> {
  const hosts = fates.map(({ told }) => told)
  if (round === null || round.preselected.asksFilters) return hosts
  const { candidates } = round.preselected
  const noes = await askAll(filters, round, candidates, signal)
  const bypassed = new Map(
    candidates.map((slot) => [keyOf(round.hosts[slot] as Host), (noes.get(slot) ?? []).map(refusalOf)]),
  )
  return hosts.map((host) => ({ ...host, bypassed: bypassed.get(keyOf(host)) ?? [] }))
}

async function explanationNotes(witnessed: WitnessedDecision, round: SeenRound | null): Promise<readonly string[]> {
  const { decision } = witnessed
  if (round === null) return decision.notes
  const unheeded = await unheededNotes(round.request, witnessed)
  const { candidates } = round.preselected
  const narrowed = `the filters were asked only about hosts that the instance before had left: ${candidates.length}`
  const left = round.isLater ? [narrowed] : []
  return [...new Set([...decision.notes, ...left, ...unheeded, ...choiceNotes(round, witnessed)])]
}

function nameOf({ host, nodename }: NodeName): NodeName {
  return { host, nodename }
}
