import { keyOf } from '../hosts/cloud.ts'
import type { Host } from '../plugin/host.ts'
import { dataMap } from '../util/freeze.ts'
import type { ActualHost, ExplainedHost, NodeName } from './explanation.ts'
import { preferences } from './weights.ts'
import type { SeenRound } from './witness.ts'

/** Says why a host that Nova chose would be chosen here, or why not. */
export function explainActual(
  host: string,
  nodes: readonly ExplainedHost[],
  round: SeenRound | null,
  chosen: NodeName | null,
): ActualHost {
  const told =
    nodes.find(({ verdict }) => verdict === 'chosen') ?? nodes.find(({ verdict }) => verdict === 'passed') ?? nodes[0]
  const { verdict, filter, message } = told as ExplainedHost
  const nothing = { host, verdict, weight: null, chosenWeight: null, weighers: dataMap<number>([]) }
  if (verdict === 'chosen')
    return { ...nothing, ...weightsOf(told as ExplainedHost, round, chosen), message: 'it is chosen here too' }
  if (verdict === 'passed') return comparedWith(told as ExplainedHost, round, chosen)
  const by = filter === null ? '' : `${filter}: `
  const differs = 'so what Nova saw was different: the state of the cloud then, its configuration, or the request'
  return { ...nothing, message: `it is ${verdict} here (${by}${message ?? verdict}), ${differs}` }
}

type Weights = Pick<ActualHost, 'weight' | 'chosenWeight' | 'weighers'>

function comparedWith(told: ExplainedHost, round: SeenRound | null, chosen: NodeName | null): ActualHost {
  const weights = weightsOf(told, round, chosen)
  const { weight, chosenWeight, weighers } = weights
  const base = { host: told.host, verdict: told.verdict, ...weights }
  if (weight === null || chosenWeight === null) return { ...base, message: 'it passes here too; nothing was weighed' }
  if (weight === chosenWeight) {
    return { ...base, message: 'it passes, and weighs as much as the host chosen here: the order of the hosts decides' }
  }
  if (weight > chosenWeight) {
    return {
      ...base,
      message: 'it passes, and weighs more than the host chosen here, which was taken at random among the best',
    }
  }
  const against = Object.entries(weighers)
    .filter(([, difference]) => difference > 0)
    .map(([weigher, difference]) => `${weigher} by ${Number(difference.toPrecision(6))}`)
  return { ...base, message: `it passes, and weighs less than the host chosen here: ${against.join(', ')}` }
}

function weightsOf(told: ExplainedHost, round: SeenRound | null, chosen: NodeName | null): Weights {
  const { weighed, hosts } = round ?? { weighed: null, hosts: [] }
  const placeOf = (node: NodeName): number =>
    weighed?.candidates.findIndex((slot) => keyOf(hosts[slot] as Host) === keyOf(node)) ?? -1
  const [one, other] = [chosen === null ? -1 : placeOf(chosen), placeOf(told)]
  if (weighed === null || one < 0 || other < 0) {
    return { weight: null, chosenWeight: null, weighers: dataMap<number>([]) }
  }
  const [weight, chosenWeight] = [weighed.weights[other] as number, weighed.weights[one] as number]
  return { weight, chosenWeight, weighers: preferences(weighed, one, other) }
}
