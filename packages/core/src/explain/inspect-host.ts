import { nodeKey } from '../hosts/cloud.ts'
import { askAll, notesOf, wordOf } from './ask.ts'
import type { InspectedHost, NodeName } from './explanation.ts'
import { skipText } from './fates.ts'
import { countFits } from './fits.ts'
import type { SeenRound } from './witness.ts'
import type { WitnessedDecision } from './witnessed.ts'

const NO_FIT: InspectedHost['fits'] = { count: 0, more: false, stoppedBy: null }

/**
 * Asks every filter of one host, as it stands when the explained instance is decided, and counts how many instances of
 * the request would fit on it from the start.
 *
 * @param rounds - up to the explained one
 * @param most - counting ends here
 */
export async function inspectHost(
  place: NodeName,
  { filters, claim, witness, readSkipped, driver }: WitnessedDecision,
  rounds: readonly SeenRound[],
  most: number,
): Promise<InspectedHost> {
  const [first, last] = [rounds[0], rounds.at(-1)]
  if (first === undefined || last === undefined) {
    return { ...place, skipped: `the scheduler driver ${driver} offered it to no filter`, filters: [], fits: NO_FIT }
  }
  const slot = last.hosts.findIndex(({ host, nodename }) => host === place.host && nodename === place.nodename)
  const skip = witness.skipped.find(({ host, nodename }) => host === place.host && nodename === place.nodename)
  const read = slot < 0 ? readSkipped(place) : null
  if (slot < 0 && read === null) {
    const fault = witness.faults.get(nodeKey(place.host, place.nodename))
    return { ...place, skipped: fault?.message ?? 'its record cannot be read', filters: [], fits: NO_FIT }
  }
  const withHost = (round: SeenRound) => (read === null ? round.hosts : [...round.hosts, read])
  const at = read === null ? slot : last.hosts.length
  const hosts = withHost(last)
  const answers = (await askAll(filters, { request: last.request, hosts }, [at])).get(at) ?? []
  const words = answers.map((answer) => {
    const host = hosts[at]
    return wordOf(answer, host === undefined ? [] : notesOf(answer.filter, host, last.request))
  })
  const start = { request: first.request, hosts: withHost(first) }
  return {
    ...place,
    skipped: skip === undefined ? null : skipText(skip),
    filters: words,
    fits: await countFits(filters, start, at, most, claim),
  }
}
