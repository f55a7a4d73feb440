import { isNovaSchedError } from '../errors.ts'
import type { Change } from '../plugin/change.ts'
import type { Host } from '../plugin/host.ts'
import type { NodeName } from './explanation.ts'
import type { SeenRound } from './witness.ts'
import type { WitnessedDecision } from './witnessed.ts'

/** A change that cannot even be made, such as an option beyond its bounds, lets nobody in. */
function untrue(error: unknown): { readonly rounds: readonly SeenRound[] } {
  if (isNovaSchedError(error)) return { rounds: [] }
  throw error
}

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
  const { rounds } = await tryChange(place, change, instance).catch(untrue)
  const isIt = ({ host, nodename }: NodeName): boolean => host === place.host && nodename === place.nodename
  if (rounds.some(({ chosen }) => chosen !== null && isIt(chosen))) return true
  const round = rounds.at(-1)
  return round?.passed.some((slot) => isIt(round.hosts[slot] as Host)) ?? false
}
