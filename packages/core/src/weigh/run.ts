import { NovaSchedError } from '../errors.ts'
import { hostsView, type Surroundings } from '../memory/hosts-view.ts'
import { newRecorder, requestView } from '../memory/request-view.ts'
import type { Host } from '../plugin/host.ts'
import type { Request } from '../plugin/request.ts'
import type { Rules } from '../plugin/rules.ts'
import type { WeighHost } from '../plugin/weigher.ts'
import type { OnFault } from '../trace/trace.ts'
import { pluginFault } from '../util/plugin-fault.ts'
import { clamp, normalize, widen } from './normalize.ts'
import type { WeigherAtWork } from './weigher-at-work.ts'

/** What a run of weighers is about. */
export interface WeighRound {
  readonly request: Request
  /** All known hosts, in order; candidates are places in it. */
  readonly hosts: readonly Host[]
  /** Number of the instance within the request, from 0. */
  readonly instance: number
  readonly rules: Pick<Rules, 'extremesAreRemembered' | 'singleHostIsWeighed'>
  /** Told of every fault, where the run goes on past them: the weights are worth nothing. Absent: the first is thrown. */
  readonly onFault?: OnFault | undefined
}

/** What one weigher gave to each candidate, in the order of the candidates. */
export interface WeigherColumn {
  readonly weigher: string
  readonly multipliers: Float64Array
  readonly raw: Float64Array
  readonly normalized: Float64Array
}

/** Candidates with their weights, all in the same order. */
export interface Weighed {
  readonly candidates: readonly number[]
  readonly weights: Float64Array
  readonly columns: readonly WeigherColumn[]
}

/**
 * Weighs candidates: each weigher's raw numbers are normalised, multiplied and added, in the order of the weighers.
 *
 * @throws PLUGIN_FAULT at the first fault, unless the round goes on past them: weigher by weigher, hosts in order
 */
export function runWeighers(
  weighers: readonly WeigherAtWork[],
  candidates: readonly number[],
  round: WeighRound,
): Weighed {
  const weights = new Float64Array(candidates.length)
  const isWeighed = candidates.length > (round.rules.singleHostIsWeighed ? 0 : 1)
  if (!isWeighed) return { candidates, weights, columns: [] }
  const columns = weighers.map((weigher) => {
    const column = weighColumn(weigher, candidates, round)
    const { normalized, multipliers } = column
    for (let index = 0; index < weights.length; index++) {
      weights[index] = (weights[index] as number) + (multipliers[index] as number) * (normalized[index] as number)
    }
    return column
  })
  return { candidates, weights, columns }
}

function weighColumn(weigher: WeigherAtWork, candidates: readonly number[], round: WeighRound): WeigherColumn {
  const { name, extremes } = weigher
  const weighed = rawWeights(weigher, candidates, round)
  const multipliers = Float64Array.from(candidates, (slot) => weigher.multiplierOf(round.hosts[slot] as Host))
  const zeros = (): Float64Array => new Float64Array(weighed.length)
  const nothing = { weigher: name, multipliers, raw: zeros(), normalized: zeros() }
  if (!isWhole(weighed)) return nothing
  if (round.rules.extremesAreRemembered) widen(extremes, weighed)
  const isNull = (weight: number | null): boolean => weight === null
  if (tellFaults(weighed, isNull, () => NO_NUMBER, weigher, candidates, round)) return nothing
  const raw = Float64Array.from(weighed as readonly number[])
  const { min, max } = round.rules.extremesAreRemembered ? extremes : clamp(raw, extremes)
  const normalized = raw.map((weight) => normalize(weight, min as number, max as number))
  const beyond = (index: number): NovaSchedError => {
    return new NovaSchedError('VALUE_MALFORMED', `a raw weight of ${raw[index]} cannot be normalised`)
  }
  tellFaults(normalized, Number.isNaN, beyond, weigher, candidates, round)
  return { weigher: name, multipliers, raw, normalized }
}

/** Nova breaks on a missing weight when it normalises, after every host has been weighed. */
const NO_NUMBER = new NovaSchedError('TYPE_MISMATCH', 'the raw weight is null: the node has not reported the value')

/** Whether every host was weighed: none broke its weigher. */
function isWhole(weighed: readonly (number | null | undefined)[]): weighed is readonly (number | null)[] {
  return !weighed.includes(undefined)
}

/** Tells a fault for each weight that is wrong; returns whether there is one. */
function tellFaults<T>(
  weights: { findIndex(test: (weight: T) => boolean): number; entries(): Iterable<[number, T]> },
  isWrong: (weight: T) => boolean,
  causeAt: (index: number) => NovaSchedError,
  weigher: WeigherAtWork,
  candidates: readonly number[],
  round: WeighRound,
): boolean {
  if (weights.findIndex(isWrong) < 0) return false
  for (const [index, weight] of weights.entries()) {
    if (isWrong(weight)) tellFault(causeAt(index), weigher, round.hosts[candidates[index] as number] as Host, round)
  }
  return true
}

function tellFault(error: unknown, { name }: WeigherAtWork, host: Host, { instance, onFault }: WeighRound): void {
  const fault = pluginFault(error, { plugin: name, host, instance })
  if (onFault === undefined) throw fault
  onFault(fault, host)
}

/** The raw weight of each candidate; undefined where the weigher broke and the run goes on. */
function rawWeights(
  weigher: WeigherAtWork,
  candidates: readonly number[],
  round: WeighRound,
): (number | null | undefined)[] {
  const weigh = prepareAnew(weigher, candidates, round)
  return candidates.map((slot) => ask(weigher, weigh, round.hosts[slot] as Host, round))
}

/** Null when it broke and the run goes on: it would break for every host. */
function prepareAnew(weigher: WeigherAtWork, candidates: readonly number[], round: WeighRound): WeighHost | null {
  try {
    return prepareWeigher(weigher, round)
  } catch (error) {
    for (const slot of candidates) tellFault(error, weigher, round.hosts[slot] as Host, round)
    return null
  }
}

/**
 * Has a weigher prepare its function for a request.
 *
 * @throws what the weigher throws; PLUGIN_INVALID when it prepares something else
 */
export function prepareWeigher(weigher: WeigherAtWork, around: Surroundings, recorder = newRecorder()): WeighHost {
  const weigh: unknown = weigher.prepare(requestView(around.request, recorder), hostsView(around, recorder))
  recorder.closed = true
  if (typeof weigh === 'function') return weigh as WeighHost
  throw new NovaSchedError('PLUGIN_INVALID', `prepare returned ${typeof weigh}: a function of a host is needed`)
}

function ask(
  weigher: WeigherAtWork,
  weigh: WeighHost | null,
  host: Host,
  round: WeighRound,
): number | null | undefined {
  if (weigh === null) return undefined
  try {
    const weight: unknown = weigh(host, { multiplier: weigher.multiplierOf(host) })
    if (weight === null || (typeof weight === 'number' && !Number.isNaN(weight))) return weight
    throw new NovaSchedError('PLUGIN_INVALID', `the raw weight is ${describeWeight(weight)}: a number is needed`)
  } catch (error) {
    tellFault(error, weigher, host, round)
    return undefined
  }
}

function describeWeight(weight: unknown): string {
  if (weight instanceof Promise) return 'a promise'
  return typeof weight === 'number' ? String(weight) : typeof weight
}
