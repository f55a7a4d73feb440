import { aggregateValues, smallestAggregateNumber } from '../plugin/aggregates.ts'
import type { PluginEnv } from '../plugin/filter.ts'
import type { Host } from '../plugin/host.ts'
import { parseFloatText } from '../plugin/python.ts'
import type { Multiplier } from '../plugin/weigher.ts'

/**
 * The multiplier of a weigher for each host: the option's, unless aggregates set one. Of several the smallest counts;
 * one that is no number makes the option count. The log is warned once of each that is none, or not finite.
 *
 * @param option - what the configuration says, its sign turned as the weigher wants it
 */
export function multiplierOf(
  multiplier: Multiplier | undefined,
  option: number,
  { rules, log }: Pick<PluginEnv, 'rules' | 'log'>,
): (host: Host) => number {
  const key = multiplier?.aggregateKey
  if (key === undefined || !rules.aggregatesSetMultipliers) return () => option
  const known = new WeakMap<Host['aggregates'], number>()
  const told = new Set<string>()
  const sign = multiplier?.sign ?? 1
  const parse = (text: string): number | undefined => parseFloatText(text, rules.python)
  const tellOf = (text: string): void => {
    const number = parse(text)
    if (Number.isFinite(number) || told.has(text)) return
    told.add(text)
    const what = number === undefined ? 'is no number: the option counts' : `is ${number}: weights mean nothing with it`
    log.warn(`${key} of an aggregate is ${JSON.stringify(text)}, which ${what}`)
  }
  return (host) => {
    let number = known.get(host.aggregates)
    if (number === undefined) {
      aggregateValues(host, key).forEach(tellOf)
      number = sign * smallestAggregateNumber(host, key, sign * option, parse)
      known.set(host.aggregates, number)
    }
    return number
  }
}
