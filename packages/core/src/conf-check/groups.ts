import { addFilters, asksFilters, type Facts, nameOf, spotOf } from './facts.ts'
import { type CheckFinding, finding, listed } from './finding.ts'

const HARD = [
  { policy: 'affinity', filter: 'ServerGroupAffinityFilter' },
  { policy: 'anti-affinity', filter: 'ServerGroupAntiAffinityFilter' },
] as const

const SOFT = [
  { policy: 'soft-affinity', weigher: 'ServerGroupSoftAffinityWeigher' },
  { policy: 'soft-anti-affinity', weigher: 'ServerGroupSoftAntiAffinityWeigher' },
] as const

/**
 * Server groups whose policy no filter keeps. Kilo's conductor looks at groups only when one of the two filters is in
 * the usual list, and refuses what the other would have kept; it never looks at the list for bare metal. Later ones
 * refuse whatever policy has no filter, or no weigher.
 */
export function checkGroups(facts: Facts): CheckFinding[] {
  if (!asksFilters(facts)) return []
  const open = HARD.filter(({ filter }) => !facts.enabled.has(filter))
  const isSilent = facts.conf.release === 'kilo' && (open.length === HARD.length || !isUsualList(facts))
  return [
    ...(open.length === 0 ? [] : [isSilent ? ignored(facts, open) : refused(facts, open)]),
    ...softPolicies(facts),
  ]
}

function isUsualList({ filterKey }: Facts): boolean {
  return filterKey === 'enabled_filters'
}

type Open = readonly (typeof HARD)[number][]

function ignored(facts: Facts, open: Open): CheckFinding {
  const message = `server groups are ignored: ${namesOf(open)} ${open.length === 1 ? 'is' : 'are'} not enabled`
  return finding('groups-ignored', { at: spotOf(facts, facts.filterKey), message, fix: addition(facts, open) })
}

function refused(facts: Facts, open: Open): CheckFinding {
  const policies = listed(
    open.map(({ policy }) => policy),
    'or',
  )
  const message = `${namesOf(open)} ${open.length === 1 ? 'is' : 'are'} not enabled: server groups with the policy ${policies} are refused`
  return finding('group-filter-missing', { at: spotOf(facts, facts.filterKey), message, fix: addition(facts, open) })
}

function namesOf(open: Open): string {
  return listed(open.map(({ filter }) => filter))
}

function addition(facts: Facts, open: Open): string {
  return addFilters(
    facts,
    open.map(({ filter }) => filter),
  )
}

function softPolicies(facts: Facts): CheckFinding[] {
  const { inTree, weighers } = facts
  const running = new Set(weighers.map(({ name }) => name))
  const open = SOFT.filter(({ weigher }) => inTree.has(weigher) && !running.has(weigher))
  if (open.length === 0) return []
  const message = `server groups with the policy ${listed(
    open.map(({ policy }) => policy),
    'or',
  )} are refused: ${listed(open.map(({ weigher }) => weigher))} ${open.length === 1 ? 'does' : 'do'} not run`
  const fix = `Write ${nameOf(facts, 'weight_classes')} = nova.scheduler.weights.all_weighers, or add ${open.length === 1 ? 'it' : 'them'}.`
  return [finding('group-filter-missing', { at: spotOf(facts, 'weight_classes'), message, fix })]
}
