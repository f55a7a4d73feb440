import { IN_TREE_PLUGINS } from '../releases.ts'

/** Last release numbers of plugins that left Nova, and what does their work since. */
const LEFT: Readonly<Record<string, readonly [until: number, since: string]>> = {
  // It is gone by Zed; in which release it left is not known.
  AffinityFilter: [11, ''],
  TypeAffinityFilter: [16, ''],
  TrustedFilter: [16, ''],
  ExactRamFilter: [17, 'placement knows bare-metal nodes by their resource class'],
  ExactDiskFilter: [17, 'placement knows bare-metal nodes by their resource class'],
  ExactCoreFilter: [17, 'placement knows bare-metal nodes by their resource class'],
  RamFilter: [19, 'placement counts memory, by the allocation ratio of each compute node'],
  CoreFilter: [19, 'placement counts CPUs, by the allocation ratio of each compute node'],
  DiskFilter: [19, 'placement counts disk, by the allocation ratio of each compute node'],
  BaseRamFilter: [21, ''],
  BaseCoreFilter: [21, ''],
  AggregateRamFilter: [21, 'placement counts memory, by the allocation ratio of each compute node'],
  AggregateCoreFilter: [21, 'placement counts CPUs, by the allocation ratio of each compute node'],
  AggregateDiskFilter: [21, 'placement counts disk, by the allocation ratio of each compute node'],
  RetryFilter: [21, 'the conductor has a list of alternates to try'],
  AvailabilityZoneFilter: [27, 'placement is asked for the hosts of the zone'],
}

/** First release numbers of plugins that are younger than Kilo. */
const CAME: Readonly<Record<string, number>> = {
  DiskWeigher: 13,
  ServerGroupSoftAffinityWeigher: 13,
  ServerGroupSoftAntiAffinityWeigher: 13,
  PCIWeigher: 16,
  CPUWeigher: 18,
  BuildFailureWeigher: 18,
  CrossCellWeigher: 21,
  HypervisorVersionWeigher: 28,
  NumInstancesWeigher: 28,
  ImagePropertiesWeigher: 31,
}

/** When Nova has a filter or weigher of its own, in release numbers, both inclusive. */
export interface PluginEra {
  readonly since: number
  readonly until: number
  /** What does its work in later releases; empty when nothing does. */
  readonly instead: string
}

const EVERY = [...new Set(Object.values(IN_TREE_PLUGINS).flat())].sort()

/** The era of one of Nova's filters or weighers; null for a name that none of them bears from Kilo on. */
export function eraOf(name: string): PluginEra | null {
  if (!EVERY.includes(name)) return null
  const [until = Number.POSITIVE_INFINITY, instead = ''] = Object.hasOwn(LEFT, name) ? (LEFT[name] ?? []) : []
  return { since: (Object.hasOwn(CAME, name) ? CAME[name] : undefined) ?? 0, until, instead }
}

/** The filters and weighers that a release of Nova has, built here or not, by its number. */
export function inTreeAt(number: number): string[] {
  return EVERY.filter((name) => {
    const era = eraOf(name)
    return era !== null && era.since <= number && number <= era.until
  })
}
