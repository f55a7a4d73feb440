import fc from 'fast-check'
import type { InventoryAggregate, InventoryHost } from '../src/inventory/inventory.ts'
import type { NovaRequest } from '../src/request/nova-request.ts'
import { node, novaRequest } from './scheduling.ts'

/** A configuration whose filters have something to say about the hosts and requests below. */
export const CONF = `[DEFAULT]
scheduler_default_filters = AvailabilityZoneFilter,AggregateRamFilter,CoreFilter,DiskFilter,ComputeFilter,ComputeCapabilitiesFilter,ServerGroupAntiAffinityFilter,DifferentHostFilter,IoOpsFilter
cpu_allocation_ratio = 1.0
`

export const NAMES = ['h1', 'h2', 'h3', 'h4', 'h5']
/** A time before every claim. */
export const STAMP = '2020-01-01T00:00:00'

/** A host of one of few names. */
export const someNode = (updatedAt: string | null): fc.Arbitrary<InventoryHost> =>
  fc
    .record({
      name: fc.constantFrom(...NAMES),
      free: fc.nat(8),
      used: fc.nat(8),
      io: fc.nat(10),
      disabled: fc.boolean(),
      uuids: fc.subarray(['u1', 'u2']),
    })
    .map(({ name, free, used, io, disabled, uuids }) =>
      node(name, {
        updated_at: updatedAt,
        free_ram_mb: free * 1024,
        vcpus_used: used,
        stats: { num_instances: String(uuids.length), io_workload: String(io) },
        service: { disabled, up: true },
        instances: uuids.map((uuid) => ({ uuid })),
      }),
    )

/** An aggregate with a zone, a ratio, or both. */
export const someAggregate: fc.Arbitrary<InventoryAggregate> = fc.record({
  id: fc.integer({ min: 1, max: 3 }),
  hosts: fc.subarray(NAMES),
  metadata: fc.constantFrom<Record<string, string>[]>(
    { availability_zone: 'az1' },
    { availability_zone: 'az2', ram_allocation_ratio: '1.0' },
    { ram_allocation_ratio: '2' },
  ),
})

/** A request that may ask for a zone, a capability, another host or a group. */
export const someRequest: fc.Arbitrary<NovaRequest> = fc
  .record({
    count: fc.integer({ min: 1, max: 3 }),
    memory: fc.constantFrom(1024, 2048, 4096),
    capability: fc.constantFrom('>= 1', '>= 100', '8'),
    group: fc.subarray(NAMES),
    other: fc.constantFrom('u1', 'u9'),
    zone: fc.constantFrom(null, 'az1', 'az2', 'nova'),
  })
  .map(({ count, memory, capability, group, other, zone }) => {
    const flavor = {
      memory_mb: memory,
      extra_specs: { 'capabilities:vcpus_total': capability },
      availability_zone: zone,
    }
    const properties = {
      group_policies: ['anti-affinity'],
      group_hosts: group,
      group_updated: true,
      scheduler_hints: { different_host: other },
    }
    return novaRequest(count, { flavor, properties })
  })
