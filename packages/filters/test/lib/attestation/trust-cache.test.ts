import { describe, expect, test } from 'vitest'
import type { Heard } from '../../../src/lib/attestation/service.ts'
import { trustCache, type TrustOf } from '../../../src/lib/attestation/trust-cache.ts'

const NOON = Date.UTC(2016, 0, 5, 12)
const SECOND = 1000

/** A cache of 60 s, its clock, and what it asks. */
function setUp(answer: (names: readonly string[]) => Heard) {
  const asked: (readonly string[])[] = []
  const world = { now: NOON, answer, asked }
  const cache = trustCache({
    ask: (names) => {
      asked.push(names)
      return Promise.resolve(world.answer(names))
    },
    clock: () => world.now,
    lifetime: 60 * SECOND,
  })
  const consult = (...names: string[]): Promise<TrustOf> => cache.consult(names, new AbortController().signal)
  return { world, cache, consult }
}

const heard = (at: Readonly<Record<string, number | null>>, level: unknown = 'trusted'): Heard => ({
  statements: new Map(
    Object.entries(at).map(([name, attestedAt]) => [name, { level, vtime: `at ${attestedAt}`, attestedAt }]),
  ),
})

describe('a cache of trust', () => {
  test('asks for all hosts at once, each name once, and then not while every entry counts', async () => {
    const { world, consult } = setUp(() => heard({ n1: NOON, n2: NOON }))
    expect((await consult('n1', 'n2', 'n1'))('n2')).toEqual({ level: 'trusted', why: null, expired: null })
    world.now = NOON + 60 * SECOND
    expect((await consult('n1', 'n2'))('n1').level).toBe('trusted')
    expect(world.asked).toEqual([['n1', 'n2']])
    world.now += 1
    await consult('n1')
    expect(world.asked).toEqual([['n1', 'n2'], ['n1']])
  })

  test.each([
    ['from the time of the attestation, not of the answer', -50, 10],
    ['from the answer where the service is ahead of us', 3600, 60],
  ])('counts %s', async (_what, attested, lasts) => {
    const { world, consult } = setUp(() => heard({ n1: NOON + attested * SECOND }))
    expect((await consult('n1'))('n1').level).toBe('trusted')
    world.now = NOON + lasts * SECOND
    await consult('n1')
    expect(world.asked).toHaveLength(1)
    world.now += 1
    await consult('n1')
    expect(world.asked).toHaveLength(2)
  })

  test('asks again for a host that it has never heard of', async () => {
    const { world, consult } = setUp(() => heard({ n1: NOON }))
    await consult('n1')
    expect((await consult('n1', 'n9'))('n9')).toEqual({
      level: 'unknown',
      why: 'the attestation service says nothing of it',
      expired: null,
    })
    expect(world.asked).toEqual([['n1'], ['n1', 'n9']])
  })

  test('forgets everything when it asks: what fails leaves no trust', async () => {
    const { world, cache, consult } = setUp(() => heard({ n1: NOON, n2: NOON - 30 * SECOND }))
    await consult('n1', 'n2')
    world.now = NOON + 31 * SECOND
    world.answer = () => ({ statements: null, failure: 'it is gone' })
    expect((await consult('n1', 'n2'))('n1')).toEqual({ level: 'unknown', why: 'it is gone', expired: null })
    expect(cache.latest('n2').why).toBe('it is gone')
    world.answer = () => {
      throw new Error('garbage')
    }
    await expect(consult('n1')).rejects.toThrow('garbage')
    expect(cache.latest('n1')).toMatchObject({ level: 'unknown', why: 'the attestation service was not asked' })
  })

  test('forgets hosts that an answer leaves out', async () => {
    const { world, consult } = setUp(() => heard({ n1: NOON, n2: NOON - 30 * SECOND }))
    await consult('n1', 'n2')
    world.now = NOON + 31 * SECOND
    world.answer = () => heard({ n2: world.now })
    expect((await consult('n1', 'n2'))('n1').level).toBe('unknown')
  })

  test.each([
    ['older than it counts', -60 * SECOND - 1, true],
    ['as old as it counts', -60 * SECOND, false],
  ])('tells an attestation that is %s as the answer comes', async (_, age, isExpired) => {
    const { consult } = setUp(() => heard({ n1: NOON + age }))
    const expired = isExpired ? `at ${NOON + age}` : null
    expect((await consult('n1'))('n1')).toEqual({ level: 'trusted', why: null, expired })
  })

  test('does not hold whole seconds against the service, nor the time that the answer takes', async () => {
    const { world, consult } = setUp(() => {
      world.now += 20 * SECOND
      return heard({ n1: NOON - 60 * SECOND })
    })
    world.now = NOON + 999
    expect((await consult('n1'))('n1').expired).toBeNull()
    world.now = NOON + 1000
    expect((await consult('n1'))('n1').expired).not.toBeNull()
  })

  test('takes a host whose time cannot be read for unknown, for as long as an answer counts', async () => {
    const { world, consult } = setUp(() => heard({ n1: null }))
    expect((await consult('n1'))('n1')).toEqual({
      level: 'unknown',
      why: 'the attestation service gives "at null" as the time of its attestation, which is no time',
      expired: null,
    })
    world.now = NOON + 60 * SECOND
    await consult('n1')
    expect(world.asked).toHaveLength(1)
  })

  test('tells that the service itself says unknown', async () => {
    const { consult } = setUp(() => heard({ n1: NOON }, 'unknown'))
    expect((await consult('n1'))('n1').why).toBe('the attestation service says so')
  })
})
