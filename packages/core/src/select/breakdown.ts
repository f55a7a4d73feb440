import type { Host } from '../plugin/host.ts'
import type { WeighedHost, WeigherShare } from '../trace/trace.ts'
import { dataMap } from '../util/freeze.ts'
import type { Weighed } from '../weigh/run.ts'
import { ranking } from './select.ts'

/** The best hosts with their weights, each broken down to what its weighers gave. */
export function breakdown(weighed: Weighed, hosts: readonly Host[], top: number): WeighedHost[] {
  if (top === 0) return []
  return ranking(weighed.weights)
    .slice(0, top)
    .map((index) => {
      const { host, nodename } = hosts[weighed.candidates[index] as number] as Host
      const shares = weighed.columns.map(({ weigher, multiplier, raw, normalized }): [string, WeigherShare] => [
        weigher,
        { raw: raw[index] as number, normalized: normalized[index] as number, multiplier },
      ])
      return { host, nodename, weight: weighed.weights[index] as number, weighers: dataMap(shares) }
    })
}
