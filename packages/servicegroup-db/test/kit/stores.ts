import type { Log, ServiceStore } from '@nova-sched/core/plugin'
import { sql } from 'kysely'
import { makeClient, type Client } from '../../src/client.ts'
import { readAddress } from '../../src/options.ts'
import { DatabaseServiceStore } from '../../src/index.ts'

/** A log that a test reads. */
export function readLog(): Log & { readonly lines: string[] } {
  const lines: string[] = []
  const add = (line: string): void => void lines.push(line)
  return { lines, debug: () => undefined, info: add, warn: add }
}

/** What a test says of a store. */
export interface TestStore {
  readonly clock?: () => number
  readonly log?: Log
  readonly enableNewServices?: boolean
}

/** A store on a database. */
export function openStore(
  connection: string,
  { clock = Date.now, log = readLog(), enableNewServices = true }: TestStore = {},
): ServiceStore {
  return DatabaseServiceStore.create({ conf: {}, log, clock, connection, enableNewServices })
}

/** Runs statements on a database, and gives the rows of the last. */
export async function run(connection: string, statements: string): Promise<readonly Record<string, unknown>[]> {
  const client: Client = makeClient(readAddress(connection), readLog())
  try {
    return await client.ask(async (database) => {
      let rows: readonly unknown[] = []
      for (const statement of statements.split(/;\s*$/m)) {
        if (statement.trim() !== '') rows = (await sql.raw(statement).execute(database)).rows
      }
      return rows as readonly Record<string, unknown>[]
    })
  } finally {
    await client.close()
  }
}

const TIMES = { SQLite: 'datetime', MariaDB: 'datetime', PostgreSQL: 'timestamp' }
const KEYS = {
  SQLite: 'integer primary key',
  MariaDB: 'int not null auto_increment primary key',
  PostgreSQL: 'serial primary key',
}

/** The table as Kilo has it. */
export function kiloTable(place: string): string {
  const kind = place as keyof typeof TIMES
  const flag = kind === 'MariaDB' ? 'tinyint(1)' : 'boolean'
  const quoted = kind === 'MariaDB' ? '`binary`' : '"binary"'
  return `create table services (created_at ${TIMES[kind]}, updated_at ${TIMES[kind]}, deleted_at ${TIMES[kind]},
    id ${KEYS[kind]}, host varchar(255), ${quoted} varchar(255), topic varchar(255), report_count integer not null,
    disabled ${flag}, deleted integer, disabled_reason varchar(255),
    unique (host, topic, deleted), unique (host, ${quoted}, deleted))`
}
