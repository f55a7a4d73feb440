import { smallestAggregateNumber } from '../plugin/aggregates.ts'
import type { PluginEnv } from '../plugin/filter.ts'
import type { Host } from '../plugin/host.ts'
import { parseFloatText } from '../plugin/python.ts'
import type { Multiplier } from '../plugin/weigher.ts'

/**
 * The multiplier of a weigher for each host: the option's, unless aggregates set one. Of several the smallest counts;
 * one that is no number makes the option count.
 *
 * @param option - what the configuration says, its sign turned as the weigher wants it
 */
export function multiplierOf(
  multiplier: Multiplier | undefined,
  option: number,
  { rules }: Pick<PluginEnv, 'rules'>,
): (host: Host) => number {
  const key = multiplier?.aggregateKey
  if (key === undefined || !rules.aggregatesSetMultipliers) return () => option
  const known = new WeakMap<Host['aggregates'], number>()
  const sign = multiplier?.sign ?? 1
  return (host) => {
    let number = known.get(host.aggregates)
    if (number === undefined) {
      number = sign * smallestAggregateNumber(host, key, sign * option, (text) => parseFloatText(text, rules.python))
      known.set(host.aggregates, number)
    }
    return number
  }
}
