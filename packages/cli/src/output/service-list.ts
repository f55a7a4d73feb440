import type { Liveness, MemberLiveness, Service } from '@nova-sched/core'
import { printable } from './table.ts'

/** A service as `service list` prints it; `schema/service-list.schema.json` describes it. Null: nobody can tell. */
export interface ListedService {
  readonly id: number | null
  readonly binary: string
  readonly host: string
  readonly topic: string
  readonly zone: string | null
  readonly status: 'enabled' | 'disabled' | null
  readonly disabled_reason: string | null
  readonly forced_down: boolean | null
  readonly state: MemberLiveness['state']
  /** Why it is up or down, for people. */
  readonly why: string
  /** When it was last heard of, as ISO 8601. */
  readonly last_heartbeat: string | null
  /** Seconds since then. */
  readonly age: number | null
  /** Seconds after which it counts as down. */
  readonly limit: number | null
  /** When its record changed, or when it was heard of, whichever is later, as ISO 8601. */
  readonly updated_at: string | null
}

/** What a line of the list is made of. */
export interface ServiceFacts {
  readonly binary: string
  readonly host: string
  readonly topic: string
  /** Its record; null without a database. */
  readonly service: Service | null
  readonly zone: string | null
  readonly member: MemberLiveness
}

/**
 * A service as plain data.
 *
 * @param now - milliseconds since 1970
 * @param limit - `service_down_time` in seconds
 */
export function listedService(facts: ServiceFacts, now: number, limit: number): ListedService {
  const { binary, host, topic, service, zone, member } = facts
  const { state, why, updatedAt: heard } = member
  const status = service === null ? null : service.disabled ? 'disabled' : 'enabled'
  return {
    ...{ id: service?.id ?? null, binary, host, topic, zone, status },
    ...{ disabled_reason: service?.disabledReason ?? null, forced_down: service?.forcedDown ?? null },
    ...{ state, why, last_heartbeat: isoText(heard) },
    age: heard === null ? null : Math.round((now - heard) / 1000),
    limit: heard === null ? null : limit,
    updated_at: isoText(updatedAt(service, heard)),
  }
}

/** A driver may have heard of a service since its record was written; a record that was only created has no update. */
function updatedAt(service: Service | null, heard: number | null): number | null {
  const written = service?.updatedAt ?? null
  const known = written ?? service?.createdAt ?? null
  return heard !== null && (known === null || heard > known) ? heard : written
}

/** Widths of the columns of `nova-manage service list`; a longer cell moves the rest of its line. */
const WIDTHS = [16, 36, 16, 10, 5, 10]
const HEADERS = ['Binary', 'Host', 'Zone', 'Status', 'State', 'Updated_At']

/** The list exactly as nova-manage prints it; what nobody can tell is `-`. */
export function servicesText(services: readonly ListedService[]): string {
  const rows = services.map(({ binary, host, zone, status, state, id, updated_at }) => {
    const updated = updated_at === null ? (id === null ? '-' : 'None') : secondsText(updated_at)
    return [binary, host, zone ?? '-', status ?? '-', state === 'up' ? ':-)' : 'XXX', updated]
  })
  const lines = [HEADERS, ...rows].map((row) =>
    row.map((cell, at) => printable(cell).padEnd(WIDTHS[at] ?? 0)).join(' '),
  )
  return lines.map((line) => `${line}\n`).join('')
}

/** Why a service is not up, as a line. */
export function explainedService({ binary, host, state, why }: ListedService): string {
  return state === 'down'
    ? `${binary} on host ${host} is down: ${why}`
    : `${binary} on host ${host} is not known: ${why}`
}

/** A change of a member, as `service watch` prints it. */
export interface WatchedChange {
  readonly time: string
  readonly topic: string
  /** Null: the whole group. */
  readonly host: string | null
  readonly state: MemberLiveness['state']
  readonly why: string
}

/** What of a group is not as it was; `before` is brought up to date. */
export function changesOf(
  liveness: Liveness,
  before: Map<string, MemberLiveness['state']>,
): readonly Pick<WatchedChange, 'host' | 'state' | 'why'>[] {
  const hosts = [...new Set([...before.keys(), ...liveness.members])]
  return hosts.flatMap((host) => {
    const { state, why } = liveness.of(host)
    if (before.get(host) === state) return []
    before.set(host, state)
    return [{ host, state, why }]
  })
}

/** A change as a line for people. */
export function changeText({ time, topic, host, state, why }: WatchedChange): string {
  const who = host === null ? topic : `${topic} ${host}`
  return `${printable(`${secondsText(time)} ${who} ${state === 'unknown' ? 'cannot be asked' : state}: ${why}`)}\n`
}

/** `2026-05-06 07:08:09`, in UTC, of a time as ISO 8601. */
function secondsText(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ')
}

/** A time as ISO 8601; null for none, and for one that no calendar has. */
export function isoText(time: number | null): string | null {
  return time === null || !(Math.abs(time) <= 8.64e15) ? null : new Date(time).toISOString()
}
