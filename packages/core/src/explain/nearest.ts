import type { FilterAtWork } from '../filter/filter-at-work.ts'
import type { Change } from '../plugin/change.ts'
import type { Host } from '../plugin/host.ts'
import { isRejection } from '../plugin/verdict.ts'
import { errorText } from '../util/error-text.ts'
import type { Log } from '../util/log.ts'
import { askAll, type Answer } from './ask.ts'
import type { NearMiss, NodeName, TriedChange } from './explanation.ts'
import type { Fate, Lost } from './fates.ts'
import { reasonText, shortfall } from './reason-text.ts'

/** What near misses are looked for with. */
export interface NearestTools {
  readonly filters: readonly FilterAtWork[]
  readonly log: Log
  /** Whether a host would pass if this were changed. */
  readonly wouldPass: (place: NodeName, change: Change) => Promise<boolean>
  /** A change for people. */
  readonly textOf: (place: NodeName, change: Change, filter: FilterAtWork | null) => string
}

/** A host that is nearly in, before anything was tried. */
interface Near {
  readonly miss: Omit<NearMiss, 'changes'>
  readonly filter: FilterAtWork | null
  readonly changes: readonly Change[]
}

/**
 * The hosts that exactly one filter rejects, and those that only a disabled service keeps out; the smallest shortfall
 * over need first, then disabled ones, then what has no number.
 *
 * @param top - how many are told: each of their changes is tried
 */
export async function nearestMisses(
  fates: readonly Fate[],
  top: number,
  tools: NearestTools,
): Promise<readonly NearMiss[]> {
  if (top === 0) return []
  const near = [...(await rejectedByOne(fates, tools)), ...disabledOnly(fates)]
  const misses: NearMiss[] = []
  for (const { miss, filter, changes } of near.toSorted((a, b) => distance(a) - distance(b))) {
    if (misses.length === top) break
    const tried: TriedChange[] = []
    for (const change of changes) {
      if (await tools.wouldPass(miss, change)) tried.push({ change, text: tools.textOf(miss, change, filter) })
    }
    // Enabling a service helps only where the filters agree.
    if (filter !== null || tried.length > 0) misses.push({ ...miss, changes: tried })
  }
  return misses
}

function distance({ miss: { short, needed, filter } }: Near): number {
  if (short !== null && needed !== null) return Math.abs(short) / Math.max(Math.abs(needed), Number.MIN_VALUE)
  return filter === null ? Number.MAX_VALUE : Infinity
}

async function rejectedByOne(fates: readonly Fate[], tools: NearestTools): Promise<Near[]> {
  const lost = fates.flatMap((fate) => (fate.lost === null ? [] : [fate.lost]))
  const near: (readonly [Lost, Near])[] = []
  for (const round of new Set(lost.map((each) => each.round))) {
    const here = lost.filter((each) => each.round === round)
    const slots = here.map(({ slot }) => slot)
    const answers = await askAll(tools.filters, round, slots)
    for (const each of here) {
      const found = nearOf(each, answers.get(each.slot) ?? [], tools.log)
      if (found !== null) near.push([each, found])
    }
  }
  const order = new Map(lost.map((each, at) => [each, at]))
  return near.toSorted(([a], [b]) => (order.get(a) ?? 0) - (order.get(b) ?? 0)).map(([, found]) => found)
}

function nearOf({ round, slot }: Lost, answers: readonly Answer[], log: Log): Near | null {
  const [only, another] = answers.filter(({ verdict }) => verdict !== true)
  if (only === undefined || another !== undefined || only.verdict instanceof Error || only.verdict === true) return null
  const { filter, verdict } = only
  const { host, nodename } = round.hosts[slot] as Host
  const { reason, message, details } = reasonText(filter, verdict)
  const { needed, available, short } = shortfall(details) ?? { needed: null, available: null, short: null }
  const unit = typeof details['unit'] === 'string' ? details['unit'] : null
  const miss = {
    host,
    nodename,
    filter: filter.name,
    reason: reason ?? 'none',
    message,
    needed,
    available,
    short,
    unit,
  }
  return { miss, filter, changes: isRejection(verdict) ? changesOf(only, round, slot, log) : [] }
}

function changesOf(
  { filter, verdict }: Answer,
  { hosts, request }: Lost['round'],
  slot: number,
  log: Log,
): readonly Change[] {
  try {
    return isRejection(verdict) ? (filter.parts.changes?.(hosts[slot] as Host, request, verdict) ?? []) : []
  } catch (error) {
    log.warn(`${filter.name} broke as it was asked what would let a host in: ${errorText(error)}`)
    return []
  }
}

function disabledOnly(fates: readonly Fate[]): Near[] {
  return fates
    .filter(({ told }) => told.verdict === 'skipped' && told.reason === 'service_disabled')
    .map(({ told: { host, nodename, message } }) => {
      const numbers = { needed: null, available: null, short: null, unit: null }
      const miss = { host, nodename, filter: null, reason: 'service_disabled', message: message ?? '', ...numbers }
      return { miss, filter: null, changes: [{ kind: 'service', state: 'enabled' }] }
    })
}
