import { NovaSchedError } from '@nova-sched/core/plugin'
import { cacheServer, type CacheServer, type ServerParts } from './server.ts'
import type { Settings } from './options.ts'

/** What was found under a key. */
export interface Found {
  /** A value that counts, where there is one; else the one of the first server that has any; null when none has. */
  readonly value: Buffer | null
  /** Since when the key's own server cannot be asked, in milliseconds since 1970; null while it answers. */
  readonly awaySince: number | null
}

/** Several memcached servers as one. */
export interface MemcachedClient {
  /**
   * What is there under these keys. A value that does not count is looked for on the other servers too: who writes goes
   * on with another one while a key's own is away.
   *
   * @throws SERVICE_GROUP_UNAVAILABLE when no server can be asked
   */
  find(keys: readonly string[], counts: (value: Buffer) => boolean): Promise<ReadonlyMap<string, Found>>
  /**
   * Writes to the key's own server, or the next that answers.
   *
   * @throws SERVICE_GROUP_UNAVAILABLE when none does
   */
  set(key: string, value: Buffer, seconds: number): Promise<void>
  /** Removes a key from every server where it still has this value. Who is away is left alone. */
  remove(key: string, value: Buffer): Promise<void>
  close(): void
}

/** Asked when there is nothing else to ask, to know whether anybody answers. */
const PROBE = 'nova-sched:probe'

/** Joins the servers of the settings. Nothing is connected before the first question. */
export function memcachedClient(
  { servers: addresses, distribution, limit }: Pick<Settings, 'servers' | 'distribution' | 'limit'>,
  parts: Omit<ServerParts, 'limit'>,
): MemcachedClient {
  const servers = addresses.map((address) => cacheServer(address, { ...parts, limit }))

  /** Asks one server, and notes what it says; whether it answered. */
  const look = async (server: CacheServer, keys: readonly string[], note: Note): Promise<unknown> => {
    try {
      const values = await server.getMany(keys)
      for (const [at, key] of keys.entries()) note(key, values[at] ?? null)
      return null
    } catch (error) {
      return error
    }
  }

  return {
    async find(keys, counts) {
      const values = new Map<string, Buffer>()
      const note: Note = (key, value) => {
        if (value !== null && (!values.has(key) || counts(value))) values.set(key, value)
      }
      const homes = new Map(keys.map((key) => [key, servers.length === 1 ? 0 : (distribution(key)[0] ?? 0)]))
      const isMissing = (key: string): boolean => {
        const value = values.get(key)
        return value === undefined || !counts(value)
      }
      const errors = await Promise.all(
        servers.map((server, at) => {
          const own = keys.filter((key) => homes.get(key) === at)
          return look(server, own.length === 0 ? [PROBE] : own, note)
        }),
      )
      if (errors.every((error) => error !== null)) throw unavailable(servers, errors)
      const missing = servers.length === 1 ? [] : keys.filter(isMissing)
      await Promise.all(
        servers.map((server, at) => {
          const others = missing.filter((key) => homes.get(key) !== at)
          return errors[at] === null && others.length > 0 ? look(server, others, note) : Promise.resolve()
        }),
      )
      const away = servers.map((server) => server.awaySince())
      const foundOf = (key: string): Found => ({
        value: values.get(key) ?? null,
        awaySince: away[homes.get(key) ?? 0] ?? null,
      })
      return new Map(keys.map((key) => [key, foundOf(key)]))
    },

    async set(key, value, seconds) {
      const errors: unknown[] = []
      for (const at of distribution(key)) {
        const server = servers[at] as CacheServer
        try {
          return await server.set(key, value, seconds)
        } catch (error) {
          errors.push(error)
        }
      }
      throw unavailable(servers, errors)
    },

    async remove(key, value) {
      await Promise.all(
        servers.map(async (server) => {
          try {
            const [found] = await server.getMany([key])
            if (found?.equals(value) === true) await server.remove(key)
          } catch {
            // It was told, and the value grows old by itself.
          }
        }),
      )
    },

    close() {
      for (const server of servers) server.close()
    },
  }
}

type Note = (key: string, value: Buffer | null) => void

function unavailable(servers: readonly CacheServer[], errors: readonly unknown[]): NovaSchedError {
  const names = servers.map(({ address }) => address).join(', ')
  const reasons = new Set(errors.map((error) => (error instanceof Error ? error.message : String(error))))
  return new NovaSchedError(
    'SERVICE_GROUP_UNAVAILABLE',
    `ServiceGroup unavailable (mc ${names}): ${[...reasons].join('; ')}`,
    {
      servers: names,
    },
  )
}
