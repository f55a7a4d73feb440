import { createHash } from 'node:crypto'
import type { ServiceGroupDriver } from '@nova-sched/core/plugin'
import { describeWith, startMemcached, type TestServer } from '@nova-sched/test-servers'
import { afterEach, describe, expect, test } from 'vitest'
import { cacheServer } from '../src/server.ts'
import { givenTime, mcDriver, type DriverParts, type GivenTime } from './bench.ts'
import { memoryStore } from './memory-store.ts'

const COMPUTE = { binary: 'nova-compute' }
const HOSTS = Array.from({ length: 9 }, (_, at) => `h${at}`)

let ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.reverse()) await end()
  ends = []
})

async function aServer(): Promise<TestServer> {
  const server = await startMemcached()
  ends.push(() => server.close())
  return server
}

function aDriver(parts: DriverParts): ServiceGroupDriver {
  const driver = mcDriver(parts)
  ends.push(() => driver.close())
  return driver
}

async function inGivenTime(parts: Partial<DriverParts> = {}): Promise<GivenTime & { driver: ServiceGroupDriver }> {
  const [server, time] = [await aServer(), givenTime()]
  const given = { servers: [server.address], plain: false, serviceDownTime: 60, reportInterval: 10, ...time, ...parts }
  return { ...time, driver: aDriver(given) }
}

/** Puts something under a key as a stranger would. */
async function write({ port }: TestServer, key: string, value: string): Promise<void> {
  const log = { debug() {}, info() {}, warn() {} }
  const client = cacheServer({ host: '127.0.0.1', port }, { limit: 5000, clock: () => 0, log })
  await client.set(key, Buffer.from(value), 0)
  client.close()
}

describeWith(describe, ['memcached'], 'one server', () => {
  test('a heartbeat counts up to the limit', async () => {
    const { driver, clock, pass } = await inGivenTime({ reportInterval: 10_000 })
    await driver.join('h1', 'compute', COMPUTE)
    const start = clock()
    await pass(10)
    expect((await driver.snapshot('compute')).of('h1')).toEqual({
      state: 'up',
      updatedAt: start,
      validUntil: start + 60_000,
      why: 'last heartbeat 10 s ago, the limit is 60 s',
    })
    await pass(50)
    expect((await driver.snapshot('compute')).of('h1').state).toBe('up')
    await pass(1)
    expect((await driver.snapshot('compute')).of('h1')).toMatchObject({
      state: 'down',
      updatedAt: start,
      why: 'last heartbeat 61 s ago, the limit is 60 s',
    })
  })

  test('a heartbeat of a clock that is ahead counts, as in Nova, and says so', async () => {
    const server = await aServer()
    const [ahead, now] = [Date.UTC(2026, 0, 1, 0, 10), Date.UTC(2026, 0, 1)]
    const fast = aDriver({ servers: [server.address], plain: false, clock: () => ahead })
    const driver = aDriver({ servers: [server.address], plain: false, clock: () => now })
    await fast.join('h1', 'compute', COMPUTE)
    expect((await driver.snapshot('compute', ['h1'])).of('h1')).toMatchObject({
      state: 'up',
      why: 'last heartbeat 600 s in the future: check the clocks, the limit is 3 s',
    })
  })

  test('an empty memcached is told as such, and heartbeats fill it again', async () => {
    const server = await aServer()
    const warnings: string[] = []
    const store = memoryStore()
    const time = givenTime()
    const parts = { servers: [server.address], plain: false, store, warnings, reportInterval: 10, serviceDownTime: 60 }
    const driver = aDriver({ ...parts, ...time })
    for (const host of ['h1', 'h2', 'h3']) await driver.join(host, 'compute', COMPUTE)
    await server.kill()
    await expect(driver.snapshot('compute')).rejects.toMatchObject({
      code: 'SERVICE_GROUP_UNAVAILABLE',
      message: expect.stringContaining(`ServiceGroup unavailable (mc ${server.address})`) as string,
    })
    await expect(driver.snapshot('compute')).rejects.toMatchObject({ code: 'SERVICE_GROUP_UNAVAILABLE' })
    await server.start()
    const empty = await driver.snapshot('compute')
    expect(empty.members).toEqual([])
    expect(empty.of('h2')).toMatchObject({ state: 'down', why: '0 of 3 keys present: cache restarted?' })
    await time.pass(11)
    expect((await driver.snapshot('compute')).members).toEqual(['h1', 'h2', 'h3'])
    expect(warnings).toEqual([
      expect.stringContaining(`memcached ${server.address} cannot be asked: `),
      `memcached ${server.address} answers again`,
    ])
  })

  test('a frozen server cannot be asked', async () => {
    const server = await aServer()
    const driver = aDriver({ servers: [server.address], plain: false, conf: { memcache_socket_timeout: 0.2 } })
    await driver.join('h1', 'compute', COMPUTE)
    server.freeze()
    await expect(driver.snapshot('compute')).rejects.toThrow('no answer within 0.2 s')
    server.thaw()
    expect((await driver.snapshot('compute')).of('h1').state).toBe('up')
  })

  test("somebody else's value is no heartbeat; under Kilo's key it is one", async () => {
    const server = await aServer()
    const stateOf = async (plain: boolean, key: string): Promise<unknown> => {
      await write(server, key, 'garbage')
      return (await aDriver({ servers: [server.address], plain }).snapshot('compute', ['h1'])).of('h1')
    }
    expect(await stateOf(true, 'compute:h1')).toMatchObject({ state: 'up', updatedAt: null })
    expect(await stateOf(false, createHash('sha1').update('compute:h1').digest('hex'))).toMatchObject({
      state: 'down',
      why: 'its key holds 7 bytes that are no heartbeat: somebody else writes there',
    })
  })

  test('memcached cannot list: without a database only who joined or was asked for is known', async () => {
    const { driver } = await inGivenTime()
    expect((await driver.snapshot('compute')).of('h1')).toMatchObject({ state: 'unknown' })
    expect((await driver.snapshot('compute', ['h1'])).of('h1')).toMatchObject({ state: 'down' })
  })

  test('a disabled service is no member, and its state is known', async () => {
    const store = memoryStore()
    const { driver } = await inGivenTime({ store })
    await driver.join('h1', 'compute', COMPUTE)
    await store.change(1, { disabled: true })
    const liveness = await driver.snapshot('compute')
    expect([liveness.members, liveness.of('h1').state]).toEqual([[], 'up'])
  })

  test('who leaves does not take along what another process of the host wrote since', async () => {
    const [server, time] = [await aServer(), givenTime()]
    const [one, other] = [0, 1].map(() => aDriver({ servers: [server.address], plain: false, ...time }))
    await one?.join('h1', 'compute', COMPUTE)
    await time.pass(0.5)
    await other?.join('h1', 'compute', COMPUTE)
    await one?.leave('h1', 'compute')
    expect((await other?.snapshot('compute'))?.of('h1').state).toBe('up')
  })

  test('without an interval no heartbeat is ever sent', async () => {
    const { driver } = await inGivenTime({ reportInterval: 0 })
    await driver.join('h1', 'compute', COMPUTE)
    expect((await driver.snapshot('compute')).of('h1').state).toBe('down')
  })
})

