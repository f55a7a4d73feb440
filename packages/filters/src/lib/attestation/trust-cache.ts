import type { Statement } from './answer.ts'
import type { Heard } from './service.ts'

/** What is known of a host. */
export interface Trust {
  readonly level: unknown
  /** Why the level is `unknown`; null when it is another. */
  readonly why: string | null
  /** When it was attested, as the service wrote it, where that was too long ago as the service said it; else null. */
  readonly expired: string | null
}

/** What is known of every host, by the name of its node. */
export type TrustOf = (nodename: string) => Trust

/** What a cache of trust works with. */
export interface TrustCacheTools {
  readonly ask: (names: readonly string[], signal: AbortSignal) => Promise<Heard>
  readonly clock: () => number
  /** How long an attestation counts, in milliseconds: `attestation_auth_timeout`. */
  readonly lifetime: number
}

interface Entry {
  readonly trust: Trust
  /** Milliseconds since 1970: when it ceases to count. */
  readonly until: number
}

/** All that the service has said last, and nothing older. */
interface Known {
  readonly entries: ReadonlyMap<string, Entry>
  readonly trustOf: TrustOf
}

/** Of a text that is no time, in a message. */
const LONGEST_VTIME = 40

/** Nothing was asked. */
export const NOTHING_KNOWN: TrustOf = unknown('the attestation service was not asked')

/**
 * Remembers what the attestation service says. When an entry has expired, everything is forgotten and all hosts are asked
 * for at once, as Nova does; what goes wrong then leaves every host unknown.
 */
export function trustCache({ ask, clock, lifetime }: TrustCacheTools): {
  readonly consult: (names: readonly string[], signal: AbortSignal) => Promise<TrustOf>
  /** What the last question brought. */
  readonly latest: TrustOf
} {
  const nothing: Known = { entries: new Map(), trustOf: NOTHING_KNOWN }
  let known = nothing
  return {
    async consult(names, signal) {
      const now = clock()
      if (names.every((name) => (known.entries.get(name)?.until ?? -Infinity) >= now)) return known.trustOf
      known = nothing
      const heard = await ask([...new Set(names)], signal)
      known = heard.statements === null ? { ...nothing, trustOf: unknown(heard.failure) } : kept(heard.statements, now)
      return known.trustOf
    },
    get latest() {
      return known.trustOf
    },
  }

  function kept(statements: ReadonlyMap<string, Statement>, askedAt: number): Known {
    const heardAt = clock()
    const entries = new Map(
      Array.from(statements, ([name, statement]) => [name, entryOf(statement, { askedAt, heardAt, lifetime })]),
    )
    const other = unknown('the attestation service says nothing of it')
    return { entries, trustOf: (nodename) => entries.get(nodename)?.trust ?? other(nodename) }
  }
}

interface Times {
  readonly askedAt: number
  readonly heardAt: number
  readonly lifetime: number
}

function entryOf({ level, vtime, attestedAt }: Statement, { askedAt, heardAt, lifetime }: Times): Entry {
  if (attestedAt === null) {
    const why = `the attestation service gives ${JSON.stringify(vtime.slice(0, LONGEST_VTIME))} as the time of its attestation, which is no time`
    return { trust: { level: 'unknown', why, expired: null }, until: heardAt + lifetime }
  }
  // Services tell whole seconds: what they attested when they were asked must not look older than the question.
  const isExpired = Math.floor(askedAt / 1000) * 1000 - attestedAt > lifetime
  const why = level === 'unknown' ? 'the attestation service says so' : null
  // A clock that runs ahead, or a local time, must not make an attestation count for longer.
  return { trust: { level, why, expired: isExpired ? vtime : null }, until: Math.min(attestedAt, heardAt) + lifetime }
}

function unknown(why: string): TrustOf {
  const trust: Trust = { level: 'unknown', why, expired: null }
  return () => trust
}
