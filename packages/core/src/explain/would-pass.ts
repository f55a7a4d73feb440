import type { Change } from '../plugin/change.ts'
import type { Host } from '../plugin/host.ts'
import { callsOf } from './calls.ts'
import type { NodeName } from './explanation.ts'
import type { WitnessedDecision } from './witnessed.ts'

/**
 * Whether a host passes every filter when something is changed, at the explained instance or, in its turn, before.
 *
 * @param instance - number of the explained instance, from 0
 */
export async function wouldPass(
  { tryChange }: Pick<WitnessedDecision, 'tryChange'>,
  place: NodeName,
  change: Change,
  instance: number,
): Promise<boolean> {
  const { rounds } = await tryChange(place, change, instance)
  const last = callsOf(rounds).at(-1) ?? []
  const isIt = ({ host, nodename }: NodeName): boolean => host === place.host && nodename === place.nodename
  if (last.some(({ chosen }) => chosen !== null && isIt(chosen))) return true
  const round = last.at(-1)
  return round?.passed.some((slot) => isIt(round.hosts[slot] as Host)) ?? false
}
