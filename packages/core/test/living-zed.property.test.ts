import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InventoryHost } from '../src/inventory/inventory.ts'
import type { NovaRequest } from '../src/request/nova-request.ts'
import { NAMES } from './clouds.ts'
import { node, zedOver, zedRequest } from './scheduling.ts'

const CONF = `enabled_filters = ComputeFilter,DifferentHostFilter,ServerGroupAntiAffinityFilter,NumInstancesFilter
max_instances_per_host = 4
`
const AGGREGATES = [{ id: 1, hosts: ['h2'], metadata: { ram_weight_multiplier: '-1' } }]

const someHosts = fc.array(
  fc.record({ free: fc.nat(8), count: fc.nat(4), isUp: fc.boolean(), cell: fc.constantFrom('a', 'b') }),
  { minLength: NAMES.length, maxLength: NAMES.length },
)

interface Parts {
  readonly count: number
  readonly isGrouped: boolean
  readonly cell: string | null
  readonly forced: readonly string[]
  readonly other: string
}

const someParts: fc.Arbitrary<Parts> = fc.record({
  count: fc.integer({ min: 1, max: 3 }),
  isGrouped: fc.boolean(),
  cell: fc.constantFrom(null, 'a', 'b'),
  forced: fc.constantFrom<string[][]>([], [], ['H1'], ['h2', 'h3']),
  other: fc.constantFrom('', 'first-0'),
})

/** The request at a place in a row of them: its instances have names of their own. */
function requestAt(at: number, { count, isGrouped, cell, forced, other }: Parts): NovaRequest {
  const uuids = Array.from({ length: count }, (_, each) => (at === 0 ? `first-${each}` : `later-${at}-${each}`))
  const members = ['first-0', 'first-1', 'first-2', ...uuids]
  const properties = {
    scheduler_hints: other === '' ? {} : { different_host: [other] },
    force_hosts: forced,
    requested_destination: { cell },
    ...(isGrouped ? { instance_group: { uuid: 'g', policy: 'anti-affinity', members, hosts: [] } } : {}),
  }
  return { ...zedRequest(count, { properties }), instance_uuids: uuids }
}

test('a Zed scheduler that lives on answers as a new one, which knows the members of groups that it placed', async () => {
  const law = fc.asyncProperty(
    someHosts,
    fc.array(someParts, { minLength: 1, maxLength: 4 }),
    async (fields, parts) => {
      const hosts = fields.map(({ free, count, isUp, cell }, at): InventoryHost => {
        const stats = { num_instances: String(count), io_workload: '0' }
        return node(NAMES[at] as string, {
          free_ram_mb: free * 1024,
          stats,
          service: { up: isUp },
          cell,
          instances: [],
        })
      })
      const requests = parts.map((each, at) => requestAt(at, each))
      const scheduler = await zedOver(hosts, CONF, { aggregates: AGGREGATES })
      const joined = new Map<string, string[]>()
      for (const [at, request] of requests.slice(0, -1).entries()) {
        const { destinations, error } = await scheduler.select(request)
        for (const [each, { host }] of (error?.placed ?? destinations).entries()) {
          if (parts[at]?.isGrouped)
            joined.set(host, [...(joined.get(host) ?? []), request.instance_uuids?.[each] as string])
        }
      }
      const after = hosts.map((host) => ({
        ...host,
        instances: (joined.get(host.host) ?? []).map((uuid) => ({ uuid })),
      }))
      const fresh = await zedOver(after, CONF, { aggregates: AGGREGATES })
      const last = requests.at(-1) as NovaRequest
      expect(await scheduler.select(last, { hosts: true })).toEqual(await fresh.select(last, { hosts: true }))
    },
  )
  await fc.assert(law, { numRuns: 60 })
})
