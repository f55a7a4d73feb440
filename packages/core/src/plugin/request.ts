/** Free-form data by key, in an object without a prototype; never renamed. */
export type DataMap<T = unknown> = Readonly<Record<string, T>>

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
  /** Image properties; empty when there are none. Null is an explicit null, which Nova breaks on. */
  readonly properties: DataMap | null
}

/** What the conductor found out about the server group of the instances. */
export interface Group {
  /** Policies, such as `affinity`; empty without a group. Null is an explicit null, which Nova breaks on. */
  readonly policies: readonly string[] | null
  /** Hosts of members; within a request of several instances the chosen hosts join when `updated`. */
  readonly hosts: readonly string[]
  /** Whether chosen hosts join `hosts`. */
  readonly updated: boolean
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
  readonly uuid: string | null
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
  group: fieldsOf<keyof Group>({ policies: true, hosts: true, updated: true }),
} as const
