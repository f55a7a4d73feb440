import { isDeepStrictEqual } from 'node:util'
import type { FilterAtWork } from '../filter/filter-at-work.ts'
import { keyOf } from '../hosts/cloud.ts'
import type { Change } from '../plugin/change.ts'
import type { Host } from '../plugin/host.ts'
import { isRejection } from '../plugin/verdict.ts'
import type { Log } from '../util/log.ts'
import { askAll, type No } from './ask.ts'
import { proposedChanges } from './proposed-changes.ts'
import type { NearMiss, NodeName, TriedChange } from './explanation.ts'
import type { Fate, Lost } from './fates.ts'
import { reasonText, shortfall } from './reason-text.ts'
import type { SeenRound } from './witness.ts'

/** A change of what decides a host's fate, and who proposes it. */
export interface Proposal {
  readonly node: NodeName
  readonly change: Change
  /** Null for the disabled service of a skipped host. */
  readonly filter: FilterAtWork | null
}

/** What near misses are looked for with. */
export interface NearestTools {
  readonly filters: readonly FilterAtWork[]
  readonly log: Log
  readonly signal: AbortSignal
  /** The explained round; null when there is none. */
  readonly round: SeenRound | null
  /** A host whose disabled service was enabled; null when its record cannot be read. */
  readonly readEnabled: (node: NodeName) => Host | null
  /** Whether the host would pass with a change, by the instance that it was lost at. */
  readonly wouldPass: (proposal: Proposal, instance: number) => Promise<boolean>
  /** A change for people. */
  readonly textOf: (proposal: Proposal) => string
}

/** What filters call a shortage that several of them tell of. */
const SHARED_REASON = 'too_few_devices'

/** A host that is nearly in, before anything was tried. */
interface Near {
  readonly miss: Omit<NearMiss, 'changes'>
  readonly filter: FilterAtWork | null
  readonly changes: readonly Change[]
  /** Number of the instance that it was lost at. */
  readonly instance: number
}

/**
 * The hosts that exactly one filter rejects, or several for one and the same shortage, and those that only a disabled service keeps out; the smallest shortfall
 * over need first, then disabled ones, then what has no number; of equals, those that were lost first.
 *
 * @param top - how many are told: each of their changes is tried
 */
export async function nearestMisses(
  fates: readonly Fate[],
  top: number,
  tools: NearestTools,
): Promise<readonly NearMiss[]> {
  if (top === 0) return []
  const near = [...(await rejectedByOne(fates, tools)), ...(await disabledOnly(fates, tools))]
  const misses: NearMiss[] = []
  for (const each of near.toSorted((a, b) => distance(a) - distance(b) || a.instance - b.instance)) {
    if (misses.length === top) break
    const changes = await triedChanges(each, tools)
    // Enabling a service is all that a skipped host has.
    if (each.filter !== null || changes.length > 0) misses.push({ ...each.miss, changes })
  }
  return misses
}

async function triedChanges({ miss, filter, changes, instance }: Near, tools: NearestTools): Promise<TriedChange[]> {
  const tried: TriedChange[] = []
  for (const change of changes) {
    const proposal = { node: miss, change, filter }
    if (await tools.wouldPass(proposal, instance)) tried.push({ change, text: tools.textOf(proposal) })
  }
  return tried
}

function distance({ miss: { short, needed, filter } }: Near): number {
  if (short !== null && needed !== null) return Math.abs(short) / Math.max(Math.abs(needed), Number.MIN_VALUE)
  return filter === null ? Number.MAX_VALUE : Infinity
}

async function rejectedByOne(fates: readonly Fate[], tools: NearestTools): Promise<Near[]> {
  const byRound = new Map<SeenRound, Lost[]>()
  for (const { lost } of fates) {
    if (lost === null) continue
    const here = byRound.get(lost.round)
    if (here === undefined) byRound.set(lost.round, [lost])
    else here.push(lost)
  }
  const near: Near[] = []
  for (const [round, lost] of byRound) {
    const noes = await askAll(
      tools.filters,
      round,
      lost.map(({ slot }) => slot),
      tools.signal,
    )
    for (const { slot } of lost) {
      const [only, ...others] = noes.get(slot) ?? []
      if (only !== undefined && !(only.verdict instanceof Error) && others.every((other) => isSame(only, other)))
        near.push(nearOf(only, others, round, slot, tools.log))
    }
  }
  return near
}

/** Whether two filters tell one shortage: PCI devices are looked at by two. */
function isSame(one: No, other: No): boolean {
  const [a, b] = [one, other].map(({ filter, verdict }) => {
    const { reason, details } = reasonText(filter, isRejection(verdict) ? verdict : false)
    return { reason, ...shortfall(details), unit: details['unit'] }
  })
  return a?.reason === SHARED_REASON && isDeepStrictEqual(a, b)
}

function nearOf(
  { filter, verdict }: No,
  others: readonly No[],
  { hosts, request, instance }: SeenRound,
  slot: number,
  log: Log,
): Near {
  const host = hosts[slot] as Host
  const rejection = isRejection(verdict) ? verdict : false
  const { reason, message, details } = reasonText(filter, rejection)
  const { needed, available, short } = shortfall(details) ?? { needed: null, available: null, short: null }
  const unit = typeof details['unit'] === 'string' ? details['unit'] : null
  const numbers = { needed, available, short, unit }
  const miss = {
    host: host.host,
    nodename: host.nodename,
    filter: filter.name,
    also: others.map((other) => other.filter.name),
    reason: reason ?? 'none',
    message,
    ...numbers,
  }
  return {
    miss,
    filter,
    instance,
    changes: rejection === false ? [] : proposedChanges(filter, host, request, rejection, log),
  }
}

/** Skipped hosts that every filter would let in, were their service enabled. */
async function disabledOnly(fates: readonly Fate[], tools: NearestTools): Promise<Near[]> {
  const { round, filters, readEnabled, signal } = tools
  const disabled = fates.filter(({ told }) => told.verdict === 'skipped' && told.reason === 'service_disabled')
  if (round === null || disabled.length === 0) return []
  const hosts = disabled.flatMap(({ told }) => readEnabled(told) ?? [])
  const all = { ...round, hosts: [...round.hosts, ...hosts] }
  const noes = await askAll(
    filters,
    all,
    hosts.map((_, at) => round.hosts.length + at),
    signal,
  )
  const isLetIn = new Set(hosts.filter((_, at) => !noes.has(round.hosts.length + at)).map(keyOf))
  return disabled
    .filter(({ told }) => isLetIn.has(keyOf(told)))
    .map(({ told: { host, nodename, message } }) => {
      const numbers = { needed: null, available: null, short: null, unit: null }
      const miss = {
        host,
        nodename,
        filter: null,
        also: [],
        reason: 'service_disabled',
        message: message ?? '',
        ...numbers,
      }
      return { miss, filter: null, instance: round.instance, changes: [{ kind: 'service', state: 'enabled' }] }
    })
}
