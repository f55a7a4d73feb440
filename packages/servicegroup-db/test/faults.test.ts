import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeWith } from '@nova-sched/test-servers'
import { openDriver } from './kit/bench.ts'
import { PLACES, type TestPlace } from './kit/databases.ts'
import { givenTime } from './kit/given-time.ts'
import { openStore, readLog, run } from './kit/stores.ts'

const COMPUTE = { binary: 'nova-compute', topic: 'compute' }

/** What a store says when it is asked. */
async function faultOf(connection: string): Promise<{ code: string; message: string; shown: string }> {
  const log = readLog()
  const store = openStore(connection, { log })
  const error = await store.list().then(
    () => new Error('nothing is wrong'),
    (thrown: unknown) => thrown as Error & { code: string; details: unknown },
  )
  await store.close()
  const { code = '', details = null } = error as { code?: string; details?: unknown }
  const shown = [error.message, error.stack, JSON.stringify(details), ...log.lines].join('\n')
  return { code, message: error.message, shown }
}

describe('SQLite', () => {
  let place: TestPlace
  beforeAll(async () => {
    place = await (PLACES['SQLite'] as (typeof PLACES)[string]).start()
  })
  afterAll(() => place.close())

  test('a folder that is not there', async () => {
    expect(await faultOf('sqlite:////no/such/folder/nova.sqlite')).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message:
        'sqlite:////no/such/folder/nova.sqlite: the database cannot be asked: the file cannot be opened: is its folder there, and may it be read?',
    })
  })
  test('a file that is no database', async () => {
    const connection = await place.connection('text')
    writeFileSync(connection.slice('sqlite:///'.length), 'this is a text, and no database\n'.repeat(99))
    expect(await faultOf(connection)).toMatchObject({
      code: 'STORE_INVALID',
      message: `${connection}: the file is no SQLite database`,
    })
  })
  test('in memory it lives as long as the store', async () => {
    const store = openStore('sqlite://')
    await store.register({ host: 'h1', ...COMPUTE })
    expect(await store.list()).toMatchObject([{ host: 'h1' }])
    await store.close()
  })
  test.each([
    ['create table guests (id integer)', 'it holds no table services'],
    [
      'create table services (id integer, host varchar(255), name text)',
      'its table services has no column binary, topic, report_count, disabled, disabled_reason, created_at, updated_at, deleted',
    ],
    [
      'create table services (id integer, host text, "binary" text, topic text, report_count integer, disabled boolean, disabled_reason text, created_at datetime, updated_at datetime, deleted boolean, availability_zone text)',
      "its table services has availability_zone, as Cinder's",
    ],
  ])('a database that is not Nova’s: %s', async (statement, what) => {
    const connection = await place.connection(`foreign_${statement.length}`)
    await run(connection, statement)
    const message = `${connection}: the database is not Nova's: ${what}`
    expect(await faultOf(connection)).toMatchObject({ code: 'STORE_INVALID', message })
    const store = openStore(connection)
    await expect(store.register({ host: 'h1', ...COMPUTE })).rejects.toMatchObject({ code: 'STORE_INVALID' })
    await store.close()
  })
})

for (const [kind, { needs, start }] of Object.entries(PLACES)) {
  if (kind === 'SQLite') continue
  describeWith(describe, needs, `faults of ${kind}`, () => {
    let place: TestPlace
    let connection = ''
    let label = ''
    const server = () => {
      if (place.server === undefined) throw new Error('no server')
      return place.server
    }
    beforeAll(async () => {
      place = await start()
      connection = await place.connection('faults')
      label = connection.replace(/\+\w+/, '').replace(/:[^:@/]+@/, '@')
    })
    afterAll(() => place.close())

    test('wrong password, user, database and port: told with user and place, never with a password', async () => {
      const wrong = (from: RegExp, to: string): string => connection.replace(from, to)
      const secret = 's3cr%40t%23'
      const password = await faultOf(wrong(/:[^:@/]+@/, `:${secret}@`))
      expect(password).toMatchObject({
        code: 'STORE_UNAVAILABLE',
        message: `${label}: the database cannot be asked: access denied: look at user and password in [database] connection`,
      })
      expect(password.shown).not.toMatch(/s3cr/)
      const user = await faultOf(wrong(/\/\/[^:]+:/, '//nobody:'))
      expect(user).toMatchObject({ message: expect.stringMatching(/nobody@127\.0\.0\.1.*access denied/) })
      const database = await faultOf(wrong(/faults$/, 'nowhere'))
      expect(database).toMatchObject({
        message: expect.stringMatching(/nowhere: .* there is no database of this name/),
      })
      const port = await faultOf(wrong(/:\d+\//, ':1/'))
      expect(port).toMatchObject({
        code: 'STORE_UNAVAILABLE',
        message: expect.stringMatching(/127\.0\.0\.1:1\/faults: the database cannot be asked: connection refused$/),
      })
    })

    test('a restart in the middle: heartbeats are lost, told once each way, and arrive again', async () => {
      const time = givenTime()
      const process = time.process()
      const log = readLog()
      const store = openStore(connection, { clock: time.clock, log })
      const beats = { ...store, heartbeat: (id: number) => process.work(store.heartbeat(id)) }
      const driver = openDriver(beats, time, process, { log })
      await driver.join('h1', 'compute', COMPUTE)
      await time.pass(5)
      await server().stop()
      await time.pass(10)
      await expect(driver.snapshot('compute')).rejects.toMatchObject({
        code: 'SERVICE_GROUP_UNAVAILABLE',
        message: expect.stringMatching(/^ServiceGroup unavailable \(db\): .*nova@127/),
        cause: { code: 'STORE_UNAVAILABLE' },
      })
      await server().start()
      await time.pass(5)
      expect((await driver.snapshot('compute')).of('h1').state).toBe('up')
      expect(log.lines).toEqual([
        expect.stringMatching(`^${label}: the database cannot be asked: `),
        expect.stringMatching('^h1 .nova-compute.: a heartbeat was lost: '),
        `${label}: the database answers again`,
        'h1 (nova-compute): heartbeats arrive again',
      ])
      await driver.close()
      await store.close()
    })

    test('a frozen server: no answer in time, and again when it goes on', async () => {
      const store = openStore(`${connection}?connect_timeout=1`)
      await store.list()
      server().freeze()
      const late = { code: 'STORE_UNAVAILABLE', message: expect.stringMatching(/no answer within 1 s$/) }
      await expect(store.list()).rejects.toMatchObject(late)
      await expect(store.list()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
      server().thaw()
      expect(await store.list()).toMatchObject([{ host: 'h1' }])
      await store.close()
    })
  })
}
