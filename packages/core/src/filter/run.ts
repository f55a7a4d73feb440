import { NovaSchedError } from '../errors.ts'
import { hostsView } from '../memory/hosts-view.ts'
import { newRecorder, requestView } from '../memory/request-view.ts'
import type { FilterDefinition, HostTest } from '../plugin/filter.ts'
import type { Host } from '../plugin/host.ts'
import type { Request } from '../plugin/request.ts'
import type { Rules } from '../plugin/rules.ts'
import { isRejection, type Verdict } from '../plugin/verdict.ts'
import type { FunnelStep, OnFault } from '../trace/trace.ts'
import { errorText } from '../util/error-text.ts'
import { hush } from '../util/hush.ts'
import { kindOf } from '../util/kind-of.ts'
import { pluginFault } from '../util/plugin-fault.ts'
import { checkType } from './check-type.ts'
import type { FilterAtWork } from './filter-at-work.ts'
import { prepareFilter } from './prepare.ts'

/** How long a plugin's load may take, in milliseconds. */
const LOAD_TIME_LIMIT = 60_000

/** What a run of filters is about. */
export interface FilterRound {
  readonly request: Request
  /** All known hosts, in order; candidates are places in it. */
  readonly hosts: readonly Host[]
  /** Number of the instance within the request, from 0. */
  readonly instance: number
  /** Filters that run once a request have run for an instance before. */
  readonly isLater?: boolean
  readonly rules: Pick<Rules, 'rebuildSkipsFilters'>
  readonly signal: AbortSignal
  /** Told of every host that a filter says no to. */
  readonly onReject: (host: Host, filter: string, verdict: Exclude<Verdict, true>) => void
  /** Told of every filter that is through. */
  readonly onStep?: (step: FunnelStep) => void
  /** Told of every fault, where the run goes on past them: the host is out. Absent: the first one is thrown. */
  readonly onFault?: OnFault | undefined
}

/**
 * Asks every filter, in order, about the hosts that the one before left. Once none is left, no further filter is asked.
 *
 * @returns the places of the hosts left
 * @throws PLUGIN_FAULT at the first fault, unless the round goes on past them: filter by filter, hosts in order
 */
export async function runFilters(
  filters: readonly FilterAtWork[],
  candidates: readonly number[],
  round: FilterRound,
): Promise<readonly number[]> {
  let left = candidates
  for (const filter of filters) {
    if (filter.definition.oncePerRequest === true && round.isLater === true) continue
    const before = left.length
    if (before > 0) left = rebuilt(filter, left, round) ?? (await runFilter(filter, left, round))
    round.onStep?.({ filter: filter.name, before, after: left.length })
    if (left.length === 0) break
  }
  return left
}

/**
 * Whether a filter is asked of a request at all: a rebuild stays on its host, and filters that say nothing of the image
 * pass it.
 *
 * @throws ATTRIBUTE_MISSING when hints are null, where that tells
 */
export function isAsked(
  { onRebuild }: Pick<FilterDefinition, 'onRebuild'>,
  request: Request,
  { rebuildSkipsFilters }: Pick<Rules, 'rebuildSkipsFilters'>,
): boolean {
  return !rebuildSkipsFilters || onRebuild === true || checkType(request) !== 'rebuild'
}

/** Null when the filter is to be asked. */
function rebuilt(
  { definition, name }: FilterAtWork,
  candidates: readonly number[],
  round: FilterRound,
): readonly number[] | null {
  try {
    return isAsked(definition, round.request, round.rules) ? null : candidates
  } catch (error) {
    for (const slot of candidates) tellFault(error, name, round.hosts[slot] as Host, round)
    return []
  }
}

async function runFilter(
  filter: FilterAtWork,
  candidates: readonly number[],
  round: FilterRound,
): Promise<readonly number[]> {
  const test = await testFor(filter, candidates, round)
  if (test === undefined) return []
  if (test === null) return candidates
  const left: number[] = []
  for (const slot of candidates) {
    const host = round.hosts[slot] as Host
    const verdict = ask(filter, test, host, round)
    if (verdict === true) left.push(slot)
    else if (verdict !== null) round.onReject(host, filter.name, verdict)
  }
  return left
}

/** Undefined when it broke and the run goes on: it would break for every host. */
async function testFor(
  filter: FilterAtWork,
  candidates: readonly number[],
  round: FilterRound,
): Promise<HostTest | null | undefined> {
  try {
    return filter.parts.load === undefined ? prepareFilter(filter, round) : await load(filter, round)
  } catch (error) {
    for (const slot of candidates) tellFault(error, filter.name, round.hosts[slot] as Host, round)
    return undefined
  }
}

function tellFault(error: unknown, name: string, host: Host, { instance, onFault }: FilterRound): void {
  const fault = pluginFault(error, { plugin: name, host, instance })
  if (onFault === undefined) throw fault
  onFault(fault, host)
}

async function load(filter: FilterAtWork, round: FilterRound): Promise<HostTest | null> {
  const recorder = newRecorder()
  const view = [requestView(round.request, recorder), hostsView(round, recorder)] as const
  const loaded = await inTime((signal) => filter.parts.load?.(...view, signal), round.signal)
  return prepareFilter(filter, round, loaded, recorder)
}

/** What a plugin waits for, unless it takes too long. */
async function inTime(
  start: (signal: AbortSignal) => Promise<unknown> | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const limit = AbortSignal.timeout(LOAD_TIME_LIMIT)
  const ended = AbortSignal.any([signal, limit])
  let stop: () => void = () => {}
  const late = new Promise<never>((_, reject) => {
    stop = () => reject(new Error(limit.aborted ? `load did not answer within ${LOAD_TIME_LIMIT / 1000} s` : 'closed'))
    ended.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([start(ended), late])
  } finally {
    ended.removeEventListener('abort', stop)
  }
}

/** Null when it broke and the run goes on. */
function ask(filter: FilterAtWork, test: HostTest, host: Host, round: FilterRound): Verdict | null {
  try {
    return checkVerdict(test(host), filter)
  } catch (error) {
    tellFault(error, filter.name, host, round)
    return null
  }
}

/**
 * What a filter's test may answer.
 *
 * @throws PLUGIN_INVALID for anything else
 */
export function checkVerdict(verdict: unknown, { definition }: Pick<FilterAtWork, 'definition'>): Verdict {
  if (typeof verdict === 'boolean') return verdict
  if (!isRejection(verdict)) {
    hush(verdict)
    const advice =
      verdict instanceof Promise ? 'a test is synchronous, do I/O in load' : 'true, false or reject(…) is needed'
    throw new NovaSchedError('PLUGIN_INVALID', `the test returned ${kindOf(verdict)}: ${advice}`)
  }
  if (typeof verdict.reason !== 'string' || !Object.hasOwn(definition.reasons ?? {}, verdict.reason)) {
    throw new NovaSchedError(
      'PLUGIN_INVALID',
      `the reason '${errorText(verdict.reason)}' is not among the filter's reasons`,
    )
  }
  return verdict
}
