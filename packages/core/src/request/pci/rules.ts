/** What a NUMA affinity policy may be, in releases that have them; the one where none is set first. */
export const PCI_NUMA_POLICIES: readonly string[] = Object.freeze(['legacy', 'required', 'preferred', 'socket'])

/** How a release reads PCI aliases, and what it makes of a flavor that names some. */
export interface PciRequestRules {
  /** Where aliases stand, as operators know it. */
  readonly option: string
  /** What `vendor_id` and `product_id` may be; as in Nova, a line end may follow. */
  readonly id: RegExp
  /** What `device_type` of an alias may be. */
  readonly deviceTypes: readonly string[]
  /** The key under which a request asks pools for the device type. */
  readonly deviceTypeKey: 'device_type' | 'dev_type'
  /** What a NUMA affinity policy may be, the one where none is set first; null where there are none. */
  readonly numaPolicies: readonly string[] | null
  /** All blanks of the extra spec go, so that no alias with one is found; else blanks around a name do, on both sides. */
  readonly blanksAreRemoved: boolean
  /** Each request has an id, by which devices are found again. */
  readonly requestsHaveIds: boolean
}

/** Aliases as they were first: kinds of devices, no policies. */
export const EARLY_PCI_REQUESTS: PciRequestRules = Object.freeze({
  option: '[DEFAULT] pci_alias',
  id: /^[\da-fA-F]{4}\n?$/,
  deviceTypes: ['NIC', 'ACCEL', 'GPU'],
  deviceTypeKey: 'device_type',
  numaPolicies: null,
  blanksAreRemoved: true,
  requestsHaveIds: false,
})

/** Aliases with NUMA affinity policies, and types that pools know. */
export const LATER_PCI_REQUESTS: PciRequestRules = Object.freeze({
  option: '[pci] alias',
  id: /^[\p{Nd}a-fA-F]{4}\n?$/u,
  deviceTypes: ['type-PCI', 'type-PF', 'type-VF'],
  deviceTypeKey: 'dev_type',
  numaPolicies: PCI_NUMA_POLICIES,
  blanksAreRemoved: false,
  requestsHaveIds: true,
})
