import type { InstanceTopology } from './numa/topology.ts'
import type { PciRequest } from './pci/pool.ts'

/** Free-form data by key, in an object without a prototype; never renamed. */
export type DataMap<T = unknown> = Readonly<Record<string, T>>

/** What the compute may still claim on a host, as filters leave it there: numbers, or a map of them. */
export type Limits = DataMap<number | DataMap<number>>

/** The flavor as it was asked for. */
export interface Flavor {
  readonly id: number | string | null
  readonly name: string
  /** MiB. */
  readonly memoryMb: number
  readonly vcpus: number
  /** GiB. */
  readonly rootGb: number
  /** GiB. */
  readonly ephemeralGb: number
  /** MiB. */
  readonly swapMb: number
  /** Null when the flavor carries none, which some filters tell from an empty map. */
  readonly extraSpecs: DataMap<string> | null
}

/** The image to boot from. */
export interface Image {
  /**
   * Image properties; empty when there are none. In releases that type them, Nova's current names and typed values.
   * Null: the image, or an explicit null in its place, is missing, which some filters break on.
   */
  readonly properties: DataMap | null
}

/** What the conductor found out about the server group of the instances. */
export interface Group {
  /** Policies, such as `affinity`; empty without a group. Null: they were not told, which Nova breaks on. */
  readonly policies: readonly string[] | null
  /** The one policy, in releases that have one a group; null without a group. */
  readonly policy: string | null
  /** Uuids of its instances, in releases that tell them. */
  readonly members: readonly string[]
  /** How many members a host may hold under the policy `anti-affinity`. Default 1. */
  readonly maxServerPerHost: number
  /** Hosts of members; within a request of several instances the chosen hosts join when `updated`. */
  readonly hosts: readonly string[]
  /** Whether chosen hosts join `hosts`. */
  readonly updated: boolean
}

/** Where a move of an instance, or its user, wants it to go. */
export interface RequestedDestination {
  /** Undefined: none was named. Null matches no host. */
  readonly host?: string | null
  /** Undefined: not told, which Nova breaks on where a host was named. Null, or empty: any of the host. */
  readonly node?: string | null
  /** The cell that a move starts from. */
  readonly cell: string | null
  readonly allowCrossCellMove: boolean
}

/** Hosts that were tried for the same instances and failed. */
export interface Retry {
  readonly numAttempts: number
  /** Pairs of host and node; null is an explicit null, which Nova breaks on. */
  readonly hosts: readonly (readonly [string, string])[] | null
}

/**
 * What is to be placed. Plugins see it as a view that records which fields they read, so that the engine knows when
 * an answer still holds; what a field gives is plain frozen data.
 */
export interface Request {
  /** Uuid of the instance in hand; where a release tells all of them, of each in turn. */
  readonly uuid: string | null
  /** Uuids of all instances; null when they are not told: then nothing is claimed of placement. */
  readonly instanceUuids: readonly string[] | null
  readonly projectId: string | null
  readonly userId: string | null
  readonly numInstances: number
  readonly availabilityZone: string | null
  readonly imageRef: string | null
  readonly osType: string | null
  readonly vmState: string | null
  readonly taskState: string | null
  /** MiB of memory that a claim takes (the instance's own, which need not be the flavor's). */
  readonly memoryMb: number
  /** Virtual CPUs that a claim takes. */
  readonly vcpus: number
  /** GiB of root disk that a claim takes. */
  readonly rootGb: number
  /** GiB of ephemeral disk that a claim takes. */
  readonly ephemeralGb: number
  /** Null when the request carries none, which most filters break on as Nova's do. */
  readonly flavor: Flavor | null
  readonly image: Image
  readonly group: Group
  /** Scheduler hints; null is an explicit null. */
  readonly hints: DataMap | null
  readonly retry: Retry | null
  /** Null is an explicit null, which the chance scheduler breaks on. */
  readonly ignoreHosts: readonly string[] | null
  readonly forceHosts: readonly string[]
  readonly forceNodes: readonly string[]
  /** Null: none was asked for. Later than Kilo. */
  readonly requestedDestination: RequestedDestination | null
  /** NUMA nodes asked for; once an instance is placed, what it was given, as Nova hands it on. Null: none. */
  readonly numaTopology: InstanceTopology | null
  /** PCI devices that filters look for. Null: none. */
  readonly pciRequests: readonly PciRequest[] | null
  /** PCI devices that a claim takes: Kilo is told of both apart. Null: none. */
  readonly claimedPciRequests: readonly PciRequest[] | null
  /** Whether other hosts that would do are asked for with each choice. */
  readonly returnAlternates: boolean
  /** What the JSON options file says (`scheduler_json_config_location`); empty without one. */
  readonly configOptions: DataMap
}

type Part = 'flavor' | 'image' | 'group'

/** The fields of a request, one by one: the grain at which reads are recorded. */
export type RequestField =
  Exclude<keyof Request, Part> | 'flavor' | `flavor.${keyof Flavor}` | `image.${keyof Image}` | `group.${keyof Group}`

const fieldsOf = <K extends string>(fields: Record<K, true>): readonly K[] => Object.keys(fields) as K[]

/** Fields that stand directly in a request. */
export const PLAIN_FIELDS = fieldsOf<Exclude<keyof Request, Part>>({
  uuid: true,
  instanceUuids: true,
  projectId: true,
  userId: true,
  numInstances: true,
  availabilityZone: true,
  imageRef: true,
  osType: true,
  vmState: true,
  taskState: true,
  memoryMb: true,
  vcpus: true,
  rootGb: true,
  ephemeralGb: true,
  hints: true,
  retry: true,
  ignoreHosts: true,
  forceHosts: true,
  forceNodes: true,
  requestedDestination: true,
  numaTopology: true,
  pciRequests: true,
  claimedPciRequests: true,
  returnAlternates: true,
  configOptions: true,
})

/** Fields that stand in a part of a request. */
export const PART_FIELDS = {
  flavor: fieldsOf<keyof Flavor>({
    id: true,
    name: true,
    memoryMb: true,
    vcpus: true,
    rootGb: true,
    ephemeralGb: true,
    swapMb: true,
    extraSpecs: true,
  }),
  image: fieldsOf<keyof Image>({ properties: true }),
  group: fieldsOf<keyof Group>({
    policies: true,
    policy: true,
    members: true,
    maxServerPerHost: true,
    hosts: true,
    updated: true,
  }),
} as const
