import { asksFilters, type Facts, spotOf } from './facts.ts'
import { type CheckFinding, finding, listed, shown, shownName } from './finding.ts'
import { nearName } from '../util/documents/near-names.ts'

/** What the configuration says of a cloud, against the inventory of one. */
export function checkCloud(facts: Facts): CheckFinding[] {
  if (facts.inventory === null || !asksFilters(facts)) return []
  return [...idleAggregateFilters(facts), ...unknownZone(facts)]
}

/** Filters that look at metadata of aggregates, and no aggregate has any that they look at. */
function idleAggregateFilters(facts: Facts): CheckFinding[] {
  const keys = new Set(facts.inventory?.aggregates.flatMap(({ metadata }) => Object.keys(metadata)))
  const told = new Set<string>()
  return facts.survey.filters.flatMap(({ name, plugin: { aggregateKeys } }) => {
    if (aggregateKeys === undefined || told.has(name)) return []
    told.add(name)
    const isIdle = aggregateKeys === 'any' ? keys.size === 0 : !aggregateKeys.some((key) => keys.has(key))
    if (!isIdle) return []
    const wanted = aggregateKeys === 'any' ? 'any metadata' : listed(aggregateKeys, 'or')
    const message = `${name} can do nothing: no aggregate of the inventory has ${wanted}`
    const what = aggregateKeys === 'any' ? 'metadata' : wanted
    const fix = `Give an aggregate ${what}, or take the filter out of the list.`
    return [finding('aggregate-key-missing', { at: spotOf(facts, facts.filterKey), message, fix })]
  })
}

function unknownZone(facts: Facts): CheckFinding[] {
  const { default_schedule_zone: zone, default_availability_zone: rest } = facts.conf.core
  if (zone === null || zone === '' || zone === rest || !zonesCount(facts)) return []
  const zones = new Set(
    facts.inventory?.aggregates
      .flatMap(({ metadata }) => (metadata['availability_zone'] ?? '').split(','))
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
  if (zones.has(zone)) return []
  const near = nearName(zone, zones)
  const fix =
    near === undefined ? 'Write a zone of an aggregate, or remove the line.' : `Did you mean ${shownName(near)}?`
  const message = `${shown(zone)} is no zone of the inventory`
  return [finding('zone-unknown', { at: spotOf(facts, 'default_schedule_zone'), message, fix })]
}

/** From this release on placement is asked for zones unless that is turned off. */
const FIRST_WITH_ZONES = 24

function zonesCount({ enabled, number }: Facts): boolean {
  return enabled.has('AvailabilityZoneFilter') || number >= FIRST_WITH_ZONES
}
