import { nearName } from '../util/documents/near-names.ts'
import { asksFilters, type Facts, spotOf, spotOfReading } from './facts.ts'
import { type CheckFinding, finding, listed, shownName } from './finding.ts'

/** Isolated hosts and images: one list without the other, and hosts that nobody knows. */
export function checkIsolation(facts: Facts): CheckFinding[] {
  if (!asksFilters(facts) || !facts.enabled.has('IsolatedHostsFilter')) return []
  const images = listOf(facts, 'isolated_images')
  const hosts = listOf(facts, 'isolated_hosts')
  if (images === null || hosts === null) return []
  if (images.items.length + hosts.items.length === 0) {
    const message = 'IsolatedHostsFilter does nothing: neither isolated_hosts nor isolated_images is set'
    const fix = 'Set both, or take the filter out of the list.'
    return [finding('filter-idle', { at: spotOf(facts, facts.filterKey), message, fix })]
  }
  if (hosts.items.length === 0) {
    const message = 'isolated_images is set, and isolated_hosts is not: such images can be placed nowhere'
    return [finding('isolation-incomplete', { at: images.at, message, fix: 'Write isolated_hosts = host1,host2' })]
  }
  const restricts = facts.readings.find(({ option }) => option.key === 'restrict_isolated_hosts_to_isolated_images')
  if (images.items.length === 0 && restricts?.value !== false) {
    const message = 'isolated_hosts is set, and isolated_images is not: these hosts take no instance at all'
    const fix = 'Write isolated_images = the ids of the images that may run there.'
    return [finding('isolation-incomplete', { at: hosts.at, message, fix }), ...unknownHosts(facts, hosts)]
  }
  return unknownHosts(facts, hosts)
}

interface SetList {
  readonly items: readonly string[]
  readonly at: ReturnType<typeof spotOfReading>
}

function listOf({ readings }: Facts, key: string): SetList | null {
  const reading = readings.find(({ option }) => option.key === key)
  if (reading === undefined || !Array.isArray(reading.value)) return null
  return { items: (reading.value as readonly string[]).filter((item) => item !== ''), at: spotOfReading(reading) }
}

function unknownHosts({ inventory }: Facts, { items, at }: SetList): CheckFinding[] {
  if (inventory === null) return []
  const known = new Set(inventory.hosts.map(({ host }) => host))
  const unknown = items.filter((item) => !known.has(item))
  if (unknown.length === 0) return []
  const near = unknown.flatMap((item) => nearName(item, known) ?? [])
  const message = `${listed(unknown.map(shownName))} ${unknown.length === 1 ? 'is no host' : 'are no hosts'} of the inventory`
  const fix = near.length === 0 ? 'Mind the spelling.' : `Did you mean ${listed(near.map(shownName))}?`
  return [finding('host-unknown', { at, message, fix })]
}
