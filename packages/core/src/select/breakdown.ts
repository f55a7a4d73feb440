import type { Host } from '../plugin/host.ts'
import type { WeighedHost, WeigherShare } from '../trace/trace.ts'
import { dataMap } from '../util/freeze.ts'
import type { Weighed } from '../weigh/run.ts'
import { ranking } from './select.ts'

/**
 * The best hosts with their weights, each broken down to what its weighers gave. The chosen one is always among them.
 *
 * @param chosen - the place of the chosen host among the weighed ones; null where none was chosen
 */
export function breakdown(weighed: Weighed, hosts: readonly Host[], top: number, chosen: number | null): WeighedHost[] {
  if (top === 0) return []
  const order = ranking(weighed.weights)
  const best = order.slice(0, top)
  if (chosen !== null && !best.includes(chosen)) best.push(chosen)
  return best.map((index) => {
    const { host, nodename } = hosts[weighed.candidates[index] as number] as Host
    const shares = weighed.columns.map(({ weigher, multipliers, raw, normalized }): [string, WeigherShare] => [
      weigher,
      {
        raw: raw[index] as number,
        normalized: normalized[index] as number,
        multiplier: multipliers[index] as number,
      },
    ])
    return { host, nodename, weight: weighed.weights[index] as number, weighers: dataMap(shares) }
  })
}
