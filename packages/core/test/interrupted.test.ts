import { describe, expect, test } from 'vitest'
import { node, schedulerOver, zedRequest } from './scheduling.ts'

/** More than are decided in the time that is waited. */
const MANY = 100_000

describe.each([true, false])('a request that is interrupted, with answers remembered: %s', (remembersAnswers) => {
  const scheduler = () => schedulerOver([node('h1'), node('h2')], '', { release: 'zed', remembersAnswers })

  test('ends while it is decided, and tells what was placed', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 20)
    const { error, destinations, instances } = await (
      await scheduler()
    ).select(zedRequest(MANY), { top: 0, signal: stop.signal })
    const placed = error?.placed?.length ?? 0
    expect(error).toMatchObject({
      code: 'INTERRUPTED',
      message: `Interrupted after ${placed} of ${MANY} instances.`,
    })
    expect(placed).toBeGreaterThan(0)
    expect(placed).toBeLessThan(MANY)
    expect(instances).toHaveLength(placed)
    expect(destinations).toEqual([])
  })

  test('goes no further than its first instance when it was interrupted before', async () => {
    const { error } = await (await scheduler()).select(zedRequest(3), { signal: AbortSignal.abort() })
    expect(error).toMatchObject({ code: 'INTERRUPTED', placed: [{ host: 'h1' }] })
  })

  test('is decided where it is for one instance', async () => {
    const { error } = await (await scheduler()).select(zedRequest(), { signal: AbortSignal.abort() })
    expect(error).toBeNull()
  })

  test('is explained as far as it was decided', async () => {
    const { error, instance, chosen } = await (
      await scheduler()
    ).explain(zedRequest(3), { signal: AbortSignal.abort() })
    expect(error).toMatchObject({ code: 'INTERRUPTED' })
    expect({ instance, chosen }).toMatchObject({ instance: 0, chosen: { host: 'h1' } })
  })
})

test('as many as are asked for leave the other hosts to each of them', async () => {
  const hosts = Array.from({ length: 40 }, (_, at) => node(`h${at}`))
  const { destinations } = await (await schedulerOver(hosts, '', { release: 'zed' })).select(zedRequest(30), { top: 0 })
  const chosen = new Set(destinations.map(({ host }) => host))
  expect(chosen.size).toBe(30)
  for (const { alternates } of destinations) {
    expect(alternates).toHaveLength(2)
    expect(alternates.filter(({ host }) => chosen.has(host))).toEqual([])
  }
})
