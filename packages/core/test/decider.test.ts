import { describe, expect, test } from 'vitest'
import { node, placed, zedOver, zedRequest } from './scheduling.ts'

const HOSTS = [node('a1', { cell: 'a' }), node('b1', { cell: 'b', memory_mb: 65536 }), node('a2', { cell: 'a' })]

const towards = (destination: object) => zedRequest(1, { properties: { requested_destination: destination } })

describe('a move that starts from a cell', () => {
  test('reads the hosts of that cell alone; the others are skipped', async () => {
    const scheduler = await zedOver(HOSTS)
    const decision = await scheduler.select(towards({ cell: 'a' }), { hosts: true })
    expect(decision.known).toBe(3)
    expect(decision.skipped).toEqual([{ host: 'b1', nodename: 'b1', reason: 'other_cell', detail: 'b' }])
    expect(decision.instances[0]?.passed.map(({ host }) => host)).toEqual(['a1', 'a2'])
    expect(decision.destinations).toMatchObject([{ host: 'a1', alternates: [{ host: 'a2' }] }])
    expect(scheduler.hosts().map(({ host }) => host)).toEqual(['a1', 'a2'])
  })

  test.each([
    ['may leave it', { cell: 'a', allow_cross_cell_move: true }],
    ['names none', { cell: null }],
    ['asks for nothing', {}],
  ])('and %s: all hosts are read', async (_name, destination) => {
    const scheduler = await zedOver(HOSTS, 'weight_classes = nova.scheduler.weights.ram.RAMWeigher\n')
    const decision = await scheduler.select(towards(destination))
    expect(decision.skipped).toEqual([])
    expect(decision.destinations).toMatchObject([{ host: 'b1' }])
  })

  test('prefers its own cell where it may leave it', async () => {
    expect(await placed(await zedOver(HOSTS), towards({ cell: 'a', allow_cross_cell_move: true }))).toEqual(['a1'])
  })

  test('finds no host in a cell that nobody is in', async () => {
    const decision = await (await zedOver(HOSTS)).select(towards({ cell: 'c' }))
    expect(decision.error).toMatchObject({ code: 'NO_VALID_HOST', reasons: {} })
    expect(decision.skipped).toHaveLength(3)
  })

  test('leaves nothing behind: the next request sees all hosts', async () => {
    const scheduler = await zedOver(HOSTS)
    await scheduler.select(towards({ cell: 'a' }))
    expect((await scheduler.select(zedRequest())).skipped).toEqual([])
    expect(scheduler.hosts()).toHaveLength(3)
  })

  test('is explained: a host of another cell was skipped, and why', async () => {
    const { hosts, counts } = await (await zedOver(HOSTS)).explain(towards({ cell: 'a' }))
    expect(counts).toMatchObject({ chosen: 1, passed: 1, skipped: 1 })
    expect(hosts[1]).toMatchObject({ host: 'b1', verdict: 'skipped', reason: 'other_cell' })
    expect(hosts[1]?.message).toMatch(/\bb\b/)
  })
})

describe('a requested destination', () => {
  test('is asked about by the filters, unlike a forced host', async () => {
    const hosts = [node('a'), node('b', { service: { up: false } })]
    expect(await placed(await zedOver(hosts), towards({ host: 'b', node: null }))).toBe('NO_VALID_HOST')
    expect(await placed(await zedOver(hosts), zedRequest(1, { properties: { force_hosts: ['B'] } }))).toEqual(['b'])
  })

  test('leaves the others out, and says so', async () => {
    const { hosts } = await (await zedOver(HOSTS)).explain(towards({ host: 'a2', node: 'a2' }))
    expect(hosts.map(({ host, verdict, reason }) => [host, verdict, reason])).toEqual([
      ['a1', 'ignored', 'not_requested'],
      ['b1', 'ignored', 'not_requested'],
      ['a2', 'chosen', null],
    ])
  })

  test('that is no candidate is told', async () => {
    const { error, notes } = await (await zedOver(HOSTS)).select(towards({ host: 'gone', node: 'n' }))
    expect(error).toMatchObject({ code: 'NO_VALID_HOST' })
    expect(notes).toContain('the requested destination gone, node n is no candidate')
  })
})

describe('hints that are null break Zed', () => {
  const hints = { scheduler_hints: null }

  test('at the first filter', async () => {
    const { error } = await (await zedOver(HOSTS)).select(zedRequest(1, { properties: hints }))
    expect(error).toMatchObject({ plugin: 'ComputeFilter', host: 'a1', cause: { code: 'ATTRIBUTE_MISSING' } })
  })

  test('before any, where a host is forced', async () => {
    const asked = zedRequest(1, { properties: { ...hints, force_hosts: ['a1'] } })
    const { error } = await (await zedOver(HOSTS)).select(asked)
    expect(error).toMatchObject({ code: 'ATTRIBUTE_MISSING' })
    const explanation = await (await zedOver(HOSTS)).explain(asked)
    expect(explanation.error).toMatchObject({ code: 'ATTRIBUTE_MISSING' })
    expect(explanation.hosts).toHaveLength(3)
  })
})
