import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORD, serveDatabase, USER, type DatabaseRecipe } from './databases.ts'
import { runToEnd } from './process.ts'
import { partsOf } from './programs.ts'
import type { Place } from './recipe.ts'
import type { TestDatabase } from './server.ts'

/** A MariaDB of 16 MB of buffers that trusts the machine not to lose power. */
export function startMariaDb(): Promise<TestDatabase> {
  return serveDatabase(mariaDbRecipe)
}

const dataOf = ({ folder }: Place) => join(folder, 'data')
const pidFileOf = ({ folder }: Place) => join(folder, 'pid')

async function prepare(place: Place): Promise<void> {
  const install = partsOf('mariadb')('mariadb-install-db')
  const choices = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve']
  await runToEnd([install, '--no-defaults', `--datadir=${dataOf(place)}`, ...choices, ...SMALL], place)
  const account = `'${USER}'@'127.0.0.1'`
  writeFileSync(
    join(place.folder, 'init.sql'),
    `CREATE USER IF NOT EXISTS ${account} IDENTIFIED BY '${PASSWORD}';\nGRANT ALL ON *.* TO ${account};\n`,
  )
}

const SMALL = [
  '--innodb-buffer-pool-size=16M',
  '--innodb-log-file-size=8M',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-doublewrite=0',
  '--aria-pagecache-buffer-size=4M',
  '--key-buffer-size=1M',
  '--skip-log-bin',
]

function command(place: Place): string[] {
  return [
    partsOf('mariadb')('mariadbd'),
    '--no-defaults',
    `--datadir=${dataOf(place)}`,
    // In its data folder: the path of a socket may have no more than 107 bytes.
    '--socket=socket',
    '--bind-address=127.0.0.1',
    `--port=${place.port}`,
    '--skip-name-resolve',
    `--pid-file=${pidFileOf(place)}`,
    `--init-file=${join(place.folder, 'init.sql')}`,
    ...SMALL,
  ]
}

/** It writes its pid when it listens and has run its init file. */
async function answers(place: Place, pid: number): Promise<boolean> {
  try {
    return Number(readFileSync(pidFileOf(place), 'utf8')) === pid
  } catch {
    return false
  }
}

async function createDatabase(place: Place, database: string): Promise<void> {
  const target = ['--host=127.0.0.1', `--port=${place.port}`, `--user=${USER}`, `--password=${PASSWORD}`]
  const statement = `CREATE DATABASE IF NOT EXISTS ${database}`
  await runToEnd([partsOf('mariadb')('mariadb'), '--no-defaults', ...target, '-e', statement], place)
}

export const mariaDbRecipe: DatabaseRecipe = {
  kind: 'mariadb',
  scheme: 'mysql+pymysql',
  prepare,
  command,
  answers,
  createDatabase,
}
