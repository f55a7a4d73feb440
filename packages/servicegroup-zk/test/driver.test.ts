import { createServer, type AddressInfo, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceGroupDriver } from '@nova-sched/core/plugin'
import { describeWith, startZooKeeper, type TestServer } from '@nova-sched/test-servers'
import { freePrefix, isUp, makeDriver, until } from './lib/bench.ts'
import { layCable } from './lib/cable.ts'

const COMPUTE = { binary: 'nova-compute' }

describe('without a server', () => {
  it('nothing answers: it is told, and where (P49)', async () => {
    const told: string[] = []
    const driver = makeDriver({ address: '127.0.0.1:1', recv_timeout: 300 }, { told })
    const error = {
      code: 'SERVICE_GROUP_UNAVAILABLE',
      message: expect.stringContaining('ServiceGroup unavailable (zk 127.0.0.1:1)') as string,
    }
    await expect(driver.snapshot('compute')).rejects.toMatchObject(error)
    await expect(driver.join('h1', 'compute', COMPUTE)).rejects.toMatchObject(error)
    await driver.leave('h1', 'compute')
    expect(told).toHaveLength(1)
    await driver.close()
    await expect(driver.snapshot('compute')).rejects.toThrow('the driver was closed')
  })

  it.each(['HTTP/1.1 400 Bad Request\r\n\r\n', '\0\0\0\x04abcd', ''])(
    'a server that is no ZooKeeper says %j',
    async (text) => {
      const server: Server = createServer((socket) => {
        socket.on('error', () => {})
        socket.write(text)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const driver = makeDriver({ address: `127.0.0.1:${(server.address() as AddressInfo).port}`, recv_timeout: 500 })
      await expect(driver.snapshot('compute')).rejects.toMatchObject({ code: 'SERVICE_GROUP_UNAVAILABLE' })
      await driver.close()
      server.close()
    },
  )
})

describeWith(describe, ['zookeeper'], 'on a ZooKeeper', () => {
  let server: TestServer
  const ends: (() => Promise<void>)[] = []
  const driverOn = (conf: Record<string, unknown>, pid?: number): ServiceGroupDriver => {
    const all = { address: server.address, sg_retry_interval: 1, ...conf }
    const driver = makeDriver(all, pid === undefined ? {} : { pid })
    ends.unshift(() => driver.close())
    return driver
  }
  beforeAll(async () => {
    server = await startZooKeeper()
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })
  afterAll(() => server.close())

  it('the session is opened at the first use, and once (P47)', async () => {
    const cable = await layCable(server.port)
    ends.push(() => cable.close())
    const driver = driverOn({ address: cable.address, sg_prefix: freePrefix() })
    await driver.start(new AbortController().signal)
    await sleep(50)
    expect(cable.connections()).toBe(0)
    await Promise.all([driver.snapshot('compute'), driver.snapshot('network'), driver.join('h1', 'compute', COMPUTE)])
    expect(cable.connections()).toBe(1)
  })

  it('a process id that is taken is waited for, then told', async () => {
    const prefix = freePrefix()
    const [one, other] = [driverOn({ sg_prefix: prefix }, 5), driverOn({ sg_prefix: prefix }, 5)]
    await one.join('h1', 'compute', COMPUTE)
    await expect(other.join('h1', 'compute', COMPUTE)).rejects.toMatchObject({
      code: 'SERVICE_GROUP_TAKEN',
      message: expect.stringContaining(`${prefix}/compute/h1/5 is taken`) as string,
    })
    const joining = other.join('h1', 'compute', COMPUTE)
    await one.close()
    await joining
    expect(await isUp(other, 'h1')).toBe(true)
  })

  it('a member that leaves while it is cut off is gone when it is back', async () => {
    const cable = await layCable(server.port)
    ends.push(() => cable.close())
    const prefix = freePrefix()
    const driver = driverOn({ address: cable.address, sg_prefix: prefix, recv_timeout: 6000 })
    const asking = driverOn({ sg_prefix: prefix })
    await driver.join('h1', 'compute', COMPUTE)
    await until(async () => (await isUp(asking, 'h1')) === true)
    cable.cut()
    const leaving = driver.leave('h1', 'compute')
    cable.mend()
    await leaving
    await until(async () => (await isUp(asking, 'h1')) === false)
    await driver.join('h1', 'compute', COMPUTE)
    await until(async () => (await isUp(asking, 'h1')) === true)
  })

  it('a session that expired while it was cut off is told, and its members join again', async () => {
    const cable = await layCable(server.port)
    ends.push(() => cable.close())
    const prefix = freePrefix()
    const told: string[] = []
    const driver = makeDriver({ address: cable.address, sg_prefix: prefix, sg_retry_interval: 1 }, { told })
    ends.unshift(() => driver.close())
    const asking = driverOn({ sg_prefix: prefix })
    for (const host of ['h1', 'h2']) await driver.join(host, 'compute', COMPUTE)
    cable.cut()
    await until(async () => (await isUp(asking, 'h1')) === false)
    await expect(driver.snapshot('compute')).rejects.toMatchObject({ code: 'SERVICE_GROUP_UNAVAILABLE' })
    cable.mend()
    await until(async () => (await isUp(asking, 'h1')) === true && (await isUp(asking, 'h2')) === true)
    expect(told.map((message) => message.replace(/ \(zk .*/, ''))).toEqual([
      'ServiceGroup unavailable',
      'the ZooKeeper session has expired',
      'ServiceGroup available again',
    ])
  })

  it('a connection that breaks again and again loses no change', async () => {
    const cable = await layCable(server.port)
    ends.push(() => cable.close())
    const prefix = freePrefix()
    const [driver, other] = [driverOn({ sg_prefix: prefix }), driverOn({ address: cable.address, sg_prefix: prefix })]
    let members: readonly string[] | null = null
    other.watch('compute', (liveness) => void (members = liveness?.members ?? null))
    for (let round = 0; round < 20; round++) {
      if (round % 2 === 0) await driver.join(`h${round}`, 'compute', COMPUTE)
      else await driver.leave(`h${round - 1}`, 'compute')
      cable.mend()
    }
    await driver.join('last', 'compute', COMPUTE)
    await until(() => members?.join() === 'last')
    expect((await other.snapshot('compute')).members).toEqual(['last'])
  })

  it('a name that it cannot hold is refused', async () => {
    const driver = driverOn({ sg_prefix: freePrefix() })
    for (const name of ['', 'x'.repeat(1001)]) {
      await expect(driver.join(name, 'compute', COMPUTE)).rejects.toMatchObject({ code: 'VALUE_MALFORMED' })
    }
    expect(await isUp(driver, '')).toBe(false)
  })
})
