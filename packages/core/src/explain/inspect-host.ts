import { isNovaSchedError } from '../errors.ts'
import { keyOf } from '../hosts/cloud.ts'
import type { Host } from '../plugin/host.ts'
import { askAll, notesOf, wordOf } from './ask.ts'
import type { FilterWord, InspectedHost, NodeName } from './explanation.ts'
import { skipText } from './fates.ts'
import { countFits } from './fits.ts'
import type { SeenRound } from './witness.ts'
import type { WitnessedDecision } from './witnessed.ts'

const NO_FIT: InspectedHost['fits'] = { count: 0, more: false, stoppedBy: null }
const ONCE = 'not asked for this instance: it runs once a request'

/**
 * Asks every filter of one host, as it stands when the explained instance is decided, and counts how many instances of
 * the request would fit on it from the start.
 *
 * @param rounds - up to the explained one
 * @param most - counting ends here
 */
export async function inspectHost(
  node: NodeName,
  witnessed: WitnessedDecision,
  rounds: readonly SeenRound[],
  most: number,
): Promise<InspectedHost> {
  const { filters, claim, witness, readSkipped, driver, signal, rules } = witnessed
  const [first, last] = [rounds[0], rounds.at(-1)]
  const nothing = { ...node, filters: [], fits: NO_FIT }
  if (first === undefined || last === undefined) {
    return { ...nothing, skipped: `the scheduler driver ${driver} offered it to no filter` }
  }
  const key = keyOf(node)
  const slot = last.hosts.findIndex((host) => keyOf(host) === key)
  const read = slot < 0 ? readSkipped(node) : null
  if (isNovaSchedError(read)) return { ...nothing, skipped: witness.faults.get(key)?.message ?? read.message }
  const at = read === null ? slot : last.hosts.length
  const withHost = ({ hosts }: SeenRound): readonly Host[] => (read === null ? hosts : [...hosts, read])
  const question = { request: last.request, hosts: withHost(last), isLater: last.isLater, rules }
  const noes = new Map(
    (await askAll(filters, question, [at], signal)).get(at)?.map((no) => [no.filter.name, no.verdict]),
  )
  const host = question.hosts[at] as Host
  const words = filters.map((filter): FilterWord => {
    const notes = notesOf(filter, host, last.request)
    const isLeftOut = last.isLater && filter.definition.oncePerRequest === true
    return wordOf(filter, noes.get(filter.name) ?? true, isLeftOut ? [ONCE, ...notes] : notes)
  })
  const skip = witness.skipped.find((each) => keyOf(each) === key)
  return {
    ...node,
    skipped: skip === undefined ? null : skipText(skip),
    filters: words,
    fits: await countFits({ request: first.request, hosts: withHost(first), rules }, at, {
      filters,
      claim,
      signal,
      most,
    }),
  }
}
