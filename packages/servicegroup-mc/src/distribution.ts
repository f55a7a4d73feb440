import { crc32 } from 'node:zlib'

/** A memcached server. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
}

/** Gives the places of the servers that a key may lie on: the first is its own, the next stands in when that is away. */
export type Distribution = (key: string) => readonly number[]

/** How often python-memcached looks for another server. */
const TRIES = 10

/**
 * How python-memcached spreads keys, which Kilo uses, and the backends dogpile.cache.memcached and
 * oslo_cache.memcache_pool: by 15 bits of the CRC, and those of the number before when that server is away.
 */
export function byCrc(servers: readonly ServerAddress[]): Distribution {
  return (key) => {
    const order = new Set<number>()
    let hash = crcBits(key)
    for (let attempt = 0; attempt < TRIES; attempt++) {
      order.add(hash % servers.length)
      hash = crcBits(`${hash}${attempt}`)
    }
    return [...order]
  }
}

function crcBits(text: string): number {
  return (crc32(text) >>> 16) & 0x7fff || 1
}

/** How pymemcache spreads keys, which the backend dogpile.cache.pymemcache uses: the server of the highest score. */
export function byScore(servers: readonly ServerAddress[]): Distribution {
  const names = servers.map(({ host, port }) => `${host}:${port}`)
  return (key) => {
    const scores = names.map((name, at) => ({ at, name, score: murmur3(`${name}-${key}`) }))
    return scores.sort((a, b) => b.score - a.score || (a.name < b.name ? 1 : -1)).map(({ at }) => at)
  }
}

/** MurmurHash3 of 32 bits, seed 0, of a text of single bytes. */
function murmur3(text: string): number {
  const bytes = Buffer.from(text, 'latin1')
  const whole = bytes.length - (bytes.length % 4)
  let hash = 0
  for (let at = 0; at < whole; at += 4) {
    hash = rotated(hash ^ mixed(bytes.readInt32LE(at)), 13)
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0
  }
  if (whole < bytes.length) hash ^= mixed(bytes.readUIntLE(whole, bytes.length - whole))
  hash ^= bytes.length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function mixed(block: number): number {
  return Math.imul(rotated(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593)
}

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}
