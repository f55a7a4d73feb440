import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOST_VERDICTS, type Explanation, type TriedChange } from '../../src/explain/explanation.ts'
import type { InventoryAggregate, InventoryHost } from '../../src/inventory/inventory.ts'
import type { NovaRequest } from '../../src/request/nova-request.ts'
import { CONF, someAggregate, someNode, someRequest } from '../clouds.ts'
import { schedulerOver } from '../scheduling.ts'

interface Case {
  readonly hosts: readonly InventoryHost[]
  readonly aggregates: readonly InventoryAggregate[]
  readonly request: NovaRequest
  readonly conf: string
}

/** Filters listed twice, filters that run once a request, and what the first configuration has none of. */
const OTHER_CONF = `[DEFAULT]
scheduler_max_attempts = 1
scheduler_default_filters = RetryFilter,RamFilter,ComputeFilter,RamFilter,NumInstancesFilter,ImagePropertiesFilter,DiskFilter
max_instances_per_host = 2
ram_allocation_ratio = 1.0
`

const someNodes = fc
  .array(fc.tuple(someNode(null), fc.constantFrom('n1', 'n2'), fc.constantFrom(10, 200)), { maxLength: 5 })
  .map((nodes) => {
    const placed = nodes.map(([host, nodename, disk]) => ({
      ...host,
      nodename,
      local_gb: disk,
      supported_instances: [['x86_64', 'kvm', 'hvm']],
    }))
    return [...new Map(placed.map((host) => [`${host.host}/${host.nodename}`, host])).values()]
  })

/** A request with attempts before it, and an image that asks for something. */
const someOtherRequest = fc
  .tuple(
    someRequest,
    fc.subarray(['h1', 'h2', 'h3']),
    fc.constantFrom({}, { architecture: 'aarch64' }, { vm_mode: 'hvm' }),
  )
  .map(([request, tried, properties]): NovaRequest => {
    const { request_spec: spec, filter_properties: asked } = request
    const hosts = tried.map((host): [string, string] => [host, 'n1'])
    return {
      request_spec: { ...spec, image: { properties } },
      filter_properties: { ...asked, retry: { num_attempts: 2, hosts } },
    }
  })

const unique = (nodes: readonly InventoryHost[]): InventoryHost[] => [
  ...new Map(nodes.map((host) => [host.host, host])).values(),
]

const someCase: fc.Arbitrary<Case> = fc.oneof(
  fc.record({
    hosts: fc.array(someNode(null), { maxLength: 5 }).map(unique),
    aggregates: fc.uniqueArray(someAggregate, { selector: ({ id }) => id, maxLength: 3 }),
    request: someRequest,
    conf: fc.constant(CONF),
  }),
  fc.record({
    hosts: someNodes,
    aggregates: fc.constant([]),
    request: someOtherRequest,
    conf: fc.constant(OTHER_CONF),
  }),
)

async function explained({ hosts, aggregates, request, conf }: Case): Promise<Explanation> {
  return (await schedulerOver(hosts, conf, { aggregates })).explain(request)
}

const placeOf = ({ host, nodename = host }: { readonly host: string; readonly nodename?: string }): string =>
  `${host}/${nodename}`

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

