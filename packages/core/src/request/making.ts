import type { PythonRules } from '../plugin/python.ts'
import type { ImageTable } from './image-meta/types.ts'
import type { NumaConstraintRules } from './numa/rules.ts'
import type { PciRequestRules } from './pci/rules.ts'

/** How the API and the conductor of a release make requests of flavors, images and groups, as named behaviours. */
export interface RequestMaking {
  /** How the Python of the release reads and writes values. */
  readonly python: PythonRules
  /** The properties of images that are known, with their types; null: they are taken as they are. */
  readonly image: ImageTable | null
  readonly numa: NumaConstraintRules
  readonly pci: PciRequestRules
  /** The zone is kept only when the forced host is in it; else it stays, and filters that ask for it are skipped. */
  readonly forcedHostDecidesZone: boolean
  /** Filters are told of PCI requests, when there are any, beside the instance that has them. */
  readonly filtersAreToldDevices: boolean
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
