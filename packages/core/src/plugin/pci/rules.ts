/**
 * What differs between releases in how PCI devices are found for a request, as named behaviours. They change together, at
 * one number of `releases.ts`: a family is exact for the releases that are built, and in those between some of it came
 * earlier or later.
 */
export interface PciRules {
  /** Properties compare in any letter case. */
  readonly textIgnoresCase: boolean
  /**
   * A request says how near its devices must be, and devices on the cells go before those of unknown place. Else both
   * serve alike, and nothing else does.
   */
  readonly requestsHaveNumaPolicies: boolean
  /** Physical functions, vDPA devices and remotely managed ones serve only who asks for them. */
  readonly specialDevicesMustBeAsked: boolean
  /** A request for 0 devices needs a pool that could serve it. */
  readonly nothingNeedsPool: boolean
}

/** Devices are told apart by their properties alone, and are near or far. */
export const PCI_BY_PROPERTIES: PciRules = Object.freeze({
  textIgnoresCase: false,
  requestsHaveNumaPolicies: false,
  specialDevicesMustBeAsked: false,
  nothingNeedsPool: false,
})

/** Devices are told apart by what kind they are too, and each request has a NUMA policy. */
export const PCI_BY_KIND_AND_POLICY: PciRules = Object.freeze({
  textIgnoresCase: true,
  requestsHaveNumaPolicies: true,
  specialDevicesMustBeAsked: true,
  nothingNeedsPool: true,
})