describe('an explanation of any inventory', () => {
  test('tells each host once; verdicts add up to the hosts, and reasons to the rejected ones', async () => {
    await fc.assert(
      fc.asyncProperty(someCase, async (one) => {
        const { hosts, counts, reasons } = await explained(one)
        expect(hosts.map(placeOf)).toEqual(one.hosts.map(placeOf))
        expect(sum(HOST_VERDICTS.map((verdict) => counts[verdict]))).toBe(hosts.length)
        expect(sum(Object.values(reasons))).toBe(counts.rejected)
        for (const { verdict, message } of hosts) expect(message === null).toBe(['chosen', 'passed'].includes(verdict))
      }),
    )
  })

  test('decides as a decision does, and of a failed request explains the instance that failed', async () => {
    await fc.assert(
      fc.asyncProperty(someCase, async (one) => {
        const explanation = await explained(one)
        const scheduler = await schedulerOver(one.hosts, one.conf, { aggregates: one.aggregates })
        const { destinations, error, instances } = await scheduler.select(one.request, { hosts: true })
        expect(explanation.error?.code).toBe(error?.code)
        expect(explanation.instance).toBe(error === null ? 0 : instances.length - 1)
        const round = instances[explanation.instance]
        const names = (verdict: string): string[] =>
          explanation.hosts.filter((host) => host.verdict === verdict).map(placeOf)
        const [first] = destinations
        expect(names('chosen')).toEqual(first === undefined ? [] : [`${first.host}/${first.nodename}`])
        expect([...names('passed'), ...names('chosen')].sort()).toEqual(round?.passed.map(placeOf).sort())
        expect(explanation.placed).toHaveLength(explanation.instance)
      }),
    )
  })

  test('tells only changes that are true: applied to configuration, inventory or request, the host passes', async () => {
    const kinds = new Set<string>()
    await fc.assert(
      fc.asyncProperty(someCase, async (one) => {
        const { nearest, instance } = await explained(one)
        for (const miss of nearest) {
          const { host, changes } = miss
          for (const change of changes) {
            kinds.add(change.change.kind)
            const altered = applied(one, host, change)
            const scheduler = await schedulerOver(...overChanged(altered))
            const after = await scheduler.select(altered.request, { hosts: true })
            const rounds = after.instances.slice(0, instance + 1)
            const isIn = rounds.some(({ chosen }) => chosen !== null && placeOf(chosen) === placeOf(miss))
            expect(
              isIn || rounds.some(({ passed }) => passed.some((each) => placeOf(each) === placeOf(miss))),
              change.text,
            ).toBe(true)
          }
        }
      }),
    )
    for (const kind of ['option', 'flavor', 'service']) expect(kinds).toContain(kind)
  })
})

function overChanged({ hosts, aggregates, conf }: Case): Parameters<typeof schedulerOver> {
  return [hosts, conf, { aggregates }]
}

/** What a reader of the change would do to the files. */
function applied(one: Case, name: string, { change, text }: TriedChange): Case {
  const { request_spec: spec, filter_properties: properties } = one.request
  const { instance_type: flavor, instance_properties: instance } = spec
  const asking = (part: object): Case => ({ ...one, request: { ...one.request, request_spec: { ...spec, ...part } } })
  switch (change.kind) {
    case 'option': {
      const [, group, assignment] = /^(\[\w+\]) (.*) \(now .*\)$/.exec(text) ?? []
      return { ...one, conf: `${one.conf}\n${group}\n${assignment}\n` }
    }
    case 'flavor': {
      const size = { [change.field]: change.value }
      return asking({ instance_type: { ...flavor, ...size }, instance_properties: { ...instance, ...size } })
    }
    case 'extra_spec': {
      const specs: Record<string, string> = { ...flavor?.extra_specs }
      if (change.value === null) delete specs[change.key]
      else specs[change.key] = change.value
      return asking({ instance_type: { ...flavor, extra_specs: specs } })
    }
    case 'image_property': {
      const properties: Record<string, unknown> = { ...spec.image?.properties }
      if (change.value === null) delete properties[change.key]
      else properties[change.key] = change.value
      return asking({ image: { properties } })
    }
    case 'forget_attempt': {
      const hosts = properties.retry?.hosts?.filter(([tried]) => tried !== name) ?? []
      const retry = { ...properties.retry, hosts }
      return { ...one, request: { ...one.request, filter_properties: { ...properties, retry } } }
    }
    case 'availability_zone':
      return asking({ instance_properties: { ...instance, availability_zone: change.value } })
    case 'hint':
      return { ...one, request: { ...one.request, filter_properties: { ...properties, scheduler_hints: {} } } }
    case 'drop_group':
      return {
        ...one,
        request: { ...one.request, filter_properties: { scheduler_hints: properties.scheduler_hints ?? {} } },
      }
    case 'service':
      return { ...one, hosts: one.hosts.map((host) => (host.host === name ? { ...host, service: {} } : host)) }
    case 'aggregate_metadata': {
      const withKey = (metadata: Readonly<Record<string, string>>): Record<string, string> => {
        const others = Object.entries(metadata).filter(([key]) => key !== change.key)
        return Object.fromEntries(change.value === null ? others : [...others, [change.key, change.value]])
      }
      const aggregates = one.aggregates.map((aggregate) =>
        aggregate.id === change.aggregate ? { ...aggregate, metadata: withKey(aggregate.metadata) } : aggregate,
      )
      return { ...one, aggregates }
    }
  }
}
