import type { Log } from '@nova-sched/core/plugin'
import { Client, Server, type Options } from 'memjs'
import type { ServerAddress } from './distribution.ts'
import { PICKLE_FLAG } from './heartbeat-value.ts'

/** One memcached server. What cannot be asked is tried again at the next question. */
export interface CacheServer {
  /** `host:port`. */
  readonly address: string
  /** Since when it cannot be asked, in milliseconds since 1970; null while it answers. */
  readonly awaySince: () => number | null
  /**
   * The values of keys, in their order; null for a key that is not there.
   *
   * @throws Error when it cannot be asked
   */
  getMany(keys: readonly string[]): Promise<readonly (Buffer | null)[]>
  /**
   * Writes a pickle.
   *
   * @param seconds - until memcached forgets it; 0: never
   */
  set(key: string, value: Buffer, seconds: number): Promise<void>
  remove(key: string): Promise<void>
  close(): void
}

/** Questions that are asked at once: more would fill buffers without being faster. */
const AT_ONCE = 1000

/** What a server is made with. */
export interface ServerParts {
  /** Milliseconds until an answer must be there. */
  readonly limit: number
  readonly clock: () => number
  readonly log: Log
}

/** A server of memcached. Nothing is connected before the first question. */
export function cacheServer({ host, port }: ServerAddress, { limit, clock, log }: ServerParts): CacheServer {
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
  let link: Link | null = null
  let awaySince: number | null = null

  /** One question, or many at once: all answered in time, or the connection is given up, and made anew at the next. */
  const ask = async <T>(question: (client: Client) => Promise<T>): Promise<T> => {
    const used = (link ??= connect(host, port, limit))
    try {
      const answer = await within(limit, question(used.client))
      if (awaySince !== null) log.warn(`memcached ${address} answers again`)
      awaySince = null
      return answer
    } catch (error) {
      // What is left of a broken connection would be taken for the beginning of the next answer.
      if (link === used) link = null
      used.end()
      const reason = error instanceof Error ? error.message : String(error)
      if (awaySince === null) log.warn(`memcached ${address} cannot be asked: ${reason}`)
      awaySince ??= clock()
      throw error
    }
  }

  return {
    address,
    awaySince: () => awaySince,
    async getMany(keys) {
      const values: (Buffer | null)[] = []
      for (let from = 0; from < keys.length; from += AT_ONCE) {
        const some = keys.slice(from, from + AT_ONCE)
        const answers = await ask((client) => Promise.all(some.map((key) => client.get(key))))
        values.push(...answers.map(({ value }) => value))
      }
      return values
    },
    async set(key, value, seconds) {
      await ask((client) => client.set(key, value, { expires: seconds }))
    },
    async remove(key) {
      await ask((client) => client.delete(key))
    },
    close() {
      link?.end()
      link = null
    },
  }
}

interface Link {
  readonly client: Client
  end(): void
}

function connect(host: string, port: number, limit: number): Link {
  // Its own limits come after ours, which end the connection whatever state it is in.
  const seconds = (limit * 10) / 1000
  const options: Options = {
    retries: 1,
    timeout: seconds,
    conntimeout: seconds,
    logger: { log() {} },
    serializer: FLAGGED,
  }
  const server = new Server(host, port, '', '', options)
  // Not those of the environment.
  server.username = server.password = undefined
  const client = new Client([server], options)
  return { client, end: () => server.error(new Error('the connection was ended')) }
}

/** Marks what is written as a pickle, as python's clients do. */
const FLAGGED: Options['serializer'] = {
  serialize(_, value, extras) {
    extras.writeUInt32BE(PICKLE_FLAG, 0)
    return { value, extras }
  },
  deserialize: (_, value, extras) => ({ value, extras }),
}

function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timeout: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timeout = setTimeout(() => reject(new Error(`no answer within ${milliseconds / 1000} s`)), milliseconds)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timeout))
}
