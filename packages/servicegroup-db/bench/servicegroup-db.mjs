// What ten thousand heartbeats cost a database. `benchDatabases()` gives a row for each; run by itself it prints them.
// Needs what `npm run build` makes.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isInstalled, startMariaDb, startPostgres } from '@nova-sched/test-servers'
import { makeClient } from '../dist/client.js'
import { DatabaseServiceStore, DbDriver } from '../dist/index.js'
import { readAddress } from '../dist/options.js'

const LOG = { debug() {}, info() {}, warn() {} }
const RULES = { heartbeat: 'report', forcedDownCounts: true, plainCacheKeys: false }
const LOOKS = 9

/** So many joins and heartbeats are measured: SQLite waits for the disk at each. */
const SAMPLE = 1000

/** How many bytes were written so far: by the write-ahead log of a server, by this process for SQLite; and sent, where it is told. */
const COUNTERS = {
  SQLite: async () => ({ written: Number(/wchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))[1]), sent: null }),
  MariaDB: async (client) => {
    const names = "('Innodb_os_log_written', 'Bytes_sent')"
    const rows = await rowsOf(client, `show global status where variable_name in ${names}`)
    const value = (name) => Number(rows.find((row) => row.Variable_name === name).Value)
    return { written: value('Innodb_os_log_written'), sent: value('Bytes_sent') }
  },
  PostgreSQL: async (client) => {
    const [row] = await rowsOf(client, "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as written")
    return { written: Number(row.written), sent: null }
  },
}

/**
 * Measures each database that the machine has.
 *
 * @param size - members of the group
 */
export async function benchDatabases(size = 10_000) {
  const rows = []
  for (const [name, start] of Object.entries(PLACES)) {
    const place = await start()
    if (place === null) continue
    try {
      rows.push({ name, ...(await measure(name, await place.connection('bench'), size)) })
    } finally {
      await place.close()
    }
  }
  return rows
}

const PLACES = {
  SQLite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nova-sched-bench-'))
    return {
      connection: async (name) => `sqlite:///${join(folder, name)}`,
      close: async () => rmSync(folder, { recursive: true }),
    }
  },
  MariaDB: async () => (isInstalled('mariadb') ? startMariaDb() : null),
  PostgreSQL: async () => (isInstalled('postgres') ? startPostgres() : null),
}

async function measure(name, connection, size) {
  const client = makeClient(readAddress(connection), LOG)
  const count = () => COUNTERS[name](client)
  const store = openStore(connection)
  await store.register({ host: 'host-0', binary: 'nova-compute', topic: 'compute' })
  const hosts = Array.from({ length: size - 1 }, (_, index) => `host-${index + 1}`)
  const joining = await timed(() =>
    inParallel(hosts.slice(0, SAMPLE), (host) => store.register({ host, binary: 'nova-compute', topic: 'compute' })),
  )
  await fill(client, hosts.slice(SAMPLE))
  const ids = (await store.list()).map(({ id }) => id).slice(0, SAMPLE)
  const before = await count()
  const beating = await timed(() => inParallel(ids, (id) => store.heartbeat(id)))
  const after = await count()
  await store.close()

  const asking = openStore(connection)
  const driver = openDriver(asking)
  const first = await timed(() => driver.snapshot('compute'))
  if (first.value.members.length !== size) throw new Error('not all are up: the figures mean nothing')
  const looks = []
  for (let look = 0; look < LOOKS; look += 1) looks.push((await timed(() => driver.snapshot('compute'))).milliseconds)
  const afterLooks = await count()
  await driver.close()
  await asking.close()
  await client.close()
  return {
    members: size,
    joinsPerSecond: perSecond(Math.min(hosts.length, SAMPLE), joining),
    heartbeatsPerSecond: perSecond(ids.length, beating),
    bytesPerHeartbeat: Math.round((after.written - before.written) / ids.length),
    firstAnswerMs: Math.round(first.milliseconds),
    nextAnswerMs: Math.round(looks.sort((a, b) => a - b)[Math.floor(LOOKS / 2)]),
    bytesPerAnswer: after.sent === null ? null : Math.round((afterLooks.sent - after.sent) / (LOOKS + 1)),
  }
}

function openStore(connection) {
  return DatabaseServiceStore.create({ conf: {}, log: LOG, clock: Date.now, connection, enableNewServices: true })
}

function openDriver(store) {
  const timer = { after: () => () => {} }
  const settings = { reportInterval: 10, serviceDownTime: 3600, pid: process.pid, random: Math.random }
  return DbDriver.create({ conf: {}, log: LOG, clock: Date.now, rules: RULES, store, timer, ...settings })
}

/** The other members, as copies of the first. */
async function fill(client, hosts) {
  for (let start = 0; start < hosts.length; start += SAMPLE) {
    await client.ask(async (database) => {
      const [model] = await database.selectFrom('services').selectAll().where('host', '=', 'host-0').execute()
      const copy = (host) => ({ ...withoutId(model), host, uuid: randomUUID() })
      // SQLite takes no more than 32766 values at a time.
      await database
        .insertInto('services')
        .values(hosts.slice(start, start + SAMPLE).map(copy))
        .execute()
    })
  }
}

function withoutId({ id: _id, ...row }) {
  return row
}

/** As many at a time as keep the connections busy. */
async function inParallel(items, run) {
  const left = [...items]
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await run(item)
    }),
  )
}

async function timed(run) {
  const start = performance.now()
  const value = await run()
  return { value, milliseconds: performance.now() - start }
}

function perSecond(count, { milliseconds }) {
  return Math.round((count * 1000) / milliseconds)
}

async function rowsOf(client, statement) {
  return (await client.ask((database) => sql.raw(statement).execute(database))).rows
}

if (process.argv[1] === import.meta.filename) {
  const rows = await benchDatabases(Number(process.argv[2] ?? 10_000))
  const keys = Object.keys(rows[0])
  process.stdout.write(`| ${keys.join(' | ')} |\n|${keys.map(() => '--:|').join('')}\n`)
  for (const row of rows) process.stdout.write(`| ${keys.map((key) => row[key] ?? '-').join(' | ')} |\n`)
}
