import { answered, type Oracle } from '../oracle.ts'
import type { Result } from '../result.ts'
import type { Scenario } from '../scenario.ts'
import { axesOf, confAxes, type Axis } from './axes.ts'
import { reduceScenario } from './reduce.ts'

/** Compares a scenario with its expectation. */
export type Check = (scenario: Scenario) => Promise<Result>

/**
 * A smaller scenario that fails as this one does: at the same stage, at the same plugin, in the same part and way.
 *
 * With an oracle, every candidate is decided anew by the real Nova. Without one, only what cannot change the recorded
 * answer goes: it stands for a filter or weigher that is asked alone of a host alone, and that hears neither of other
 * hosts nor of other plugins. Anything else stays as it is.
 *
 * @param oracle - null when Nova cannot be asked, or is of another release
 */
export async function shrink(scenario: Scenario, check: Check, oracle: Oracle | null): Promise<Scenario> {
  const { kind, mark } = await check(scenario)
  if (kind === undefined) return scenario
  const stillFails = async (candidate: Scenario): Promise<Scenario | null> => {
    const result = await check(candidate)
    return result.kind === kind && result.mark === mark ? candidate : null
  }
  if (oracle === null) return shrinkRecorded(scenario, kind, stillFails)
  return reduceScenario(scenario, axesOf, async (candidate) => {
    try {
      return await stillFails(answered(candidate, await oracle.decide(candidate)))
    } catch {
      return null
    }
  })
}

/** Leaves out other hosts and other plugins of one answer that was recorded. */
async function shrinkRecorded(
  scenario: Scenario,
  kind: string,
  stillFails: (candidate: Scenario) => Promise<Scenario | null>,
): Promise<Scenario> {
  const [stage, plugin = ''] = kind.split(' ')
  const part = stage === 'per_filter' ? 'per_filter' : 'weights'
  const answers: Readonly<Record<string, unknown>> = scenario.expect[part]?.[plugin] ?? {}
  for (const [place, answer] of Object.entries(answers)) {
    const expect = { [part]: { [plugin]: { [place]: answer } } }
    const single = { ...scenario, expect } as Scenario
    if ((await stillFails(single)) === null) continue
    const others = (candidate: Scenario): Axis[] => [...otherHosts(candidate, place), ...pluginLists(candidate)]
    return reduceScenario(single, others, stillFails)
  }
  return scenario
}

/** Other hosts, and aggregates that the host is not in. */
function otherHosts(scenario: Scenario, place: string): Axis[] {
  const { hosts, aggregates } = scenario.inventory
  const isOther = (host: (typeof hosts)[number]): boolean =>
    `${String(host['host'])}/${String(host['nodename'])}` !== place
  const [own = ''] = place.split('/')
  const others = hosts.filter(isOther)
  const far = aggregates.filter((aggregate) => !(aggregate['hosts'] as readonly string[]).includes(own))
  const leaving = <T>(all: readonly T[], some: readonly T[], dropped: ReadonlySet<number>): T[] =>
    all.filter((one) => !some.some((other, at) => other === one && dropped.has(at)))
  return [
    {
      size: others.length,
      without: (dropped) => ({ ...scenario, inventory: { aggregates, hosts: leaving(hosts, others, dropped) } }),
    },
    {
      size: far.length,
      without: (dropped) => ({ ...scenario, inventory: { hosts, aggregates: leaving(aggregates, far, dropped) } }),
    },
  ]
}

const pluginLists = (scenario: Scenario): Axis[] => confAxes(scenario, /filters|weight_classes/).slice(0, -1)
