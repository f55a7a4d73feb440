import type { Scenario } from '../scenario.ts'
import { makeDraft } from './base.ts'
import { renderConf } from './conf.ts'
import { rollDice } from './dice.ts'
import type { Draft, Topic } from './draft.ts'
import { groups } from './topics/groups.ts'
import { imageIsolation, images } from './topics/images.ts'
import { flavors, isolatedHosts, tenants, zones } from './topics/isolation.ts'
import { limits } from './topics/limits.ts'
import { metrics } from './topics/metrics.ts'
import { numa } from './topics/numa.ts'
import { oddities } from './topics/odd.ts'
import { pci } from './topics/pci.ts'
import { queries } from './topics/queries.ts'
import { aggregateSpecs, capabilities } from './topics/specs.ts'
import { alternates, cells, checkTypes, counts, neighbours, nodes, targets } from './topics/targets.ts'
import { multipliers, weighers } from './topics/weighing.ts'

/** Topics that both releases have, then those of Zed. The shape of the cloud comes before what is said of its hosts. */
const SHARED: readonly Topic[] = [
  nodes,
  weighers,
  metrics,
  limits,
  tenants,
  flavors,
  zones,
  isolatedHosts,
  images,
  imageIsolation,
  capabilities,
  aggregateSpecs,
  queries,
  numa,
  pci,
  groups,
  neighbours,
  targets,
  counts,
]
const TOPICS: Readonly<Record<Draft['release'], readonly Topic[]>> = {
  kilo: SHARED,
  zed: [...SHARED, numaWithPci, multipliers, cells, checkTypes, alternates],
}

/** The two meet in the choice of cells: together they need more scenarios than chance would give them. */
function numaWithPci(draft: Draft): void {
  numa(draft)
  pci(draft)
}

/** A scenario without its answer. */
export type Question = Omit<Scenario, 'expect'>

/**
 * Makes a scenario of the form `nova-vectors/1`: the same one for the same seed, index and release. What Nova would
 * answer differently from run to run is not in it: subsets, shuffling, sets whose order decides.
 *
 * @param index - of the scenario within its seed, from 0
 */
export function generateScenario(seed: number, index: number, release: Draft['release'] = 'zed'): Question {
  const dice = rollDice(seed, index)
  const draft = makeDraft(dice, release)
  const topics = TOPICS[release]
  for (const topic of dice.some(topics, 1, dice.chance(0.05) ? topics.length : dice.pick([1, 2, 3]))) topic(draft)
  if (dice.chance(0.6)) draft.filters.push(...dice.some(['AllHostsFilter', 'ComputeFilter'], 1))
  draft.filters.splice(0, draft.filters.length, ...new Set(dice.shuffled(draft.filters)))
  if (dice.chance(0.1)) oddities(draft)
  const [first, ...others] = draft.requests
  return {
    format: 'nova-vectors/1',
    id: `generated-${release}-s${seed}-${String(index).padStart(5, '0')}`,
    release,
    conf: renderConf(draft),
    inventory: { hosts: draft.hosts, aggregates: draft.aggregates },
    ...((others.length > 0 ? { requests: draft.requests } : { request: first }) as Pick<
      Scenario,
      'request' | 'requests'
    >),
  }
}
