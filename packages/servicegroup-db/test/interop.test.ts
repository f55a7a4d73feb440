import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeWith } from '@nova-sched/test-servers'
import { livenessOf } from '../src/liveness.ts'
import { RULES } from './kit/bench.ts'
import { PLACES, type TestPlace } from './kit/databases.ts'
import { nova, novaSchema, type NovaService } from './kit/nova.ts'
import { openStore, run } from './kit/stores.ts'

const COMPUTE = { binary: 'nova-compute', topic: 'compute' }

/** Whom our driver takes for up, by Zed's rules. */
async function upByOurs(connection: string): Promise<Record<string, string>> {
  const store = openStore(connection)
  const services = await store.list()
  await store.close()
  const { of } = livenessOf(services, 'compute', { now: Date.now(), limit: 60, rules: RULES })
  return Object.fromEntries(services.map(({ host }) => [host, of(host).state]))
}

const upIn = (seen: readonly NovaService[] = []): Record<string, string> =>
  Object.fromEntries(seen.map(({ host, up }) => [host, up ? 'up' : 'down']))

const find = (host: string, seen: readonly NovaService[] = []): NovaService | undefined =>
  seen.find((service) => service.host === host)

for (const [kind, { needs, start }] of Object.entries(PLACES)) {
  describeWith(describe, [...needs, 'python3-nova'], `Nova's own code and ours on ${kind}`, () => {
    let place: TestPlace
    beforeAll(async () => {
      place = await start()
    })
    afterAll(() => place.close())

    test("Nova's services on Nova's table: ours sees them, and what it writes is seen", async () => {
      const connection = await place.connection('theirs')
      const made = ['alive', 'dead', 'future', 'new'].map((host) => ['create', host, 'nova-compute', 'compute'])
      const reports = [
        ['report', 'alive', 'nova-compute', 5],
        ['report', 'dead', 'nova-compute', 100],
        ['report', 'future', 'nova-compute', -90],
      ]
      const [first] = await nova(connection, ['make-tables'], ...made, ...reports, ['look'])
      const expected = { alive: 'up', dead: 'down', future: 'down', new: 'up' }
      expect(upIn(first)).toEqual(expected)
      expect(await upByOurs(connection)).toEqual(expected)

      const store = openStore(connection)
      const [alive, dead] = await store.list()
      expect(alive).toMatchObject({ host: 'alive', reportCount: 1, disabled: false, disabledReason: null })
      await store.change(alive?.id ?? 0, { disabled: true, disabledReason: 'new disk' })
      await store.heartbeat(dead?.id ?? 0)
      await store.close()
      const [seen] = await nova(connection, ['look'])
      expect(find('alive', seen)).toMatchObject({ up: true, disabled: true, reason: 'new disk', reports: 1 })
      expect(find('dead', seen)).toMatchObject({ up: true, disabled: false, reports: 2 })
    })

    test('our services on our table: Nova sees them, goes on with them, and what it writes is seen', async () => {
      const connection = await place.connection('ours')
      let ago = 0
      const store = openStore(connection, { clock: () => Date.now() - ago })
      for (const [host, age] of [
        ['alive', 5],
        ['dead', 100],
        ['future', -90],
      ] as const) {
        ago = age * 1000
        await store.heartbeat((await store.register({ host, ...COMPUTE })).id)
      }
      ago = 0
      await store.register({ host: 'new', ...COMPUTE })
      const expected = { alive: 'up', dead: 'down', future: 'down', new: 'up' }
      expect(await upByOurs(connection)).toEqual(expected)

      const [before, after] = await nova(
        connection,
        ['look'],
        ['change', 'alive', 'nova-compute', { disabled: true, disabled_reason: 'from nova' }],
        ['report', 'dead', 'nova-compute', 0],
        ['create', 'theirs', 'nova-compute', 'compute'],
        ['change', 'new', 'nova-compute', { forced_down: true }],
        ['look'],
      )
      expect(upIn(before)).toEqual(expected)
      expect(upIn(after)).toEqual({ ...expected, new: 'down', dead: 'up', theirs: 'up' })
      const services = new Map((await store.list()).map((service) => [service.host, service]))
      await store.close()
      expect(services.get('alive')).toMatchObject({ disabled: true, disabledReason: 'from nova', reportCount: 1 })
      expect(services.get('dead')).toMatchObject({ reportCount: 2 })
      expect(services.get('new')).toMatchObject({ forcedDown: true })
      expect(await upByOurs(connection)).toEqual({ ...expected, dead: 'up', theirs: 'up' })
    })
  })
}

describeWith(describe, ['mariadb'], "the schema that Nova's own command made", () => {
  const cell = novaSchema('nova_cell1')
  let place: TestPlace
  beforeAll(async () => {
    place = await (PLACES['MariaDB'] as (typeof PLACES)[string]).start()
  })
  afterAll(() => place.close())

  test.skipIf(cell === null)('is read and written without changing it', async () => {
    const connection = await place.connection('cell')
    await run(connection, cell ?? '')
    const before = await run(connection, 'show create table services')
    const store = openStore(connection)
    const { id } = await store.register({ host: 'h1', ...COMPUTE })
    await store.heartbeat(id)
    await store.change(id, { forcedDown: true })
    expect(await store.list()).toMatchObject([{ host: 'h1', reportCount: 1, forcedDown: true }])
    const after = await run(connection, 'show create table services')
    const text = (rows: typeof before): string => String(rows[0]?.['Create Table']).replace(/ AUTO_INCREMENT=\d+/, '')
    expect(text(after)).toBe(text(before))
    await store.close()
  })

  test.skipIf(cell === null)('tells the zones of hosts, without what was deleted', async () => {
    const connection = await place.connection('zones')
    await run(connection, cell ?? '')
    await run(
      connection,
      `insert into aggregates (id, name, deleted) values (1, 'a', 0), (2, 'b', 0), (3, 'gone', 3);
      insert into aggregate_metadata (aggregate_id, \`key\`, value, deleted)
        values (1, 'availability_zone', 'az1', 0), (2, 'availability_zone', 'az2', 0), (2, 'ssd', 'true', 0), (3, 'availability_zone', 'az3', 0);
      insert into aggregate_hosts (aggregate_id, host, deleted)
        values (1, 'h1', 0), (2, 'h1', 0), (2, 'h2', 0), (1, 'h3', 9), (3, 'h4', 0)`,
    )
    const store = openStore(connection)
    expect([...(await store.zones())]).toEqual([
      ['h1', ['az1', 'az2']],
      ['h2', ['az2']],
    ])
    await store.close()
  })

  test.skipIf(novaSchema('nova_api') === null)('of the API database is told apart', async () => {
    const connection = await place.connection('api')
    await run(connection, novaSchema('nova_api') ?? '')
    const store = openStore(connection)
    await expect(store.list()).rejects.toMatchObject({
      code: 'STORE_INVALID',
      message: expect.stringMatching(/it holds no table services; it is the API database/),
    })
    await store.close()
  })
})
