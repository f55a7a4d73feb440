import { isNovaSchedError, type Log, NovaSchedError } from '@nova-sched/core/plugin'
import { Kysely, type Dialect as KyselyDialect } from 'kysely'
import { errorFrom } from './errors.ts'
import { openMysql } from './mysql.ts'
import type { Address, Dialect } from './options.ts'
import { openPostgresql } from './postgresql.ts'
import { openSqlite } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** A database, as Kysely speaks to it. */
export type Database = Kysely<Tables>

/** An open database: how Kysely speaks to it, and how its connections are cut when it does not answer. */
export interface Opened {
  readonly dialect: KyselyDialect
  readonly cut: () => void
}

/** Connections to a database. They are made when something is asked, and made anew after a failure. */
export interface Client {
  readonly dialect: Dialect
  readonly label: string
  /** Grows with every time that the database went away: what was known of its tables may be wrong then. */
  readonly era: number
  /**
   * Asks the database, within its time limit.
   *
   * @throws STORE_UNAVAILABLE or STORE_INVALID
   */
  ask<T>(run: (database: Database) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const OPENERS = { sqlite: openSqlite, mysql: openMysql, postgresql: openPostgresql }

/** Connects to a database when it is first asked. That it went away, and that it is back, is told once each. */
export function makeClient(address: Address, log: Log): Client {
  const { dialect, label } = address
  let open: { readonly database: Database; readonly cut: () => void } | null = null
  let state: 'new' | 'answers' | 'lost' = 'new'
  let era = 0
  let isClosed = false

  const connect = (): NonNullable<typeof open> => {
    const { dialect: spoken, cut } = OPENERS[dialect](address, log)
    return { database: new Kysely<Tables>({ dialect: spoken }), cut }
  }
  const drop = (): void => {
    era += 1
    // What is in memory only would be gone with the connection.
    if (address.database === ':memory:') return
    const dropped = open
    open = null
    dropped?.cut()
    dropped?.database.destroy().catch(() => undefined)
  }
  const answered = (): void => {
    if (state === 'lost') log.warn(`${label}: the database answers again`)
    state = 'answers'
  }
  const failed = (error: NovaSchedError, asked: typeof open): void => {
    if (error.code !== 'STORE_UNAVAILABLE') return
    // Who asked first and failed is told by what is thrown.
    if (state === 'answers') log.warn(error.message)
    state = 'lost'
    if (asked === open) drop()
  }

  return {
    dialect,
    label,
    get era() {
      return era
    },
    async ask(run) {
      if (isClosed) throw new NovaSchedError('STORE_UNAVAILABLE', `${label}: its connections were closed`)
      const asked = (open ??= connect())
      try {
        const answer = await within(address, run(asked.database))
        answered()
        return answer
      } catch (cause) {
        const error = isNovaSchedError(cause) ? cause : errorFrom(cause, address)
        failed(error, asked)
        throw error
      }
    },
    async close() {
      isClosed = true
      const closed = open
      open = null
      if (closed === null) return
      await within(address, closed.database.destroy()).catch(closed.cut)
    },
  }
}

async function within<T>({ timeLimit, label }: Address, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const message = `${label}: the database cannot be asked: no answer within ${timeLimit} s`
    timer = setTimeout(
      () => reject(new NovaSchedError('STORE_UNAVAILABLE', message, { database: label })),
      timeLimit * 1000,
    )
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