describeWith(describe, ['memcached'], 'three servers', () => {
  test('one of them away: nobody is down who beats, and its keys are unknown at first', async () => {
    const servers = [await aServer(), await aServer(), await aServer()]
    const time = givenTime()
    const parts = {
      servers: servers.map(({ address }) => address),
      plain: false,
      serviceDownTime: 60,
      reportInterval: 10,
    }
    const driver = aDriver({ ...parts, ...time })
    for (const host of HOSTS) await driver.join(host, 'compute', COMPUTE)
    await servers[1]?.kill()
    const states = async (): Promise<string[]> => {
      const liveness = await driver.snapshot('compute', ['dead'])
      return HOSTS.map((host) => liveness.of(host).state)
    }
    const first = await states()
    expect(new Set(first)).toEqual(new Set(['up', 'unknown']))
    await time.pass(11)
    expect(new Set(await states())).toEqual(new Set(['up']))
    // It comes back empty, and is written to again; meanwhile the others still have its keys.
    await servers[1]?.start()
    expect(new Set(await states())).toEqual(new Set(['up']))
    await time.pass(61)
    expect(new Set(await states())).toEqual(new Set(['up']))
  })

  test('who dies while its server is away is down when the limit has passed', async () => {
    const servers = [await aServer(), await aServer()]
    const time = givenTime()
    const parts = { servers: servers.map(({ address }) => address), plain: false, serviceDownTime: 60 }
    const driver = aDriver({ ...parts, ...time })
    await servers[0]?.kill()
    const before = await driver.snapshot('compute', HOSTS)
    expect(new Set(HOSTS.map((host) => before.of(host).state))).toEqual(new Set(['unknown', 'down']))
    await time.pass(61)
    const after = await driver.snapshot('compute', HOSTS)
    expect(new Set(HOSTS.map((host) => after.of(host).state))).toEqual(new Set(['down']))
  })
})

describe('options', () => {
  test('no servers', () => {
    expect(() => mcDriver({ servers: [], plain: true })).toThrow('memcached_servers not defined')
  })

  test.each(['a b:11211', 'http://cache:11211', 'cache:0', 'cache:70000', 'cache:port', 'unix:/run/memcached', '::1'])(
    'refuses the server %s',
    (server) => {
      expect(() => mcDriver({ servers: ['good:11211', server], plain: true })).toThrow(
        `memcached_servers: ${JSON.stringify(server)} is not host:port`,
      )
    },
  )

  test.each(['cache', 'cache:11211', '10.0.0.1:11211', '[::1]:11211', 'inet6:[::1]:11211'])('takes %s', (server) => {
    expect(() => mcDriver({ servers: [server], plain: true })).not.toThrow()
  })

  test("warns where Nova's own driver would not meet ours", () => {
    const warnings: string[] = []
    mcDriver({ servers: ['a', 'b'], plain: false, conf: { enabled: false }, warnings })
    mcDriver({ servers: ['a', 'b'], plain: false, conf: { backend: 'dogpile.cache.bmemcached' }, warnings })
    mcDriver({ servers: ['a', 'b'], plain: false, conf: { backend: 'dogpile.cache.pymemcache' }, warnings })
    expect(warnings).toEqual([
      expect.stringContaining('[cache] enabled is not true'),
      expect.stringContaining('[cache] backend = dogpile.cache.bmemcached'),
    ])
  })
})
