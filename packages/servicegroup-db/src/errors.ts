import { NovaSchedError } from '@nova-sched/core/plugin'
import type { Address } from './options.ts'

/** What a code of a database, its client or the system means, and what to do. */
const MEANINGS: readonly (readonly [readonly string[], string])[] = [
  [
    ['ER_ACCESS_DENIED_ERROR', 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR', '28P01'],
    'access denied: look at user and password in [database] connection',
  ],
  [['28000'], 'access denied: the user is not known, or not let in from here; the server may want sslmode=require'],
  [['ER_DBACCESS_DENIED_ERROR'], 'access denied: the user may not use this database'],
  [['ER_TABLEACCESS_DENIED_ERROR', '42501'], 'access denied: the user lacks rights on the table'],
  [['ER_BAD_DB_ERROR', '3D000'], 'there is no database of this name'],
  [['ECONNREFUSED'], 'connection refused'],
  [['ENOENT'], 'there is no such socket'],
  [['ENOTFOUND', 'EAI_AGAIN'], 'the host name is not known'],
  [['ETIMEDOUT'], 'no answer in time'],
  [['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', '57P01', '57P02'], 'the connection was lost'],
  [['57P03'], 'the server is starting up, or shutting down'],
  [['SQLITE_CANTOPEN'], 'the file cannot be opened: is its folder there, and may it be read?'],
  [['SQLITE_BUSY', 'SQLITE_LOCKED'], 'another process holds the file'],
  [['SQLITE_READONLY'], 'the file may not be written'],
]

/** Codes of what is no database, or not what was expected. */
const NO_DATABASE = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT'])

/** SQLite's numbers, where its client gives no names. */
const SQLITE_NAMES: ReadonlyMap<number, string> = new Map([
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [8, 'SQLITE_READONLY'],
  [11, 'SQLITE_CORRUPT'],
  [14, 'SQLITE_CANTOPEN'],
  [26, 'SQLITE_NOTADB'],
])

/** What a database client threw, for people: with the address, never with its password. */
export function errorFrom(cause: unknown, address: Address): NovaSchedError {
  const { label } = address
  const code = codeOf(cause)
  const details = { database: label, reason: code }
  if (NO_DATABASE.has(code)) {
    return new NovaSchedError('STORE_INVALID', `${label}: the file is no SQLite database`, details, { cause })
  }
  const meaning = MEANINGS.find(([codes]) => codes.some((known) => code === known || code.startsWith(`${known}_`)))?.[1]
  const what = meaning ?? withoutPassword(textOf(cause), address)
  return new NovaSchedError('STORE_UNAVAILABLE', `${label}: the database cannot be asked: ${what}`, details, { cause })
}

function codeOf(error: unknown): string {
  const { code, errcode, errors } = Object(error) as { code?: unknown; errcode?: unknown; errors?: unknown }
  if (typeof errcode === 'number') return SQLITE_NAMES.get(errcode & 0xff) ?? 'ERR_SQLITE_ERROR'
  if (typeof code === 'string') return code
  return Array.isArray(errors) ? codeOf(errors[0]) : ''
}

function textOf(error: unknown): string {
  const { errors } = Object(error) as { errors?: unknown }
  if (Array.isArray(errors) && errors.length > 0) return textOf(errors[0])
  return error instanceof Error ? error.message : String(error)
}

function withoutPassword(text: string, { password }: Address): string {
  return password === null || password === '' ? text : text.replaceAll(password, '***')
}
