import type { ZoneRules } from './availability-zone.ts'
import type { ImageRules } from './image-meta/types.ts'
import type { NumaConstraintRules } from './numa/rules.ts'
import type { PciRequestRules } from './pci/rules.ts'

/** How the API and the conductor of a release make requests of flavors, images and groups, as named behaviours. */
export interface RequestMaking {
  readonly image: ImageRules
  readonly numa: NumaConstraintRules
  readonly pci: PciRequestRules
  readonly zones: ZoneRules
  /** A server group is told whole, with its members; else what its policies and hosts are. */
  readonly groupsAreTold: boolean
  /** Attempts are counted, and hosts that were tried are told. */
  readonly attemptsAreCounted: boolean
  /** A user may ask for a host and node that the filters then look at. */
  readonly destinationsAreRequested: boolean
  /** All instances have their uuids before the scheduler is asked, and come with other hosts that would do. */
  readonly instancesAreNamed: boolean
  /** A boot from a volume leaves the root disk to the volume. */
  readonly volumesSpareRootDisk: boolean
  /** What operators know the list of enabled filters by. */
  readonly enabledFiltersOption: string
}
