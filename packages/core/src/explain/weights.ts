import { hostLabel, type Host } from '../plugin/host.ts'
import type { DataMap } from '../plugin/request.ts'
import { ranking } from '../select/select.ts'
import { dataMap } from '../util/freeze.ts'
import { normalize, widen } from '../weigh/normalize.ts'
import type { Weighed } from '../weigh/run.ts'
import type { SeenRound } from './witness.ts'
import type { WitnessedDecision } from './witnessed.ts'

/** Hosts that are named where many are meant. */
const MOST_NAMED = 5

/** What is worth telling of how the chosen host came out of those that passed. */
export function choiceNotes(
  round: SeenRound,
  made: Pick<WitnessedDecision, 'weighers' | 'rules' | 'selection'>,
): readonly string[] {
  const { weighed, chosen, hosts } = round
  if (weighed === null || chosen === null) return []
  if (weighed.candidates.length === 1) return ['only one host left; weights not decisive']
  const names = weighed.candidates.map((slot) => hostLabel(hosts[slot] as Host))
  const best = weighed.candidates.findIndex((slot) => hosts[slot] === chosen)
  const remembered = rememberedNotes(weighed, made)
  const { subsetSize, shufflesBest } = made.selection
  if (subsetSize > 1) {
    const among = ranking(weighed.weights).slice(0, subsetSize)
    return [
      `one of the ${among.length} best hosts is taken at random: ${listed(among.map((at) => names[at] as string))}`,
      ...remembered,
    ]
  }
  const tied = names.filter((_, at) => weighed.weights[at] === weighed.weights[best])
  const tie = `${tied.length} hosts tie at the best weight, and ${shufflesBest ? 'one of them is taken at random' : 'the first of them is taken'}: ${listed(tied)}`
  const decided = decisiveWeigher(weighed, best, names)
  return [...(tied.length > 1 ? [tie] : []), ...(decided === null ? [] : [decided]), ...remembered]
}

/** By how much each weigher prefers one weighed host to another: multiplied, as it goes into the weight. */
export function preferences({ columns }: Weighed, one: number, other: number): DataMap<number> {
  return dataMap(columns.map((column) => [column.weigher, shareOf(column, one) - shareOf(column, other)]))
}

/**
 * Tells of a weigher that all others together cannot outvote, where it decided: without it another host were the best,
 * and its smallest difference between two hosts is more than the others can make up.
 */
function decisiveWeigher(weighed: Weighed, best: number, names: readonly string[]): string | null {
  for (const [at, column] of weighed.columns.entries()) {
    const { weigher } = column
    const others = weighed.columns.filter((_, index) => index !== at)
    const spread = others.reduce((sum, column) => sum + spreadOf(column), 0)
    const step = smallestStep(sharesOf(column))
    if (step === null || step <= spread) continue
    const rival = bestOf(others, weighed.candidates.length)
    const preferred = preferences(weighed, best, rival)
    if (rival === best || (preferred[weigher] as number) <= 0) continue
    const against = Object.entries(preferred).filter(([name, difference]) => name !== weigher && difference < 0)
    if (against.length === 0) continue
    const differences = against.map(([name, difference]) => `${shown(-difference)} of ${name}`)
    return `decided by ${weigher}: ${shown(preferred[weigher] as number)} against a difference of ${differences.join(' and ')} for ${names[rival]}; no other weigher can outvote it`
  }
  return null
}

/** Some releases normalise by the smallest and largest weight that they have ever seen. */
function rememberedNotes(
  { columns }: Weighed,
  { weighers, rules }: Pick<WitnessedDecision, 'weighers' | 'rules'>,
): readonly string[] {
  if (!rules.extremesAreRemembered) return []
  return columns
    .filter(({ raw, normalized }, at) => {
      const { minval = null, maxval = null } = weighers[at]?.definition ?? {}
      const fresh = { min: minval, max: maxval }
      widen(fresh, [...raw])
      return raw.some((weight, index) => normalize(weight, fresh.min ?? 0, fresh.max ?? 0) !== normalized[index])
    })
    .map(({ weigher }) => {
      return `${weigher} is normalised by extremes of an earlier instance or request, which the release in force remembers`
    })
}

type Column = Weighed['columns'][number]

/** What a weigher gave to one candidate: multiplied, as it goes into the weight. */
function shareOf({ multipliers, normalized }: Pick<Column, 'multipliers' | 'normalized'>, index: number): number {
  return (multipliers[index] as number) * (normalized[index] as number)
}

function sharesOf(column: Column): Float64Array {
  return column.normalized.map((_, index) => shareOf(column, index))
}

function spreadOf(column: Column): number {
  const shares = sharesOf(column)
  return shares.reduce((a, b) => Math.max(a, b)) - shares.reduce((a, b) => Math.min(a, b))
}

function smallestStep(shares: Float64Array): number | null {
  const sorted = shares.toSorted()
  let smallest: number | null = null
  for (let index = 1; index < sorted.length; index++) {
    const step = (sorted[index] as number) - (sorted[index - 1] as number)
    if (step > 0 && (smallest === null || step < smallest)) smallest = step
  }
  return smallest
}

function bestOf(columns: readonly Column[], count: number): number {
  const totals = new Float64Array(count)
  for (const column of columns) {
    for (let index = 0; index < count; index++) totals[index] = (totals[index] as number) + shareOf(column, index)
  }
  return totals.indexOf(totals.reduce((a, b) => Math.max(a, b)))
}

/** Up to six digits: the last ones of a difference are noise. */
function shown(difference: number): string {
  return String(Number(difference.toPrecision(6)))
}

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED
  return `${names.slice(0, MOST_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
