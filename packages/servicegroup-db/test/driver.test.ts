import { isNovaSchedError, NovaSchedError, type ServiceStore } from '@nova-sched/core/plugin'
import { describe, expect, test } from 'vitest'
import { openDriver } from './kit/bench.ts'
import { givenTime } from './kit/given-time.ts'
import { startSqlite } from './kit/databases.ts'
import { openStore, readLog, run } from './kit/stores.ts'

const COMPUTE = { binary: 'nova-compute' }

/** A driver on a store in memory that counts what it is asked, and fails while it is told to. */
function aBench({
  connection = 'sqlite://',
  ...more
}: { readonly connection?: string; readonly reportInterval?: number } = {}) {
  const time = givenTime()
  const process = time.process()
  const log = readLog()
  const store = openStore(connection, { clock: time.clock, log })
  const asked: string[] = []
  const faults = new Set<keyof ServiceStore>()
  const ask = <T>(name: keyof ServiceStore, answer: () => Promise<T>): Promise<T> => {
    asked.push(name)
    const away = new NovaSchedError('STORE_UNAVAILABLE', 'away')
    return process.work(faults.has(name) ? Promise.reject(away) : answer())
  }
  const counted: ServiceStore = {
    ...store,
    list: (filter) => ask('list', () => store.list(filter)),
    register: (service) => ask('register', () => store.register(service)),
    heartbeat: (id) => ask('heartbeat', () => store.heartbeat(id)),
  }
  return { time, log, store, asked, faults, driver: openDriver(counted, time, process, { log, ...more }) }
}

describe('joining', () => {
  test('beats at once, then every report_interval, until it leaves', async () => {
    const { driver, store, time } = aBench()
    const reports = async () => (await store.list()).map(({ reportCount }) => reportCount)
    await driver.join('h1', 'compute', COMPUTE)
    expect(await reports()).toEqual([1])
    await time.pass(4)
    expect(await reports()).toEqual([3])
    await driver.leave('h1', 'compute')
    await time.pass(10)
    expect(await reports()).toEqual([3])
  })
  test('without report_interval no heartbeat is ever sent', async () => {
    const { driver, asked, time } = aBench({ reportInterval: 0 })
    await driver.join('h1', 'compute', COMPUTE)
    await time.pass(100)
    expect(asked).toEqual(['register'])
  })
  test('a first heartbeat that is lost is told, and the next one makes up for it', async () => {
    const { driver, faults, log, time } = aBench()
    faults.add('heartbeat')
    await driver.join('h1', 'compute', COMPUTE)
    expect(log.lines).toEqual(['h1 (nova-compute): the first heartbeat was lost: away'])
    faults.clear()
    await time.pass(2)
    expect((await driver.snapshot('compute')).of('h1').why).toBe('last heartbeat 0 s ago, the limit is 6 s')
  })
  test('leaving while it joins ends it', async () => {
    const { driver, asked, time } = aBench()
    const joining = driver.join('h1', 'compute', COMPUTE)
    await Promise.all([joining, driver.leave('h1', 'compute')])
    const count = asked.length
    await time.pass(10)
    expect(asked.length).toBe(count)
  })
  test('is refused while the store is away, and may be tried again', async () => {
    const { driver, faults } = aBench()
    faults.add('register')
    await expect(driver.join('h1', 'compute', COMPUTE)).rejects.toMatchObject({
      code: 'SERVICE_GROUP_UNAVAILABLE',
      message: 'ServiceGroup unavailable (db): away',
    })
    faults.clear()
    await driver.join('h1', 'compute', COMPUTE)
    expect((await driver.snapshot('compute')).members).toEqual(['h1'])
  })
  test('a service that was deleted stays deleted: its lost heartbeats are told once', async () => {
    const place = await startSqlite()
    const connection = await place.connection('deleted')
    const { driver, store, log, time } = aBench({ connection })
    await driver.join('h1', 'compute', COMPUTE)
    await run(connection, 'update services set deleted = id')
    await time.pass(6)
    expect(log.lines).toEqual([
      expect.stringMatching(/^h1 .nova-compute.: a heartbeat was lost: .*there is no service 1/),
    ])
    expect(await store.list()).toEqual([])
    await store.close()
    await place.close()
  })
})

describe('watching', () => {
  test('asks once an interval for all who watch, and no more when nobody does', async () => {
    const { driver, asked, time } = aBench()
    const stops = ['compute', 'compute', 'conductor'].map((group) => driver.watch(group, () => undefined))
    await time.pass(1)
    const before = asked.length
    await time.pass(10)
    expect(asked.length - before).toBe(5)
    for (const stop of stops) stop()
    const after = asked.length
    await time.pass(10)
    expect(asked.length).toBe(after)
  })
  test('tells null once when the store cannot be asked, and all again when it can', async () => {
    const { driver, faults, time } = aBench()
    const told: (readonly string[] | null)[] = []
    driver.watch('compute', (liveness) => void told.push(liveness?.members ?? null))
    await time.pass(3)
    faults.add('list')
    await time.pass(6)
    faults.clear()
    await time.pass(3)
    expect(told).toEqual([[], null, []])
    await driver.close()
  })
})

test('without a database the driver says what to write', () => {
  const time = givenTime()
  const make = () => openDriver(null, time, time.process())
  expect(make).toThrow(/servicegroup_driver = db needs a database: write connection = /)
  expect(make).toThrow(expect.toSatisfy((error: unknown) => isNovaSchedError(error) && error.code === 'CONF_INVALID'))
})
