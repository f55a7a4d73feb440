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

const someCase: fc.Arbitrary<Case> = fc.record({
  hosts: fc.uniqueArray(someNode(null), { selector: ({ host }) => host, maxLength: 5 }),
  aggregates: fc.uniqueArray(someAggregate, { selector: ({ id }) => id, maxLength: 3 }),
  request: someRequest,
  conf: fc.constant(CONF),
})

async function explained({ hosts, aggregates, request, conf }: Case): Promise<Explanation> {
  return (await schedulerOver(hosts, conf, { aggregates })).explain(request)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

describe('an explanation of any inventory', () => {
  test('tells each host once; verdicts add up to the hosts, and reasons to the rejected ones', async () => {
    await fc.assert(
      fc.asyncProperty(someCase, async (one) => {
        const { hosts, counts, reasons } = await explained(one)
        expect(hosts.map(({ host }) => host)).toEqual(one.hosts.map(({ host }) => host))
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
          explanation.hosts.filter((host) => host.verdict === verdict).map(({ host }) => host)
        expect(names('chosen')).toEqual(error === null ? [destinations[0]?.host] : [])
        expect([...names('passed'), ...names('chosen')].sort()).toEqual(round?.passed.map(({ host }) => host).sort())
        expect(explanation.placed).toHaveLength(explanation.instance)
      }),
    )
  })

  test('tells only changes that are true: applied to configuration, inventory or request, the host passes', async () => {
    const kinds = new Set<string>()
    await fc.assert(
      fc.asyncProperty(someCase, async (one) => {
        const { nearest, instance } = await explained(one)
        for (const { host, changes } of nearest) {
          for (const change of changes) {
            kinds.add(change.change.kind)
            const scheduler = await schedulerOver(...overChanged(applied(one, host, change)))
            const after = await scheduler.select(applied(one, host, change).request, { hosts: true })
            const rounds = after.instances.slice(0, instance + 1)
            const isIn = rounds.some(({ chosen }) => chosen?.host === host)
            expect(isIn || rounds.at(-1)?.passed.some((passed) => passed.host === host), change.text).toBe(true)
          }
        }
      }),
    )
    expect(kinds.size).toBeGreaterThan(3)
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
    case 'image_property':
    case 'forget_attempt':
      throw new Error(`no filter here proposes ${change.kind}`)
  }
}
