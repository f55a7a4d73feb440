import { NovaSchedError } from '@nova-sched/core/plugin'
import { SqliteDialect, type SqliteDatabase } from 'kysely'
import type { Opened } from './client.ts'
import type { Address } from './options.ts'

/** How long another process may hold the file, in milliseconds: the whole process waits. */
const PATIENCE = 2000

/** What is used of Node's own SQLite (22.13 and later). */
interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => {
    close(): void
    exec(sql: string): void
    prepare(sql: string): {
      all(...parameters: unknown[]): unknown[]
      run(...parameters: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
      iterate(...parameters: unknown[]): IterableIterator<unknown>
    }
  }
}

/** SQLite through what Node has, else through better-sqlite3. */
export function openSqlite(address: Address): Opened {
  const database = async (): Promise<SqliteDatabase> => {
    const node = process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined
    return node === undefined ? await openBetterSqlite(address) : openNodeSqlite(node, address)
  }
  return { dialect: new SqliteDialect({ database }), cut: () => undefined }
}

async function openBetterSqlite({ database, label }: Address): Promise<SqliteDatabase> {
  const { default: Database } = await import('better-sqlite3').catch((cause: unknown) => missing(label, cause))
  try {
    return new Database(database, { timeout: PATIENCE })
  } catch (cause) {
    const { code, message } = cause as { code?: string; message?: string }
    if (code?.startsWith('SQLITE_') === true) throw cause
    // Its own check, which has no code.
    if (message?.includes('directory does not exist') === true)
      throw Object.assign(cause as Error, { code: 'SQLITE_CANTOPEN' })
    return missing(label, cause)
  }
}

function missing(label: string, cause: unknown): never {
  const message = `${label}: SQLite needs Node 22.13 or newer, or better-sqlite3: npm install better-sqlite3@12.11.1`
  throw new NovaSchedError('STORE_UNAVAILABLE', message, { database: label }, { cause })
}

const READS = /^\s*(?:select|pragma|with)\b|\breturning\b/i

/** As better-sqlite3 has it, which is what Kysely speaks to. */
function openNodeSqlite({ DatabaseSync }: NodeSqlite, { database: file }: Address): SqliteDatabase {
  const database = new DatabaseSync(file)
  database.exec(`pragma busy_timeout = ${PATIENCE}`)
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.prepare(sql)
      return {
        reader: READS.test(sql),
        all: (parameters) => statement.all(...parameters),
        run: (parameters) => statement.run(...parameters),
        iterate: (parameters) => statement.iterate(...parameters),
      }
    },
  }
}
