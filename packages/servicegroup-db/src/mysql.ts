import type { Log } from '@nova-sched/core/plugin'
import { MysqlDialect } from 'kysely'
import type { PoolConnection } from 'mysql2'
import type { Opened } from './client.ts'
import { CONNECTIONS, type Address } from './options.ts'
import { tellUnused } from './unused.ts'
import { readFiles } from './tls-files.ts'

/** Character sets are left to the server: what goes over the wire is UTF-8. */
const READ = [
  'charset',
  'ssl_ca',
  'ssl_cert',
  'ssl_key',
  'ssl_verify_cert',
  'ssl_check_hostname',
  'ssl_verify_identity',
]

/** MariaDB or MySQL through mysql2. */
export function openMysql(address: Address, log: Log): Opened {
  const alive = new Set<PoolConnection>()
  tellUnused(address, READ, log)
  const makePool = async () => {
    const { createPool } = await import('mysql2')
    const pool = createPool({
      ...(address.socket === null ? { host: address.host, port: address.port } : { socketPath: address.socket }),
      ...(address.user === null ? {} : { user: address.user }),
      ...(address.password === null ? {} : { password: address.password }),
      ...tls(address.query),
      database: address.database,
      connectionLimit: CONNECTIONS,
      connectTimeout: address.timeLimit * 1000,
      // Nova's times have no zone: they are read as they stand.
      dateStrings: true,
    })
    pool.on('connection', (connection) => {
      alive.add(connection)
      connection.on('end', () => alive.delete(connection))
    })
    return pool
  }
  return {
    dialect: new MysqlDialect({ pool: makePool }),
    cut: () => {
      for (const connection of alive) connection.destroy()
    },
  }
}

/** As PyMySQL: without an authority's certificate the server is not verified. */
function tls(query: Address['query']): { ssl?: { rejectUnauthorized: boolean; verifyIdentity: boolean } } {
  if (![...query.keys()].some((key) => key.startsWith('ssl'))) return {}
  const isOff = (key: string): boolean => /^(?:0|false|no)$/i.test(query.get(key) ?? '')
  const isVerified = query.has('ssl_ca') || (query.has('ssl_verify_cert') && !isOff('ssl_verify_cert'))
  const verifyIdentity = isVerified && !isOff('ssl_check_hostname') && !isOff('ssl_verify_identity')
  const files = readFiles({ ca: query.get('ssl_ca'), cert: query.get('ssl_cert'), key: query.get('ssl_key') })
  return { ssl: { ...files, rejectUnauthorized: isVerified, verifyIdentity } }
}
