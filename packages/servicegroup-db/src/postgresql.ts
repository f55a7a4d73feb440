import type { Log } from '@nova-sched/core/plugin'
import { PostgresDialect } from 'kysely'
import type { Client, ClientConfig } from 'pg'
import type { Opened } from './client.ts'
import { CONNECTIONS, type Address } from './options.ts'
import { readFiles } from './tls-files.ts'
import { tellUnused } from './unused.ts'

const READ = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'options', 'application_name', 'client_encoding']

/** PostgreSQL's number of `timestamp without time zone`. */
const TIMESTAMP = 1114

/** PostgreSQL through pg. */
export function openPostgresql(address: Address, log: Log): Opened {
  const alive = new Set<Client>()
  tellUnused(address, READ, log)
  const makePool = async () => {
    const { default: pg } = await import('pg')
    const { query } = address
    const asText = (text: string): string => text
    const parserOf = (oid: number, format?: 'text' | 'binary'): unknown =>
      oid === TIMESTAMP ? asText : pg.types.getTypeParser(oid, format)
    const pool = new pg.Pool({
      host: address.socket ?? address.host,
      port: address.port,
      // What is not said is taken from the environment and from .pgpass, as libpq does.
      ...(address.user === null ? {} : { user: address.user }),
      ...(address.password === null ? {} : { password: address.password }),
      database: address.database,
      max: CONNECTIONS,
      connectionTimeoutMillis: address.timeLimit * 1000,
      ssl: tls(query),
      application_name: query.get('application_name') ?? 'nova-sched',
      ...(query.has('options') ? { options: query.get('options') } : {}),
      // Nova's times have no zone: they are read as they stand.
      types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
    })
    pool.on('connect', (client) => alive.add(client as Client))
    pool.on('remove', (client) => alive.delete(client as Client))
    // An idle connection that ends is no error: the next question makes another.
    pool.on('error', () => undefined)
    return pool
  }
  return {
    dialect: new PostgresDialect({ pool: makePool }),
    cut: () => {
      for (const client of alive) void client.end().catch(() => undefined)
    },
  }
}

/** As libpq: only `verify-…`, or an authority's certificate, verifies; `prefer` and `allow` do without TLS here. */
function tls(query: Address['query']): NonNullable<ClientConfig['ssl']> {
  const mode = query.get('sslmode') ?? 'prefer'
  if (!['require', 'verify-ca', 'verify-full'].includes(mode)) return false
  const files = readFiles({ ca: query.get('sslrootcert'), cert: query.get('sslcert'), key: query.get('sslkey') })
  const isVerified = mode !== 'require' || query.has('sslrootcert')
  return {
    ...files,
    rejectUnauthorized: isVerified,
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  }
}
