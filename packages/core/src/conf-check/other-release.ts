import type { CoreKey } from '../conf/index.ts'
import { NEWEST, novaRelease } from '../conf/release-names.ts'
import type { NamedValue } from '../registry/plugin-set.ts'
import { lastPart } from '../registry/meant.ts'
import { type Facts, spotOfItem } from './facts.ts'
import { type CheckFinding, finding } from './finding.ts'
import { eraOf } from './plugin-history.ts'

/**
 * The finding for a plugin of Nova that the release does not have, and another has; null for any other name. Where
 * nobody said which release it is, the guess may be what is wrong.
 */
export function otherRelease(facts: Facts, key: CoreKey, named: NamedValue): CheckFinding | null {
  const name = lastPart(named.value)
  const era = eraOf(name)
  if (era === null || (era.since <= facts.number && facts.number <= era.until)) return null
  const here = novaRelease(facts.number).name
  const isGone = facts.number > era.until
  const has = novaRelease(Math.min(isGone ? era.until : era.since, NEWEST)).name
  const left = isGone ? `Nova dropped it after ${has}` : `Nova has it since ${has}`
  const instead = isGone && era.instead !== '' ? ` (${era.instead})` : ''
  const guess = facts.isStated ? '' : `, or say which release this is, such as --release ${has}`
  return finding('not-in-release', {
    at: spotOfItem(facts, key, named),
    message: `${name} is not in ${here}: ${left}${instead}`,
    fix: `Take it out of the list${guess}.`,
    ...(facts.isStated ? {} : { level: 'warning' }),
  })
}
