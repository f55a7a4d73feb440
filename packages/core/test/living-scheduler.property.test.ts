import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseConf } from '../src/conf/index.ts'
import type { InventoryChange } from '../src/hosts/cloud.ts'
import type { Inventory, InventoryAggregate } from '../src/inventory/inventory.ts'
import type { NovaRequest } from '../src/request/nova-request.ts'
import { CONF, NAMES, someAggregate, someNode, someRequest, STAMP } from './clouds.ts'
import { node, novaRequest, schedulerOver } from './scheduling.ts'

const someChange = (updatedAt: string | null): fc.Arbitrary<InventoryChange> =>
  fc.oneof(
    someNode(updatedAt).map((changed): InventoryChange => ({ kind: 'update_node', node: changed })),
    fc.constantFrom(...NAMES).map((host): InventoryChange => ({ kind: 'remove_node', host })),
    someAggregate.map((aggregate): InventoryChange => ({ kind: 'update_aggregate', aggregate })),
  )

/** What an inventory is after changes. */
function changed(
  inventory: Pick<Inventory, 'hosts' | 'aggregates'>,
  changes: readonly InventoryChange[],
): typeof inventory {
  const hosts = new Map(inventory.hosts.map((host) => [host.host, host]))
  const aggregates = new Map(inventory.aggregates.map((aggregate) => [aggregate.id, aggregate]))
  for (const change of changes) {
    if (change.kind === 'update_node') hosts.set(change.node.host, change.node)
    if (change.kind === 'remove_node') hosts.delete(change.host)
    if (change.kind === 'update_aggregate') aggregates.set(change.aggregate.id, change.aggregate)
  }
  return { hosts: [...hosts.values()], aggregates: [...aggregates.values()] }
}

const first = NAMES.map((name) => node(name))
const conf = parseConf(CONF, { release: 'kilo' })

async function freshAnswer(inventory: ReturnType<typeof changed>, request: NovaRequest): Promise<unknown> {
  return (await schedulerOver(inventory.hosts, CONF, { aggregates: inventory.aggregates })).select(request, {
    hosts: true,
  })
}

describe('a scheduler that lives on answers as a new one over the same state', () => {
  test('after changes of the cloud and requests in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(someChange(null), someRequest), { maxLength: 6 }),
        someRequest,
        async (steps, last) => {
          const scheduler = await schedulerOver(first, CONF)
          for (const [change, request] of steps) {
            scheduler.update(change)
            await scheduler.select(request)
          }
          await scheduler.reload(conf)
          const state = changed(
            { hosts: first, aggregates: [] },
            steps.map(([change]) => change),
          )
          expect(await scheduler.select(last, { hosts: true })).toEqual(await freshAnswer(state, last))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('after claims that were all given back, where claims stay', async () => {
    const stamped = first.map((host) => ({ ...host, updated_at: STAMP }))
    await fc.assert(
      fc.asyncProperty(fc.array(someRequest, { minLength: 1, maxLength: 4 }), someRequest, async (requests, last) => {
        const scheduler = await schedulerOver(stamped, CONF)
        for (const request of requests) {
          const { destinations, error } = await scheduler.select(request)
          for (const { host, nodename } of [...destinations, ...(error?.placed ?? [])]) {
            expect(scheduler.release({ host, nodename: nodename as string, uuid: 'uuid-1' })).toBe(true)
          }
        }
        await scheduler.reload(conf)
        expect(await scheduler.select(last, { hosts: true })).toEqual(
          await freshAnswer({ hosts: stamped, aggregates: [] }, last),
        )
      }),
      { numRuns: 60 },
    )
  })

  test('which filters let a host through does not depend on what was asked before', async () => {
    const scheduler = await schedulerOver(first, CONF, {
      aggregates: [{ id: 1, hosts: ['h1', 'h2'], metadata: { availability_zone: 'az1' } }],
    })
    await fc.assert(
      fc.asyncProperty(someRequest, async (request) => {
        const [lasting, fresh] = [
          await scheduler.select(request, { hosts: true }),
          await (
            await schedulerOver(first, CONF, {
              aggregates: [{ id: 1, hosts: ['h1', 'h2'], metadata: { availability_zone: 'az1' } }],
            })
          ).select(request, { hosts: true }),
        ]
        const filtered = ({ instances }: typeof lasting): unknown =>
          instances[0] && [instances[0].funnel, instances[0].passed, instances[0].rejected]
        expect(filtered(lasting)).toEqual(filtered(fresh))
      }),
      { numRuns: 200 },
    )
  })
})

test('a claim that is not there cannot be given back', async () => {
  const scheduler = await schedulerOver(first, CONF)
  await scheduler.select(novaRequest())
  expect(scheduler.release({ host: 'h1', nodename: 'h1', uuid: 'another' })).toBe(false)
  expect(scheduler.release({ host: 'nobody', nodename: 'nobody', uuid: 'uuid-1' })).toBe(false)
})

describe('aggregates that are deleted (P32)', () => {
  const aggregate = (id: number): InventoryAggregate => ({ id, hosts: ['h1'], metadata: { key: String(id) } })

  async function afterDeleting(hosts: readonly string[]): Promise<unknown> {
    const scheduler = await schedulerOver([node('h1')], '', { aggregates: [aggregate(1), aggregate(2)] })
    scheduler.update({ kind: 'update_aggregate', aggregate: { ...aggregate(1), hosts: [] } })
    scheduler.update({ kind: 'delete_aggregate', aggregate: { id: 2, hosts } })
    const { error } = await scheduler.select(novaRequest())
    return error ?? scheduler.hosts()[0]?.aggregates
  }

  test('with the host named: it belongs to none', async () => {
    expect(await afterDeleting(['h1'])).toEqual([])
  })

  test('with a stale list: Kilo breaks, and the aggregate is named', async () => {
    expect(await afterDeleting([])).toMatchObject({
      code: 'PLUGIN_FAULT',
      host: 'h1',
      cause: { code: 'KEY_MISSING' },
      message: expect.stringContaining('aggregate 2'),
    })
  })
})
