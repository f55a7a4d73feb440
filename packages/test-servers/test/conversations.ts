import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startMariaDb, startMemcached, startPostgres, startZooKeeper, type TestServer } from '@nova-sched/test-servers'
import { ask } from '../src/ask.ts'

/** SSLRequest: the only thing that a PostgreSQL answers before anybody says who they are. */
const SSL_REQUEST = '\0\0\0\x08\x04\xd2\x16\x2f'

/** Each kind: how it starts, and something that only it answers, with no client library. */
export const SERVERS = {
  memcached: { start: startMemcached, question: 'version\r\n', answer: /^VERSION \d/ },
  zookeeper: { start: startZooKeeper, question: 'srvr', answer: /Mode: standalone/ },
  mariadb: { start: startMariaDb, question: '', answer: /MariaDB/ },
  postgres: { start: startPostgres, question: SSL_REQUEST, answer: /^N$/ },
} as const

/** What a server says, up to its first words; empty when it says nothing. */
export async function say(server: TestServer, question: string): Promise<string> {
  const target = { host: '127.0.0.1', port: server.port }
  return (await ask(target, question, (answer) => answer.length > 0)).toString('latin1')
}

/** What the database's own command-line client prints for a statement. */
export async function query(kind: 'mariadb' | 'postgres', connection: string, sql: string): Promise<string> {
  const { username, password, hostname, port, pathname } = new URL(connection)
  const database = pathname.slice(1)
  const mariadb = ['--no-defaults', '-h', hostname, '-P', port, '-u', username, '-N', '-e', sql, database]
  const postgres = ['-X', '-h', hostname, '-p', port, '-U', username, '-d', database, '-At', '-c', sql]
  const secrets = { MYSQL_PWD: password, PGPASSWORD: password }
  const [program, args] = kind === 'mariadb' ? ['mariadb', mariadb] : ['psql', postgres]
  const { stdout } = await promisify(execFile)(program, args, { env: { ...process.env, ...secrets } })
  return stdout.trim()
}
