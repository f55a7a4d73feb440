import { keyOf } from '../hosts/cloud.ts'
import type { Host } from '../plugin/host.ts'
import type { Proposal } from './nearest.ts'
import type { WitnessedDecision } from './witnessed.ts'

/**
 * Whether a host passes every filter when something is changed, at an instance or, in its turn, before.
 *
 * @param instance - number of the instance at which it was lost, from 0
 */
export async function wouldPass(
  { tryChange }: Pick<WitnessedDecision, 'tryChange'>,
  proposal: Proposal,
  instance: number,
): Promise<boolean> {
  const { rounds } = (await tryChange(proposal, instance)) ?? { rounds: [] }
  const key = keyOf(proposal.node)
  if (rounds.some(({ chosen }) => chosen !== null && keyOf(chosen) === key)) return true
  const round = rounds.at(-1)
  return round?.passed.some((slot) => keyOf(round.hosts[slot] as Host) === key) ?? false
}
