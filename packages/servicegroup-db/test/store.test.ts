import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeWith } from '@nova-sched/test-servers'
import { PLACES, type TestPlace } from './kit/databases.ts'
import { kiloTable, openStore, run } from './kit/stores.ts'

const NOW = Date.UTC(2026, 0, 2, 3, 4, 59, 678)
const COMPUTE = { binary: 'nova-compute', topic: 'compute' }

for (const [kind, { needs, start }] of Object.entries(PLACES)) {
  describeWith(describe, needs, `the store on ${kind}`, () => {
    let place: TestPlace
    let count = 0
    let now = NOW
    const clock = (): number => now
    const written = kind === 'MariaDB' ? NOW - 678 : NOW
    const anEmptyDatabase = (): Promise<string> => place.connection(`store_${(count += 1)}`)
    beforeAll(async () => {
      place = await start()
    })
    afterAll(() => place.close())

    test('an empty database is left empty by who reads, and has a table when somebody registers', async () => {
      const connection = await anEmptyDatabase()
      const store = openStore(connection, { clock })
      expect(await store.list()).toEqual([])
      expect(await store.zones()).toEqual(new Map())
      await expect(store.heartbeat(1)).rejects.toMatchObject({ code: 'SERVICE_NOT_FOUND' })
      await expect(run(connection, 'select * from services')).rejects.toThrow()
      const service = await store.register({ host: 'h1', ...COMPUTE })
      expect(service).toEqual({
        id: 1,
        host: 'h1',
        ...COMPUTE,
        reportCount: 0,
        disabled: false,
        disabledReason: null,
        createdAt: written,
        updatedAt: null,
        lastSeenUp: null,
        forcedDown: false,
      })
      expect(await store.list()).toEqual([service])
      const [row] = await run(connection, 'select uuid, version, deleted, deleted_at from services')
      expect(row).toMatchObject({
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        version: 0,
        deleted: 0,
        deleted_at: null,
      })
      await store.close()
    })

    test('registering twice is registering once, from many at once too', async () => {
      const connection = await anEmptyDatabase()
      const stores = [1, 2, 3, 4].map(() => openStore(connection, { clock }))
      const services = await Promise.all(stores.map((store) => store.register({ host: 'h1', ...COMPUTE })))
      expect(new Set(services.map(({ id }) => id)).size).toBe(1)
      expect(await stores[0]?.list()).toHaveLength(1)
      await Promise.all(stores.map((store) => store.close()))
    })

    test('a heartbeat moves count and times, and the reason stays', async () => {
      const store = openStore(await anEmptyDatabase(), { clock })
      const { id } = await store.register({ host: 'h1', ...COMPUTE })
      await store.change(id, { disabledReason: 'disk' })
      now = NOW + 5000
      await store.heartbeat(id)
      await store.heartbeat(id)
      const [service] = await store.list({ host: 'h1' })
      expect(service).toMatchObject({ reportCount: 2, updatedAt: written + 5000, lastSeenUp: written + 5000 })
      now = NOW + 9000
      const changed = await store.change(id, { disabled: true, forcedDown: true })
      expect(changed).toMatchObject({ disabled: true, forcedDown: true, disabledReason: 'disk' })
      expect(changed).toMatchObject({ updatedAt: written + 9000, lastSeenUp: written + 5000, reportCount: 2 })
      expect(await store.change(id, { disabled: false, disabledReason: null })).toMatchObject({
        disabled: false,
        disabledReason: null,
      })
      now = NOW
      await expect(store.change(99, { disabled: true })).rejects.toMatchObject({ code: 'SERVICE_NOT_FOUND' })
      await store.close()
    })

    test('deleted services are gone, and a name is free again', async () => {
      const connection = await anEmptyDatabase()
      const store = openStore(connection, { clock })
      const { id } = await store.register({ host: 'h1', ...COMPUTE })
      await run(connection, `update services set deleted = id where id = ${id}`)
      expect(await store.list()).toEqual([])
      await expect(store.heartbeat(id)).rejects.toMatchObject({ code: 'SERVICE_NOT_FOUND' })
      expect((await store.register({ host: 'h1', ...COMPUTE })).id).toBeGreaterThan(id)
      await store.close()
    })

    test('filters match exactly', async () => {
      const store = openStore(await anEmptyDatabase(), { clock })
      await store.register({ host: 'h1', ...COMPUTE })
      await store.register({ host: 'h1', binary: 'nova-conductor', topic: 'conductor' })
      await store.register({ host: 'h2', ...COMPUTE })
      const hosts = async (...filter: Parameters<typeof store.list>) =>
        (await store.list(...filter)).map(({ host, topic }) => `${host} ${topic}`)
      expect(await hosts({ topic: 'compute' })).toEqual(['h1 compute', 'h2 compute'])
      expect(await hosts({ host: 'h1' })).toEqual(['h1 compute', 'h1 conductor'])
      expect(await hosts({ host: 'H1' })).toEqual([])
      expect(await hosts({ host: 'h1 ' })).toEqual([])
      expect(await hosts({ host: "h1' or 1=1 --" })).toEqual([])
      expect(await hosts({ binary: 'nova-compute', host: 'h2' })).toEqual(['h2 compute'])
      await store.close()
    })

    test('a name that the table lets no other in beside is refused, and says who has it', async () => {
      const store = openStore(await anEmptyDatabase(), { clock })
      await store.register({ host: 'h1', ...COMPUTE })
      await expect(store.register({ host: 'h1', binary: 'agent', topic: 'compute' })).rejects.toMatchObject({
        code: 'SERVICE_GROUP_TAKEN',
        message: '"h1" cannot join compute as agent: service 1 is nova-compute on "h1" in topic compute',
      })
      if (kind === 'MariaDB') {
        await expect(store.register({ host: 'H1', ...COMPUTE })).rejects.toMatchObject({ code: 'SERVICE_GROUP_TAKEN' })
      }
      for (const host of ['', 'x'.repeat(256), 'a\0b']) {
        await expect(store.register({ host, ...COMPUTE })).rejects.toMatchObject({ code: 'USAGE' })
      }
      await store.close()
    })

    test('new services are disabled where they are not enabled', async () => {
      const store = openStore(await anEmptyDatabase(), { clock, enableNewServices: false })
      expect(await store.register({ host: 'h1', ...COMPUTE })).toMatchObject({ disabled: true })
      const conductor = await store.register({ host: 'h1', binary: 'nova-conductor', topic: 'conductor' })
      expect(conductor).toMatchObject({ disabled: false, disabledReason: null })
      await store.close()
    })

    test("Kilo's table is read and written as it is", async () => {
      const connection = await anEmptyDatabase()
      await run(connection, kiloTable(kind))
      const store = openStore(connection, { clock, enableNewServices: false })
      const { id, disabled } = await store.register({ host: 'h1', binary: 'nova-conductor', topic: 'conductor' })
      expect(disabled).toBe(true)
      await store.heartbeat(id)
      expect(await store.change(id, { disabled: false })).toMatchObject({
        reportCount: 1,
        disabled: false,
        updatedAt: written,
        lastSeenUp: null,
        forcedDown: false,
      })
      await expect(store.change(id, { forcedDown: true })).rejects.toMatchObject({ code: 'STORE_INVALID' })
      expect(Object.keys((await run(connection, 'select * from services'))[0] ?? {})).toHaveLength(11)
      await store.close()
    })
  })
}
