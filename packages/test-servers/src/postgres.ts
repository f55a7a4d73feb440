import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORD, serveDatabase, USER, type DatabaseRecipe } from './databases.ts'
import { runToEnd } from './process.ts'
import { partsOf } from './programs.ts'
import type { Place } from './recipe.ts'
import type { TestDatabase } from './server.ts'
import { give } from './user.ts'

/** A PostgreSQL that trusts the machine not to lose power. */
export function startPostgres(): Promise<TestDatabase> {
  return serveDatabase(postgresRecipe)
}

const dataOf = ({ folder }: Place) => join(folder, 'data')

async function prepare(place: Place): Promise<void> {
  const passwordFile = join(place.folder, 'password')
  writeFileSync(passwordFile, PASSWORD)
  give(passwordFile)
  const access = ['--auth=scram-sha-256', `--username=${USER}`, `--pwfile=${passwordFile}`]
  const choices = ['--no-sync', '--locale=C', '--encoding=UTF8', '--no-instructions']
  await runToEnd([partsOf('postgres')('initdb'), '--pgdata', dataOf(place), ...access, ...choices], place)
}

function command(place: Place): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: place.port,
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    shared_buffers: '16MB',
    max_wal_size: '64MB',
    // A PostgreSQL that was killed may start again before the kernel took back its shared memory of System V.
    shared_memory_type: 'mmap',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [partsOf('postgres')('postgres'), '-D', dataOf(place), ...options]
}

/** The first line of its own file is its pid, the eighth its state. */
async function answers(place: Place, pid: number): Promise<boolean> {
  try {
    const lines = readFileSync(join(dataOf(place), 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

async function createDatabase(place: Place, database: string): Promise<void> {
  const target = ['--host=127.0.0.1', `--port=${place.port}`, `--username=${USER}`, '--dbname=postgres', '--no-psqlrc']
  const sql = `SELECT 'CREATE DATABASE ${database}' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '${database}')`
  const script = join(place.folder, `create-${database}.sql`)
  writeFileSync(script, `${sql}\n\\gexec\n`)
  const client = [partsOf('postgres')('psql'), ...target, '-v', 'ON_ERROR_STOP=1', '-f', script]
  await runToEnd(client, { ...place, environment: { PGPASSWORD: PASSWORD } })
}

export const postgresRecipe: DatabaseRecipe = {
  kind: 'postgres',
  scheme: 'postgresql+psycopg2',
  prepare,
  command,
  answers,
  createDatabase,
  // The "fast" way: SIGTERM would wait for every client to leave.
  stopSignal: 'SIGINT',
}
