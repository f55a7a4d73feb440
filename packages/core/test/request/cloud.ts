import type { Inventory } from '../../src/inventory/inventory.ts'
import { inventoryFrom } from '../../src/inventory/read.ts'
import { buildRequest } from '../../src/request/build.ts'
import type { BuiltRequest } from '../../src/request/build.ts'
import { DEFAULT_REQUEST_RULES } from '../../src/request/rules.ts'
import type { RequestRules } from '../../src/request/rules.ts'
import type { ShortRequest } from '../../src/request/short-request.ts'

/** A small cloud: two zones, two flavors, an image, and a group with members on two hosts. */
export const CLOUD: Inventory = inventoryFrom({
  hosts: [
    { host: 'h1', instances: [{ uuid: 'u1' }] },
    { host: 'h2', nodename: 'n1', instances: [{ uuid: 'u2' }] },
    { host: 'h2', nodename: 'n2', instances: [{ uuid: 'u2' }] },
    { host: 'h3', service: { disabled: true } },
    { host: 'h4' },
  ],
  aggregates: [
    { id: 1, name: 'one', hosts: ['h1'], metadata: { availability_zone: 'az1' } },
    { id: 2, name: 'three', hosts: ['h3'], metadata: { availability_zone: 'az3' } },
    { id: 3, name: 'ssd', hosts: ['h1', 'h2'], metadata: { ssd: 'true' } },
  ],
  server_groups: [
    { id: 'g-1', name: 'apart', policies: ['anti-affinity'], members: ['u2', 'u1', 'gone'] },
    { id: 'g-2', name: 'soft', policies: ['soft-affinity'], members: ['u1'] },
    { id: 'g-3', name: 'both', policies: ['affinity', 'anti-affinity'], members: [] },
    { id: 'g-4', name: 'none', policies: [], members: [] },
  ],
  flavors: [
    {
      id: 7,
      name: 'm1.small',
      flavorid: 'f-7',
      vcpus: 1,
      memory_mb: 2048,
      root_gb: 20,
      extra_specs: { 'hw:watchdog_action': 'reset' },
    },
    { name: 'm1.old', vcpus: 1, memory_mb: 512, disabled: true },
  ],
  images: [
    { id: 'i-1', name: 'debian', properties: { os_type: 'linux', architecture: 'x86_64', hw_disk_bus: 'virtio' } },
  ],
}).inventory

/** Builds a request over {@link CLOUD}. */
export function build(
  short: Partial<ShortRequest>,
  rules: Partial<RequestRules> = {},
  inventory: Inventory | null = CLOUD,
): BuiltRequest {
  const request: ShortRequest = { flavor: 'm1.small', ...short }
  return buildRequest(request, { inventory, rules: { ...DEFAULT_REQUEST_RULES, ...rules } })
}
