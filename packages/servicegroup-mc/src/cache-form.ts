import { createHash } from 'node:crypto'
import type { MemberLiveness, ServiceGroupRules } from '@nova-sched/core/plugin'
import type { Found } from './client.ts'
import { cachedValue, plainValue, readHeartbeat } from './heartbeat-value.ts'

/** How a release keeps heartbeats in memcached. */
export interface CacheForm {
  /** Null for a name that no key can have. */
  keyOf(member: string, group: string): string | null
  valueOf(now: number): Buffer
  /** Seconds after which memcached forgets a value; 0: never. */
  readonly expiry: (now: number) => number
  /** Whether a value is a sign of life now. */
  counts(value: Buffer, now: number): boolean
  /** What a value tells; it is there. */
  read(value: Buffer, now: number): MemberLiveness
}

/** memcached takes longer times for a date. */
const LONGEST_EXPIRY = 30 * 24 * 3600
/** In letters; memcached's own limit. */
const LONGEST_KEY = 250

/**
 * The form of the release: Kilo's, where a key that is there is a service that is up; or oslo.cache's, where the value
 * says when it was made.
 *
 * @param downTime - `service_down_time` in seconds
 */
export function cacheForm({ plainCacheKeys }: ServiceGroupRules, downTime: number): CacheForm {
  return plainCacheKeys ? plainForm(downTime) : cachedForm(downTime)
}

function plainForm(downTime: number): CacheForm {
  return {
    keyOf(member, group) {
      const key = `${group}:${member}`
      // Beyond ASCII Kilo's own driver breaks, and blanks end a key of memcached.
      return key.length <= LONGEST_KEY && /^[\x21-\x7e]+$/.test(key) ? key : null
    },
    valueOf: plainValue,
    expiry: (now) => (downTime > LONGEST_EXPIRY ? Math.floor(now / 1000) + downTime : downTime),
    counts: () => true,
    read(value, now) {
      const at = readHeartbeat(value)?.at ?? null
      const why = at === null ? 'its key is there, though its value is no time' : `its key is there, ${heard(at, now)}`
      return { state: 'up', updatedAt: at, validUntil: null, why }
    },
  }
}

function cachedForm(downTime: number): CacheForm {
  const madeAt = (value: Buffer): number | null => readHeartbeat(value)?.made ?? null
  const isFresh = (made: number | null, now: number): boolean => made !== null && now - made <= downTime * 1000
  return {
    keyOf: (member, group) => createHash('sha1').update(`${group}:${member}`).digest('hex'),
    valueOf: cachedValue,
    expiry: () => 0,
    counts: (value, now) => isFresh(madeAt(value), now),
    read(value, now) {
      const { at, made } = readHeartbeat(value) ?? { at: null, made: null }
      if (made === null) {
        const why = `its key holds ${value.length} bytes that are no heartbeat: somebody else writes there`
        return { state: 'down', updatedAt: null, validUntil: null, why }
      }
      const isUp = isFresh(made, now)
      const validUntil = isUp ? made + downTime * 1000 : null
      const why = `${heard(made, now)}, the limit is ${downTime} s`
      return { state: isUp ? 'up' : 'down', updatedAt: at, validUntil, why }
    },
  }
}

function heard(at: number, now: number): string {
  const seconds = Math.round((now - at) / 1000)
  return seconds < 0
    ? `last heartbeat ${-seconds} s in the future: check the clocks`
    : `last heartbeat ${seconds} s ago`
}

/** What is said of a key that is nowhere. */
export function absent({ awaySince }: Found, { asked, present, downTime, now }: Absence): MemberLiveness {
  const nothing = { updatedAt: null, validUntil: null }
  // Until then its heartbeats may not have found the way to another server.
  const until = (awaySince ?? -Infinity) + downTime * 1000
  if (now <= until) return { ...nothing, state: 'unknown', why: 'the memcached server that has its key is away' }
  const why =
    present === 0 ? `0 of ${asked} keys present: cache restarted?` : `no key: no heartbeat within ${downTime} s`
  return { ...nothing, state: 'down', why }
}

/** Beside what a key is absent. */
export interface Absence {
  /** How many keys were asked for, and are there. */
  readonly asked: number
  readonly present: number
  readonly downTime: number
  readonly now: number
}
