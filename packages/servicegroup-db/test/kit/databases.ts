import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMariaDb, startPostgres, type Kind } from '@nova-sched/test-servers'

/** A place for databases that a test can have. */
export interface TestPlace {
  /** The connection of an empty database. */
  connection(database: string): Promise<string>
  readonly server?: { stop(): Promise<void>; start(): Promise<void>; freeze(): void; thaw(): void }
  close(): Promise<void>
}

/** Every kind of database: what it needs of the machine, and how it is started. */
export const PLACES: Readonly<Record<string, { needs: readonly Kind[]; start: () => Promise<TestPlace> }>> = {
  SQLite: { needs: [], start: startSqlite },
  MariaDB: { needs: ['mariadb'], start: () => withServer(startMariaDb()) },
  PostgreSQL: { needs: ['postgres'], start: () => withServer(startPostgres()) },
}

async function withServer(starting: ReturnType<typeof startMariaDb>): Promise<TestPlace> {
  const server = await starting
  return { connection: (database) => server.connection(database), server, close: () => server.close() }
}

/** SQLite files in a folder of their own. */
export async function startSqlite(): Promise<TestPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'nova-sched-db-'))
  return {
    connection: (database) => Promise.resolve(`sqlite:///${join(folder, `${database}.sqlite`)}`),
    close: () => Promise.resolve(rmSync(folder, { recursive: true })),
  }
}
