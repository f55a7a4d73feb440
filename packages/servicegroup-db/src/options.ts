import { NovaSchedError } from '@nova-sched/core/plugin'

/** What kind of database it is. */
export type Dialect = 'sqlite' | 'mysql' | 'postgresql'

/** Where a database is, and how it is spoken to. Holds a password: only `label` may be shown. */
export interface Address {
  readonly dialect: Dialect
  /** For people: scheme, user, host, port and name, without password and options. */
  readonly label: string
  readonly user: string | null
  readonly password: string | null
  readonly host: string
  readonly port: number
  /** Name of the database; of SQLite the file, or `:memory:`. */
  readonly database: string
  /** Of a Unix socket; null: TCP. */
  readonly socket: string | null
  /** What stands behind the `?`, without what is read elsewhere here. */
  readonly query: ReadonlyMap<string, string>
  /** Seconds that connecting, and every question, may take. */
  readonly timeLimit: number
}

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ['sqlite', 'sqlite'],
  ['mysql', 'mysql'],
  ['mariadb', 'mysql'],
  ['postgresql', 'postgresql'],
  ['postgres', 'postgresql'],
])
const PORTS = { sqlite: 0, mysql: 3306, postgresql: 5432 }
const TIME_LIMIT = 10

/** As many connections at a time as SQLAlchemy keeps. */
export const CONNECTIONS = 5

const SCHEME = /^([a-z][a-z0-9]*)(?:\+[a-z0-9_]+)?:\/\//i
/**
 * What follows the scheme, as SQLAlchemy reads it. A password may hold `@`, `/`, `#` and `?` as they are: it ends at the
 * first `@` with a whole address behind it.
 */
const REST =
  /^(?:([^:/@]*)(?::(.*?))?@)?(?:\[([^\]/]+)\]|([^:/?@[\]]*))(?::(\d*))?(?:\/([^?@]*))?(?:\?((?:[\w.-]+=[^&]*(?:&|$))*))?$/s
const SQLITE_REST = /^(?:\/([^?]*))?(?:\?(.*))?$/s

/**
 * Reads `[database] connection`, a URL as SQLAlchemy takes it: `mysql+pymysql://user:password@host:port/name?options`.
 *
 * @throws CONF_INVALID when it is none, or of a database that is not known; without a word of what may be a password
 */
export function readAddress(connection: string): Address {
  const scheme = SCHEME.exec(connection)
  if (scheme === null) throw invalid('it is no URL: write dialect://user:password@host/name')
  const dialect = DIALECTS.get((scheme[1] ?? '').toLowerCase())
  if (dialect === undefined) {
    throw invalid(`${scheme[1]} is not a kind of database that is known: ${[...DIALECTS.keys()].join(', ')}`)
  }
  const rest = connection.slice(scheme[0].length)
  return dialect === 'sqlite' ? sqliteAddress(rest) : serverAddress(dialect, rest)
}

function sqliteAddress(rest: string): Address {
  const [, file = '', query] = SQLITE_REST.exec(rest) ?? fail('write sqlite:///relative/path, sqlite:////absolute/path')
  const database = file === '' ? ':memory:' : file
  return {
    dialect: 'sqlite',
    label: database === ':memory:' ? 'sqlite://' : `sqlite:///${database}`,
    user: null,
    password: null,
    host: '',
    port: 0,
    database,
    socket: null,
    query: readQuery(query),
    timeLimit: TIME_LIMIT,
  }
}

function serverAddress(dialect: 'mysql' | 'postgresql', rest: string): Address {
  const parts = REST.exec(rest) ?? fail('write user:password@host:port/name behind ://, with %40 for @ in a password')
  const [, user, password, ipv6, name, portText, database = ''] = parts
  const query = readQuery(parts[7])
  const take = (key: string): string | undefined => {
    const value = query.get(key)
    query.delete(key)
    return value
  }
  const timeLimit = readNumber('connect_timeout', take('connect_timeout'), TIME_LIMIT)
  const givenHost = take('host') ?? ipv6 ?? name ?? ''
  const port = readNumber('the port', take('port') ?? portText, PORTS[dialect])
  const folder = givenHost.startsWith('/') ? givenHost : null
  const socket = take('unix_socket') ?? folder
  const host = givenHost === '' || folder !== null ? 'localhost' : givenHost
  const account = unescape(take('user') ?? user ?? '')
  if (database === '') throw invalid('it names no database: write its name behind the host and a slash')
  if (port > 65_535) throw invalid(`the port ${port} is more than 65535`)
  const place = socket ?? `${host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    dialect,
    label: `${dialect}://${account === '' ? '' : `${account}@`}${place}/${database}`,
    user: account === '' ? null : account,
    password: password === undefined ? (take('password') ?? null) : unescape(password),
    host,
    port,
    database,
    socket,
    query,
    timeLimit,
  }
}

function readNumber(what: string, text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) throw invalid(`${what} is no whole number above 0`)
  return Number(text)
}

function readQuery(text: string | undefined): Map<string, string> {
  return new Map(new URLSearchParams(text ?? ''))
}

/** As Python's `unquote` does it: what is no escape stays. */
function unescape(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString())
}

function fail(what: string): never {
  throw invalid(what)
}

function invalid(what: string): NovaSchedError {
  return new NovaSchedError('CONF_INVALID', `[database] connection: ${what}`, {
    group: 'database',
    option: 'connection',
  })
}
