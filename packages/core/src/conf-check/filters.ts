import { addFilters, asksFilters, type Facts, isSet, nameOf, spotOf } from './facts.ts'
import { type CheckFinding, finding, listed, shownName } from './finding.ts'
import { missingResourceFilters } from './resources.ts'

/** What the list of filters does to requests: filters that should be there, and those that had better not. */
export function checkFilters(facts: Facts): CheckFinding[] {
  if (!asksFilters(facts)) return []
  if (facts.survey.filterNames.length === 0) return [noFilter(facts)]
  return [
    ...bases(facts),
    ...idleFilters(facts),
    ...missingComputeFilter(facts),
    ...missingRetryFilter(facts),
    ...missingZoneFilter(facts),
    ...missingPciFilter(facts),
    ...missingResourceFilters(facts),
    ...cappedRatios(facts),
    ...unscopedKeys(facts),
  ]
}

function noFilter(facts: Facts): CheckFinding {
  const name = nameOf(facts, facts.filterKey)
  const fix = `Remove the line for the default list of the release, or name filters: ${name} = ComputeFilter, …`
  return finding('no-filter', { at: spotOf(facts, facts.filterKey), message: 'enables no filter', fix })
}

/** Classes that filters share in Nova, by the filters that are meant. */
const BASES: Readonly<Record<string, readonly string[]>> = {
  AffinityFilter: ['DifferentHostFilter', 'SameHostFilter', 'SimpleCIDRAffinityFilter'],
  BaseCoreFilter: ['CoreFilter', 'AggregateCoreFilter'],
  BaseRamFilter: ['RamFilter', 'AggregateRamFilter'],
}

function bases(facts: Facts): CheckFinding[] {
  const named = Object.entries(BASES).filter(([name]) => facts.enabled.has(name) && facts.inTree.has(name))
  return named.map(([name, meant]) => {
    const message = `${name} is only the base of other filters`
    return finding('filter-base', {
      at: spotOf(facts, facts.filterKey),
      message,
      fix: `Write ${listed(meant, 'or')} in its place.`,
    })
  })
}

/** Filters that let every host pass, whatever is asked. */
function idleFilters(facts: Facts): CheckFinding[] {
  const { enabled, conf } = facts
  const idle = (name: string, message: string, fix: string): CheckFinding[] => {
    return enabled.has(name) ? [finding('filter-idle', { at: spotOf(facts, facts.filterKey), message, fix })] : []
  }
  const { max_attempts: attempts } = conf.core
  return [
    ...idle('AllHostsFilter', 'AllHostsFilter lets every host pass', 'Take it out of the list.'),
    ...(attempts === 1
      ? idle(
          'RetryFilter',
          `RetryFilter does nothing while ${nameOf(facts, 'max_attempts')} is 1: no request is tried again`,
          'Take it out of the list.',
        )
      : []),
  ]
}

function missingComputeFilter(facts: Facts): CheckFinding[] {
  if (facts.enabled.has('ComputeFilter')) return []
  const at = spotOf(facts, facts.filterKey)
  const fix = addFilters(facts, ['ComputeFilter'])
  return [finding('compute-filter-missing', { at, message: 'ComputeFilter is not enabled', fix })]
}

/** Last release in which a second attempt asks the scheduler again; later ones have alternates. */
const LAST_WITHOUT_ALTERNATES = 16

function missingRetryFilter(facts: Facts): CheckFinding[] {
  const attempts = facts.conf.core.max_attempts
  if (facts.number > LAST_WITHOUT_ALTERNATES || facts.enabled.has('RetryFilter') || attempts < 2) return []
  const name = nameOf(facts, 'max_attempts')
  const message = `RetryFilter is not enabled and ${name}=${attempts}`
  const fix = `${addFilters(facts, ['RetryFilter'])} For no second attempt: ${name} = 1`
  return [finding('retry-filter-missing', { at: spotOf(facts, facts.filterKey), message, fix })]
}

function missingZoneFilter(facts: Facts): CheckFinding[] {
  const { enabled, inTree, conf } = facts
  if (enabled.has('AvailabilityZoneFilter') || !inTree.has('AvailabilityZoneFilter')) return []
  if (conf.core.query_placement_for_availability_zone) return []
  const zone = conf.core.default_schedule_zone
  const also = zone === null ? '' : `; so is ${nameOf(facts, 'default_schedule_zone')} = ${shownName(zone)}`
  return [
    finding('zone-filter-missing', {
      at: spotOf(facts, facts.filterKey),
      message: 'AvailabilityZoneFilter is not enabled',
      why: `A zone that a request asks for is ignored, without a word${also}.`,
      fix: addFilters(facts, ['AvailabilityZoneFilter']),
    }),
  ]
}

/** Compute nodes have the aliases too, and no list of filters: they are left alone. */
function missingPciFilter(facts: Facts): CheckFinding[] {
  if (facts.enabled.has('PciPassthroughFilter') || !isSet(facts, 'pci_alias') || !isSet(facts, facts.filterKey))
    return []
  const message = `${nameOf(facts, 'pci_alias')} is set, and PciPassthroughFilter is not enabled`
  const fix = addFilters(facts, ['PciPassthroughFilter'])
  return [finding('pci-filter-missing', { at: spotOf(facts, facts.filterKey), message, fix })]
}

const CAPPED = ['CoreFilter', 'RamFilter', 'DiskFilter', 'IoOpsFilter', 'NumInstancesFilter']

function cappedRatios(facts: Facts): CheckFinding[] {
  const both = CAPPED.filter((name) => facts.enabled.has(name) && facts.enabled.has(`Aggregate${name}`))
  return both.map((name) => {
    const message = `${name} and Aggregate${name} are both enabled`
    const fix = `Take ${name} out of the list: Aggregate${name} falls back on the configuration where no aggregate says otherwise.`
    return finding('aggregate-ratio-capped', { at: spotOf(facts, facts.filterKey), message, fix })
  })
}

/** From this release on ComputeCapabilitiesFilter ignores a key without scope that no host knows. */
const FIRST_LENIENT = 14

function unscopedKeys(facts: Facts): CheckFinding[] {
  const [one, other] = ['ComputeCapabilitiesFilter', 'AggregateInstanceExtraSpecsFilter'] as const
  if (facts.number >= FIRST_LENIENT || !facts.enabled.has(one) || !facts.enabled.has(other)) return []
  const message = `${one} and ${other} are both enabled`
  const fix =
    'Give the extra specs of flavors a scope: capabilities:KEY for the one, aggregate_instance_extra_specs:KEY for the other.'
  return [finding('unscoped-keys', { at: spotOf(facts, facts.filterKey), message, fix })]
}
