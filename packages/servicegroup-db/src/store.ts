import {
  defineServiceStore,
  NovaSchedError,
  type Service,
  type ServiceFilter,
  type ServiceStore,
  type ServiceStoreEnv,
} from '@nova-sched/core/plugin'
import { makeClient, type Client, type Database } from './client.ts'
import { readAddress } from './options.ts'
import { changeOf, checkName, newService, readService, sameService, type ServiceName } from './records.ts'
import { makeServices, readSchema, serviceColumns, type Schema } from './schema.ts'
import { writeTime } from './time.ts'
import { zonesOf } from './zones.ts'

/** Columns that a row is looked for by. */
const NAMES = ['id', 'host', 'binary', 'topic'] as const

type Wanted = ServiceFilter & { readonly id?: number }

/** Nova's `services` table in SQLite, MariaDB, MySQL or PostgreSQL. */
export const DatabaseServiceStore = defineServiceStore({
  name: 'DatabaseServiceStore',
  help: "Records of services in Nova's own table, in the database of [database] connection.",
  create: makeStore,
})

function makeStore({ connection, enableNewServices, clock, log }: ServiceStoreEnv): ServiceStore {
  const client = makeClient(readAddress(connection), log)
  const { dialect } = client
  const schemaOf = rememberedSchema(client)
  const columnsOf = async (database: Database) => serviceColumns(await schemaOf(database), client)
  const now = (): string => writeTime(clock(), dialect === 'mysql')

  const read = async (database: Database, wanted: Wanted): Promise<readonly Service[]> => {
    const columns = await columnsOf(database)
    if (columns === null) return []
    let query = database.selectFrom('services').select([...columns])
    for (const column of NAMES) {
      const value = wanted[column]
      if (value !== undefined) query = query.where(column, '=', value)
    }
    return (await query.where('deleted', '=', 0).orderBy('id').execute()).map(readService)
  }

  const register = async (database: Database, wanted: ServiceName): Promise<Service> => {
    const { host, binary, topic } = wanted
    const columns = (await columnsOf(database)) ?? (await madeColumns(database))
    const [found] = await read(database, { host, binary })
    if (found !== undefined) return sameService(found, wanted)
    const row = newService(wanted, { columns, dialect, now: now(), enableNewServices })
    const fault = await failure(database.insertInto('services').values(row).execute())
    // Somebody else may have been faster, or be there as another binary.
    const made = (await read(database, { host, binary }))[0] ?? (await read(database, { host, topic }))[0]
    if (made === undefined) throw fault
    return sameService(made, wanted)
  }
  const madeColumns = async (database: Database) => {
    const fault = await failure(makeServices(database, dialect))
    const columns = await columnsOf(database)
    if (columns === null) throw fault
    return columns
  }

  return {
    list: (filter = {}) =>
      client.ask(async (database) => (await read(database, filter)).filter((service) => isExactly(service, filter))),
    async register(service) {
      checkName(service)
      return client.ask((database) => register(database, service))
    },
    heartbeat: (id) =>
      client.ask(async (database) => {
        const columns = await columnsOf(database)
        if (columns === null) throw notFound(id, client)
        const at = now()
        const seen = columns.has('last_seen_up') ? { last_seen_up: at } : {}
        const rise = database
          .updateTable('services')
          .set((row) => ({ report_count: row('report_count', '+', 1), updated_at: at, ...seen }))
        const { numUpdatedRows } = await rise.where('id', '=', id).where('deleted', '=', 0).executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) throw notFound(id, client)
      }),
    change: (id, change) =>
      client.ask(async (database) => {
        const columns = await columnsOf(database)
        if (columns === null) throw notFound(id, client)
        const values = changeOf(change, { columns, dialect, now: now() })
        await database.updateTable('services').set(values).where('id', '=', id).where('deleted', '=', 0).execute()
        const [changed] = await read(database, { id })
        if (changed === undefined) throw notFound(id, client)
        return changed
      }),
    zones: () => client.ask(async (database) => zonesOf(database, await schemaOf(database))),
    close: () => client.close(),
  }
}

/** Tables and columns are read once, and again after the database was away, or while it is empty. */
function rememberedSchema(client: Client): (database: Database) => Promise<Schema> {
  let known: { readonly schema: Schema; readonly era: number } | null = null
  return async (database) => {
    if (known?.era === client.era && known.schema.size > 0) return known.schema
    const schema = await readSchema(database, client.dialect)
    known = { schema, era: client.era }
    return schema
  }
}

/** MySQL finds `H1` for `h1`, and with blanks behind it. */
function isExactly(service: Service, filter: ServiceFilter): boolean {
  return (['host', 'binary', 'topic'] as const).every(
    (key) => filter[key] === undefined || filter[key] === service[key],
  )
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
    return new NovaSchedError('STORE_UNAVAILABLE', 'what was written into the database is not there')
  } catch (error) {
    return error
  }
}

function notFound(id: number, { label }: Client): NovaSchedError {
  return new NovaSchedError('SERVICE_NOT_FOUND', `${label}: there is no service ${id}: it may have been deleted`, {
    id,
  })
}
