import { asksFilters, type Facts, nameOf, spotOf, type WeigherFact } from './facts.ts'
import { type CheckFinding, finding, listed } from './finding.ts'

/**
 * A weigher whose multiplier is so many times that of every other drowns them: weights are numbers from 0 to 1 before
 * they are multiplied, so another one decides only between hosts that differ by less than a hundredth in the first.
 */
const DROWNING = 100

/** From so many best hosts on the choice among them is mostly chance. */
const LARGE_SUBSET = 10

/** From this release on aggregates may set the multiplier of a weigher for their hosts. */
const FIRST_BY_AGGREGATE = 19

/** What the weighers come to, and how a host is taken among the best. */
export function checkWeights(facts: Facts): CheckFinding[] {
  if (!asksFilters(facts)) return []
  const weighers = eachOnce(facts.weighers)
  const speaking = weighers.filter(({ speaks }) => speaks)
  return [
    ...(speaking.length === 0 ? [noWeigher(facts)] : weighers.flatMap((each) => silentWeigher(facts, each))),
    ...drowningWeigher(speaking),
    ...speaking.flatMap((each) => invertedWeigher(each)),
    ...subsetSize(facts),
  ]
}

/** A weigher, and how many times it is listed: its weights are added each time. */
interface Listed extends WeigherFact {
  readonly times: number
}

function eachOnce(weighers: readonly WeigherFact[]): Listed[] {
  const first = weighers.filter(({ name }, at) => weighers.findIndex((other) => other.name === name) === at)
  return first.map((each) => ({ ...each, times: weighers.filter(({ name }) => name === each.name).length }))
}

function noWeigher(facts: Facts): CheckFinding {
  const hasAny = facts.weighers.length > 0
  const message = hasAny ? 'every weigher is silent' : 'no weigher runs'
  const name = nameOf(facts, 'weight_classes')
  const fix = hasAny
    ? 'Give one of them another multiplier, such as ram_weight_multiplier = 1.0'
    : `Write ${name} = nova.scheduler.weights.all_weighers, or remove the line.`
  return finding('no-weigher', { at: spotOf(facts, 'weight_classes'), message, fix })
}

function silentWeigher({ number }: Facts, { name, multiplier, isDefault, at }: WeigherFact): CheckFinding[] {
  if (multiplier !== 0 || isDefault) return []
  const unless = number < FIRST_BY_AGGREGATE ? '' : ' Aggregates may set another multiplier for their hosts.'
  const message = `0 silences ${name}`
  const why = `Whatever it finds is multiplied by 0.${unless}`
  return [finding('weigher-silent', { at, message, why, fix: 'Nothing, if that is meant; else another number.' })]
}

/** Nova's own that outvote all others by default are meant to: they are compared with nothing. */
function drowningWeigher(weighers: readonly Listed[]): CheckFinding[] {
  const isMeant = ({ isInTree, isDefault, multiplier }: WeigherFact): boolean => {
    return isInTree && isDefault && Math.abs(multiplier) >= DROWNING
  }
  const compared = weighers.filter((weigher) => !isMeant(weigher))
  const loudness = ({ multiplier, times }: Listed): number => Math.abs(multiplier) * times
  const [loudest, next] = compared.toSorted((a, b) => loudness(b) - loudness(a))
  if (loudest === undefined || next === undefined) return []
  const times = loudness(loudest) / loudness(next)
  if (!(times >= DROWNING)) return []
  const others = compared.filter((weigher) => weigher !== loudest).map(({ name }) => name)
  const message = `${loudest.name} counts ${Number(times.toPrecision(3))} times as much as the next: it drowns ${listed(others)}`
  const fix = `Give it a multiplier below ${Number(((DROWNING * loudness(next)) / loudest.times).toPrecision(6))}, unless the others are to break ties only.`
  return [finding('weigher-drowns', { at: loudest.at, message, fix })]
}

function invertedWeigher({ name, multiplier, at }: WeigherFact): CheckFinding[] {
  if (name !== 'IoOpsWeigher' || multiplier < 0) return []
  const message = `${multiplier} prefers hosts that are busy with I/O`
  return [finding('weigher-inverted', { at, message, fix: `Write io_ops_weight_multiplier = -${multiplier}` })]
}

function subsetSize(facts: Facts): CheckFinding[] {
  const size = facts.conf.core.host_subset_size
  const at = spotOf(facts, 'host_subset_size')
  const hosts = facts.inventory?.hosts.length ?? Number.POSITIVE_INFINITY
  if (size < 1) {
    return [
      finding('subset-size', { at, message: `${size} counts as 1`, why: 'The best host is taken.', fix: 'Write 1.' }),
    ]
  }
  if (size > 1 && size >= hosts) {
    const message = `${size} is no less than the ${hosts} hosts of the inventory`
    const why = 'An instance goes to any host that passes, at random: weights decide nothing.'
    return [
      finding('subset-size', {
        at,
        message,
        why,
        fix: 'Write a number far below that of the hosts.',
        level: 'warning',
      }),
    ]
  }
  if (size <= LARGE_SUBSET) return []
  const message = `an instance goes to one of the ${size} best hosts, at random`
  const why = 'Weights decide which hosts those are, chance which of them: two runs differ.'
  return [
    finding('subset-size', {
      at,
      message,
      why,
      fix: `Write ${LARGE_SUBSET} or less, unless many schedulers decide at once.`,
    }),
  ]
}
