import type { InstanceTopology } from '../plugin/numa/topology.ts'
import type { PciRequest } from '../plugin/pci/pool.ts'
import type { DataMap } from '../plugin/request.ts'
import { imageMeta } from './image-meta/index.ts'
import type { RequestMaking } from './making.ts'
import type { Data } from './nova-request.ts'
import { novaNumaTopology, numaConstraints } from './numa/index.ts'
import { novaPciRequests, pciRequests } from './pci/index.ts'

/** How a release works out what a flavor and an image ask of a host's cells and devices. */
export type DemandRules = Pick<RequestMaking, 'python' | 'image' | 'numa' | 'pci'>

/** What demands are made of. */
export interface DemandSource {
  readonly flavor: {
    readonly vcpus: number
    /** MiB. */
    readonly memoryMb: number
    readonly extraSpecs: DataMap
  }
  /** Properties of the image as Glance has them; empty without an image. */
  readonly image: DataMap
  /** The texts of the option for PCI aliases. */
  readonly aliases: readonly string[]
  /** Uuid of the first instance. */
  readonly uuid: string
}

/** What a flavor and an image ask of a host's cells and devices, frozen. */
export interface Demands {
  /** Properties of the image, typed in releases that type them. */
  readonly image: DataMap
  /** Null: no NUMA nodes are asked for. */
  readonly numaTopology: InstanceTopology | null
  readonly pciRequests: readonly PciRequest[]
}

/**
 * Works out demands in the order of Nova's API: the image's properties, NUMA nodes, PCI devices. The first that fails ends
 * it.
 *
 * @throws what {@link imageMeta}, {@link numaConstraints} and {@link pciRequests} throw
 */
export function demandsOf({ flavor, image, aliases, uuid }: DemandSource, rules: DemandRules): Demands {
  const { python } = rules
  const properties = imageMeta(image, rules)
  const numaTopology = numaConstraints({ flavor, image: properties, rules: rules.numa, python })
  const { extraSpecs } = flavor
  const devices = pciRequests({ extraSpecs, image: properties, aliases, uuid, rules: rules.pci, python })
  return { image: properties, numaTopology, pciRequests: devices }
}

/** Demands as they stand in `instance_properties` of Nova's request. */
export function novaDemands(
  { numaTopology, pciRequests: devices }: Demands,
  uuid: string,
  rules: DemandRules,
): { readonly numa_topology: Data | null; readonly pci_requests: Data } {
  return {
    numa_topology: numaTopology === null ? null : novaNumaTopology(numaTopology, rules.numa),
    pci_requests: novaPciRequests(devices, uuid, rules.pci),
  }
}
