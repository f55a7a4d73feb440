import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MemberState, ServiceGroupDriver } from '@nova-sched/core/plugin'
import { describeWith, startZooKeeperEnsemble, type TestServer, type ZooKeeperEnsemble } from '@nova-sched/test-servers'
import { freePrefix, isUp, makeDriver, until } from './lib/bench.ts'
import { layCable, type Cable } from './lib/cable.ts'
import { kazoo } from './lib/kazoo.ts'

/** Milliseconds. An ensemble needs a moment to do without one of its members. */
const SESSION = 6000

describeWith(describe, ['zookeeper', 'python3-kazoo'], 'an ensemble of three', () => {
  let ensemble: ZooKeeperEnsemble
  let cables: Cable[]
  let prefix: string
  let driver: ServiceGroupDriver
  let told: (MemberState | 'cannot be asked')[]
  beforeAll(async () => {
    ensemble = await startZooKeeperEnsemble()
  })
  beforeEach(async () => {
    cables = []
    for (const { port } of ensemble.servers) cables.push(await layCable(port))
    prefix = freePrefix()
    const address = cables.map((cable) => cable.address).join()
    driver = makeDriver({ address, sg_prefix: prefix, recv_timeout: SESSION })
    await driver.join('h1', 'compute', { binary: 'nova-compute' })
    await until(async () => (await isUp(driver, 'h1')) === true)
    told = []
    driver.watch('compute', (liveness) => void told.push(liveness?.of('h1').state ?? 'cannot be asked'))
  })
  afterEach(async () => {
    await driver.close()
    for (const cable of cables) await cable.close()
  })
  afterAll(() => ensemble.close())

  const connections = (): number => cables.reduce((sum, cable) => sum + cable.connections(), 0)
  const inUse = (): TestServer => {
    const server = ensemble.servers[cables.findIndex((cable) => cable.connections() > 0)]
    if (server === undefined) throw new Error('no server is in use')
    return server
  }
  const isUpElsewhere = async (): Promise<void> => {
    await until(() => connections() > 1)
    expect(await isUp(driver, 'h1')).toBe(true)
  }
  const node = async (): Promise<unknown> => JSON.parse(await kazoo(ensemble.address, 'read', prefix))

  it('one that is killed: nothing flaps, and the session stays', async () => {
    const [server, before] = [inUse(), await node()]
    await server.kill()
    await isUpElsewhere()
    expect(await node()).toEqual(before)
    await server.start()
    expect(told).not.toContain('down')
    expect(told).not.toContain('cannot be asked')
  })

  it('one that is frozen: nothing flaps, and the session stays', async () => {
    const [server, before] = [inUse(), await node()]
    server.freeze()
    try {
      await isUpElsewhere()
    } finally {
      server.thaw()
    }
    expect(await node()).toEqual(before)
    expect(told).not.toContain('down')
    expect(told).not.toContain('cannot be asked')
  })

  it('the quorum is lost: it cannot be asked, which is not a no; and can when it is back', async () => {
    const [one, other] = ensemble.servers
    await Promise.all([one?.kill(), other?.kill()])
    await until(() => told.includes('cannot be asked'))
    await expect(driver.snapshot('compute')).rejects.toMatchObject({ code: 'SERVICE_GROUP_UNAVAILABLE' })
    await Promise.all([one?.start(), other?.start()])
    await until(async () => (await isUp(driver, 'h1')) === true)
    await until(() => told.at(-1) === 'up')
  })
})
