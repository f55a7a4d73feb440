import { addFilters, type Facts, spotOf } from './facts.ts'
import { type CheckFinding, finding, listed } from './finding.ts'

/** From this release on placement counts what hosts have, and no filter needs to. */
const FIRST_WITH_PLACEMENT = 16

const RESOURCES = [
  { resource: 'vcpus', filter: 'CoreFilter', ratio: 'cpu_allocation_ratio' },
  { resource: 'memory', filter: 'RamFilter', ratio: 'ram_allocation_ratio' },
  { resource: 'disk', filter: 'DiskFilter', ratio: 'disk_allocation_ratio' },
] as const

/** Resources of hosts that no enabled filter counts, in releases without placement. */
export function openResources({ number, survey, enabled }: Facts): readonly (typeof RESOURCES)[number][] {
  if (number >= FIRST_WITH_PLACEMENT) return []
  const limited = new Set(survey.filters.flatMap(({ plugin }) => plugin.resources ?? []))
  // One that is enabled and cannot be had is told as such.
  return RESOURCES.filter(({ resource, filter }) => !limited.has(resource) && !enabled.has(filter))
}

/** Hosts that are filled beyond what they have. */
export function missingResourceFilters(facts: Facts): CheckFinding[] {
  const open = openResources(facts)
  if (open.length === 0) return []
  const isOne = open.length === 1 && open[0]?.resource !== 'vcpus'
  const message = `${listed(open.map(({ resource }) => resource))} ${isOne ? 'is' : 'are'} not limited by any filter`
  const ratios = open.map(({ ratio }) => ratio).filter((ratio) => facts.readings.some((each) => isSetAs(each, ratio)))
  const idle = ratios.length === 0 ? '' : ` What the files say of ${listed(ratios)} has no effect.`
  const guess = facts.isStated
    ? ''
    : ' From pike on placement does that: if this is a later release, say so with --release.'
  return [
    finding('resource-unlimited', {
      at: spotOf(facts, facts.filterKey),
      message,
      why: `Hosts are filled beyond what they have: nothing stops a request that does not fit.${idle}${guess}`,
      fix: addFilters(
        facts,
        open.map(({ filter }) => filter),
      ),
    }),
  ]
}

function isSetAs({ option, places }: Facts['readings'][number], key: string): boolean {
  return option.key === key && places.length > 0
}
