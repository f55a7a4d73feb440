import { NovaSchedError } from '../errors.ts'
import type { Data, NovaRequest } from './nova-request.ts'

/** Keys that ask for a NUMA topology when they hold anything. */
const NUMA_KEYS = ['numa_nodes', 'mem_page_size'] as const

/**
 * Whether a flavor and an image ask for a NUMA topology: by a number of nodes, a page size or dedicated CPUs, on
 * either side (Kilo). Lists of CPUs or memory alone do not.
 */
export function asksForNuma(extraSpecs: Data, imageProperties: Data): boolean {
  const policies = [extraSpecs['hw:cpu_policy'], imageProperties['hw_cpu_policy']]
  if (policies.includes('dedicated')) return true
  return NUMA_KEYS.some((key) => isGiven(extraSpecs[`hw:${key}`]) || isGiven(imageProperties[`hw_${key}`]))
}

/** Whether a flavor asks for PCI devices (Kilo): by the key alone, even when it is empty. */
export function asksForPci(extraSpecs: Data): boolean {
  return Object.hasOwn(extraSpecs, 'pci_passthrough:alias')
}

/**
 * Refuses what is not built yet.
 *
 * @param request - in Nova's form
 * @throws REQUEST_NEEDS_NUMA for a NUMA topology with cells, REQUEST_NEEDS_PCI for PCI requests
 */
export function refuseNumaAndPci({ request_spec: spec, filter_properties: properties }: NovaRequest): void {
  const instance = spec.instance_properties ?? {}
  if (listIn(instance.numa_topology, 'cells').length > 0) throw needsNuma()
  const pci = [instance.pci_requests, properties.pci_requests]
  if (pci.some((requests) => listIn(requests, 'requests').length > 0)) throw needsPci()
}

/** REQUEST_NEEDS_NUMA. */
export function needsNuma(): NovaSchedError {
  const message =
    'the request needs a NUMA topology (node count, page size or dedicated CPUs), which is not decided yet'
  return new NovaSchedError('REQUEST_NEEDS_NUMA', message)
}

/** REQUEST_NEEDS_PCI. */
export function needsPci(): NovaSchedError {
  return new NovaSchedError('REQUEST_NEEDS_PCI', 'the request needs PCI devices, which are not decided yet')
}

/** Empty texts, null and 0 ask for nothing. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0
}

/** The list under a key of a map, which may be given as JSON text, as over RPC. */
function listIn(value: unknown, key: string): readonly unknown[] {
  const map = typeof value === 'string' ? parsed(value) : value
  if (typeof map !== 'object' || map === null || !Object.hasOwn(map, key)) return []
  const list = (map as Data)[key]
  return Array.isArray(list) ? list : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
