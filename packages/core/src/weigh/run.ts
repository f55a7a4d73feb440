import { NovaSchedError } from '../errors.ts'
import { hostsView } from '../memory/hosts-view.ts'
import { newRecorder, requestView } from '../memory/request-view.ts'
import type { Host } from '../plugin/host.ts'
import type { Request } from '../plugin/request.ts'
import { pluginFault } from '../util/plugin-fault.ts'
import { normalize, widen } from './normalize.ts'
import type { PreparedWeigher, WeigherAtWork } from './weigher-at-work.ts'

/** What a run of weighers is about. */
export interface WeighRound {
  readonly request: Request
  /** All known hosts, in order; candidates are places in it. */
  readonly hosts: readonly Host[]
  /** Number of the instance within the request, from 0. */
  readonly instance: number
}

/** What one weigher gave to each candidate, in the order of the candidates. */
export interface WeigherColumn {
  readonly weigher: string
  readonly multiplier: number
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
 * @throws PLUGIN_FAULT at the first fault: weigher by weigher, hosts in order
 */
export function runWeighers(
  weighers: readonly WeigherAtWork[],
  candidates: readonly number[],
  round: WeighRound,
): Weighed {
  const weights = new Float64Array(candidates.length)
  if (candidates.length === 0) return { candidates, weights, columns: [] }
  const columns = weighers.map((weigher) => {
    const column = weighColumn(weigher, candidates, round)
    const { normalized, multiplier } = column
    for (let index = 0; index < weights.length; index++) {
      weights[index] = (weights[index] as number) + multiplier * (normalized[index] as number)
    }
    return column
  })
  return { candidates, weights, columns }
}

function weighColumn(weigher: WeigherAtWork, candidates: readonly number[], round: WeighRound): WeigherColumn {
  const weighed = rawWeights(weigher, candidates, round)
  widen(weigher.extremes, weighed)
  const missing = weighed.indexOf(null)
  if (missing >= 0) throw noNumber(weigher, round.hosts[candidates[missing] as number] as Host, round)
  const { min, max } = weigher.extremes
  const raw = Float64Array.from(weighed as number[])
  const normalized = raw.map((weight) => normalize(weight, min as number, max as number))
  const lost = normalized.findIndex(Number.isNaN)
  if (lost >= 0) {
    const cause = new NovaSchedError('VALUE_MALFORMED', `a raw weight of ${raw[lost]} cannot be normalised`)
    const host = round.hosts[candidates[lost] as number] as Host
    throw pluginFault(cause, { plugin: weigher.name, host, instance: round.instance })
  }
  return { weigher: weigher.name, multiplier: weigher.multiplier, raw, normalized }
}

function rawWeights(weigher: WeigherAtWork, candidates: readonly number[], round: WeighRound): (number | null)[] {
  const prepared = weigher.memory?.recall(round.request, round.hosts) ?? prepare(weigher, candidates, round)
  return candidates.map((slot) => {
    const host = round.hosts[slot] as Host
    return prepared.hostAt[slot] === host
      ? (prepared.rawAt[slot] as number | null)
      : ask(weigher, prepared, slot, host, round)
  })
}

function prepare(weigher: WeigherAtWork, candidates: readonly number[], round: WeighRound): PreparedWeigher {
  const recorder = newRecorder()
  try {
    const weigh = weigher.prepare(requestView(round.request, recorder), hostsView(round.hosts, recorder))
    recorder.closed = true
    if (typeof weigh !== 'function') {
      throw new NovaSchedError('PLUGIN_INVALID', `prepare returned ${typeof weigh}: a function of a host is needed`)
    }
    const prepared: PreparedWeigher = { weigh, hostAt: [], rawAt: [] }
    weigher.memory?.keep(round.request, round.hosts, recorder, prepared)
    return prepared
  } catch (error) {
    const host = round.hosts[candidates[0] ?? 0] ?? null
    throw pluginFault(error, { plugin: weigher.name, host, instance: round.instance })
  }
}

function ask(
  weigher: WeigherAtWork,
  prepared: PreparedWeigher,
  slot: number,
  host: Host,
  round: WeighRound,
): number | null {
  try {
    const weight: unknown = prepared.weigh(host, { multiplier: weigher.multiplier })
    if (weight !== null && (typeof weight !== 'number' || Number.isNaN(weight))) {
      throw new NovaSchedError('PLUGIN_INVALID', `the raw weight is ${describeWeight(weight)}: a number is needed`)
    }
    prepared.hostAt[slot] = host
    prepared.rawAt[slot] = weight
    return weight
  } catch (error) {
    throw pluginFault(error, { plugin: weigher.name, host, instance: round.instance })
  }
}

/** Nova breaks on a missing weight when it normalises, after every host has been weighed. */
function noNumber(weigher: WeigherAtWork, host: Host, round: WeighRound): NovaSchedError {
  const cause = new NovaSchedError('TYPE_MISMATCH', 'the raw weight is null: the node has not reported the value')
  return pluginFault(cause, { plugin: weigher.name, host, instance: round.instance })
}

function describeWeight(weight: unknown): string {
  if (weight instanceof Promise) return 'a promise'
  return typeof weight === 'number' ? String(weight) : typeof weight
}
