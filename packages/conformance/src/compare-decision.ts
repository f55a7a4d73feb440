import type { AlternatesTrace, Decision, DecisionError, Destination, InstanceTrace, Scheduler } from '@nova-sched/core'
import type { FlowDifferences, Stage, Where } from './stages.ts'
import { stateOf } from './host-state.ts'
import { novaErrorOf, sameKind } from './python-errors.ts'
import { errorOf, type Expectation, type Place } from './scenario.ts'

/** How the vectors name a host: `host/nodename`. */
export function placeName({ host, nodename }: Partial<Record<'host' | 'nodename', string | null>>): string {
  return `${host ?? ''}/${nodename ?? ''}`
}

/** Compares a whole decision: what was selected, every round, and the hosts afterwards. */
export function compareDecision(
  request: number,
  decision: Decision,
  scheduler: Scheduler,
  expect: Expectation,
  differences: FlowDifferences,
): void {
  const at = (stage: Stage): Where => ({ stage, request })
  const expectedError = errorOf(expect.selected)
  if (expectedError !== undefined) compareError(at('selected'), decision.error, expectedError, expect, differences)
  else if (expect.selected !== undefined) {
    const { error } = decision
    const wanted = expect.selected as readonly Place[]
    // Alternates that nobody asked for are a difference, too.
    const selected = decision.destinations.map(({ alternates, ...chosen }, index) => {
      const told = alternates.length > 0 || wanted[index]?.alternates !== undefined
      return { ...placeOf(chosen), ...(told ? { alternates: alternates.map(placeOf) } : {}) }
    })
    const actual = error === null ? selected : error.code
    differences.equal(at('selected'), actual, wanted, error?.cause?.message ?? error?.message)
  }
  if (expect.steps !== undefined) compareSteps(at('steps'), decision, expect.steps, differences)
  if (expect.after === undefined || isUnread(decision, expect.after)) return
  const after = new Map(scheduler.hosts().map((host) => [placeName(host), host]))
  differences.equal({ ...at('after'), part: 'hosts' }, [...after.keys()].sort(), Object.keys(expect.after).sort())
  for (const [place, expected] of Object.entries(expect.after)) {
    const host = after.get(place)
    if (host !== undefined) differences.equal({ ...at('after'), place }, stateOf(host), expected)
  }
}

/**
 * A request that broke before all hosts were read: Nova has the states of the request before, which may have been for
 * another cell, or none; ours are as the inventory is.
 */
function isUnread({ error, instances }: Decision, after: NonNullable<Expectation['after']>): boolean {
  if (error === null || instances.length > 0) return false
  return error.plugin === 'HostManager' || Object.keys(after).length === 0
}

/** Compares the first instance, decided by a scheduler of its own. */
export function compareFirstRound(decision: Decision, expect: Expectation, differences: FlowDifferences): void {
  const round = decision.instances[0]
  const [filteredError, weighedError] = [errorOf(expect.filtered), errorOf(expect.weighed)]
  if (filteredError !== undefined)
    compareError({ stage: 'filtered' }, decision.error, filteredError, expect, differences)
  else if (expect.filtered !== undefined)
    differences.equal({ stage: 'filtered' }, round?.passed.map(placeName), expect.filtered)
  if (weighedError !== undefined) compareError({ stage: 'weighed' }, decision.error, weighedError, expect, differences)
  else if (expect.weighed !== undefined)
    differences.equal({ stage: 'weighed' }, round && weighedOf(round), expect.weighed)
}

/** A fault must be of the same kind, and come from a plugin and host that break alone, too. */
function compareError(
  where: Where,
  error: DecisionError | null,
  expected: string,
  { per_filter: filters = {}, weights = {} }: Expectation,
  differences: FlowDifferences,
): void {
  const code = error?.code === 'PLUGIN_FAULT' ? (error.cause?.code ?? null) : (error?.code ?? null)
  const why = error === null ? {} : { why: error.message }
  if (!sameKind(expected, code, novaErrorOf(error?.cause)))
    differences.add({ ...where, expected, actual: code, ...why })
  // In later rounds hosts and request are others than those that were asked about alone.
  if (error?.plugin === undefined || (error.instance ?? 0) > 0) return
  const [plugin, place] = [error.plugin, placeName(error)]
  const alone = filters[plugin]?.[place] ?? weights[plugin]?.[place]
  const isKnown = alone === undefined || alone === null || alone === `!${expected}`
  if (!isKnown) differences.add({ ...where, plugin, place, expected: alone, actual: code, ...why })
}

function compareSteps(
  at: Where,
  { instances, alternates, error }: Decision,
  steps: NonNullable<Expectation['steps']>,
  differences: FlowDifferences,
): void {
  const last = instances.at(-1)
  // A round whose filters broke has no step.
  const broke = error?.code === 'PLUGIN_FAULT' && last?.passed.length === 0
  const rounds: readonly AlternatesTrace[] = [
    ...(broke ? instances.slice(0, -1) : instances),
    ...(alternates === null ? [] : [alternates]),
  ]
  differences.equal({ ...at, part: 'rounds' }, rounds.length, steps.length)
  for (const [number, step] of steps.entries()) {
    const round = rounds[number]
    const part = (name: string): Where => ({ ...at, part: `round ${number} ${name}` })
    differences.equal(part('filtered'), round?.passed.map(placeName), step.filtered)
    if (step.weighed !== undefined) differences.equal(part('weighed'), round && weighedOf(round), step.weighed)
  }
}

function weighedOf({ weighed }: Pick<InstanceTrace, 'weighed'>): (readonly [string, number])[] {
  return weighed.map((host) => [placeName(host), host.weight] as const)
}

function placeOf({ host, nodename, limits }: Destination): Destination {
  return { host, nodename, limits }
}
