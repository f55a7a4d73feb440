import type { Weigher } from '@nova-sched/core/plugin'
import { weigherCases } from '@nova-sched/core/testing'

const holding = (...uuids: string[]) => ({
  instances: Object.fromEntries(uuids.map((uuid) => [uuid, { uuid, projectId: null, instanceTypeId: null }])),
})
const hosts = [holding('a', 'b', 'x'), holding('c'), holding('x', 'y'), holding()]
const group = (policy: string | null, ...members: string[]) => ({ group: { policy, members } })

/** What a weigher makes of four hosts: two with members of the group, one with another's instances, an empty one. */
interface Expected {
  readonly raw: readonly number[]
  readonly weights: readonly number[]
  /** Weights at a multiplier of 10, of a group whose one member is on the second host. */
  readonly multiplied: readonly number[]
}

/**
 * Cases of a weigher that counts members of a group.
 *
 * @param policy - the soft policy that it heeds
 * @param another - the soft policy that it does not
 */
export function softGroupCases(weigher: Weigher, policy: string, another: string, expected: Expected) {
  const { raw, weights, multiplied } = expected
  const says = (nothing: string, request: ReturnType<typeof group>) => {
    return { name: `says nothing ${nothing}`, request, hosts, raw: [0, 0, 0, 0] }
  }
  return weigherCases(weigher, [
    {
      name: 'counts the members of the group on each host',
      release: 'zed',
      request: group(policy, 'a', 'b', 'c', 'c', 'gone'),
      hosts,
      raw,
      weights,
    },
    {
      name: 'multiplies',
      release: 'zed',
      conf: { [`${policy.replaceAll('-', '_')}_weight_multiplier`]: 10 },
      request: group(policy, 'c'),
      hosts,
      weights: multiplied,
    },
    says('of another policy', group(another, 'a')),
    says('of the hard policy', group(policy.replace('soft-', ''), 'a')),
    says('without a group', group(null, 'a')),
    says('of a group without members', group(policy)),
  ])
}
