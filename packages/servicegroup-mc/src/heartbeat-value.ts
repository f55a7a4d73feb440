import { unpickle, type Pickled } from './unpickle.ts'

/** What a value of memcached tells of a service. Times in milliseconds since 1970. */
export interface HeartbeatValue {
  /** When the service says that it was alive, by its own clock. */
  readonly at: number
  /** When the value counts as made; null when it does not say. */
  readonly made: number | null
}

/** Flag of python's memcached clients for a pickle. */
export const PICKLE_FLAG = 1

/**
 * A heartbeat as Kilo's driver writes it: the time, as a pickled naive datetime in UTC.
 *
 * @param now - milliseconds since 1970
 */
export function plainValue(now: number): Buffer {
  return Buffer.concat([HEAD, datetime(now), Buffer.from('.')])
}

/**
 * A heartbeat as oslo.cache writes it: dogpile's CachedValue of the time, with the time when it was made.
 *
 * @param now - milliseconds since 1970
 */
export function cachedValue(now: number): Buffer {
  const made = Buffer.alloc(8)
  made.writeDoubleBE(now / 1000)
  return Buffer.concat([
    HEAD,
    Buffer.from('cdogpile.cache.api\nCachedValue\n'),
    datetime(now),
    ...[Buffer.from('}('), pickledText('ct'), Buffer.from('G'), made],
    ...[pickledText('v'), Buffer.from('K\x02u')],
    Buffer.from('\x86\x81.', 'latin1'),
  ])
}

/**
 * Reads what Nova's driver of any release wrote, through any of python's clients.
 *
 * @returns null for what is no heartbeat
 */
export function readHeartbeat(value: Buffer): HeartbeatValue | null {
  let read: Pickled
  try {
    read = unpickle(value)
  } catch {
    return null
  }
  if (read instanceof Date) return { at: read.getTime(), made: null }
  if (!Array.isArray(read)) return null
  const [payload, metadata] = read as readonly Pickled[]
  const made = metadata instanceof Map ? (metadata as ReadonlyMap<Pickled, Pickled>).get('ct') : undefined
  if (!(payload instanceof Date) || typeof made !== 'number') return null
  return { at: payload.getTime(), made: made * 1000 }
}

/** Protocol 2: what both Python 2, which Nova ran on up to Stein, and Python 3 read. */
const HEAD = Buffer.from('\x80\x02', 'latin1')

function datetime(now: number): Buffer {
  const date = new Date(now)
  const bytes = Buffer.alloc(10)
  bytes.writeUInt16BE(date.getUTCFullYear(), 0)
  bytes.set([date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()], 2)
  bytes[6] = date.getUTCSeconds()
  bytes.writeUIntBE(date.getUTCMilliseconds() * 1000, 7, 3)
  return Buffer.concat([
    Buffer.from('cdatetime\ndatetime\nc_codecs\nencode\n'),
    ...[pickledText(bytes.toString('latin1')), pickledText('latin1')],
    Buffer.from('\x86R\x85R', 'latin1'),
  ])
}

function pickledText(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([Buffer.from('X'), length, bytes])
}
