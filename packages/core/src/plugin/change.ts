/** Sizes of a flavor, by the names of Nova's tables: MiB (memory, swap), GiB (root, ephemeral), or a number (vcpus). */
export type FlavorSize = 'memory_mb' | 'vcpus' | 'root_gb' | 'ephemeral_gb' | 'swap'

/** One thing to change in the configuration, the request or the cloud, named as their files name it. */
export type Change =
  /** An option that the filter declares. */
  | { readonly kind: 'option'; readonly option: string; readonly value: string | number | boolean | readonly string[] }
  | { readonly kind: 'flavor'; readonly field: FlavorSize; readonly value: number }
  /** An extra spec of the flavor; null drops it. */
  | { readonly kind: 'extra_spec'; readonly key: string; readonly value: string | null }
  /** A property of the image; null drops it. */
  | { readonly kind: 'image_property'; readonly key: string; readonly value: string | null }
  /** A scheduler hint; null drops it. */
  | { readonly kind: 'hint'; readonly hint: string; readonly value: string | null }
  /** The server group to leave out of the request. */
  | { readonly kind: 'drop_group' }
  /** The zone to ask for; null asks for none. */
  | { readonly kind: 'availability_zone'; readonly value: string | null }
  /** Forget that the host was tried before. */
  | { readonly kind: 'forget_attempt' }
  /** The compute service of the host, to be enabled or brought up. */
  | { readonly kind: 'service'; readonly state: 'enabled' | 'up' }
  /** Metadata of an aggregate; null drops the key. */
  | {
      readonly kind: 'aggregate_metadata'
      readonly aggregate: number
      readonly key: string
      readonly value: string | null
    }
