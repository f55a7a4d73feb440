import { randomUUID } from 'node:crypto'
import { NovaSchedError, type Service, type ServiceChange } from '@nova-sched/core/plugin'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Dialect } from './options.ts'
import type { ServiceColumns } from './schema.ts'
import type { ServicesTable } from './tables.ts'
import { readTime } from './time.ts'

/** What names a service. */
export type ServiceName = Pick<Service, 'host' | 'binary' | 'topic'>

/** What a row is written for. */
export interface WriteContext {
  readonly columns: ServiceColumns
  readonly dialect: Dialect
  /** Text of `time.ts`. */
  readonly now: string
}

/** The longest text that Nova's columns hold. */
const LONGEST = 255

/** A row as everybody else sees it; columns that a release lacks read as never written. */
export function readService(row: Partial<Selectable<ServicesTable>>): Service {
  return {
    id: row.id ?? 0,
    host: row.host ?? '',
    binary: row.binary ?? '',
    topic: row.topic ?? '',
    reportCount: row.report_count ?? 0,
    disabled: Boolean(row.disabled),
    disabledReason: row.disabled_reason ?? null,
    createdAt: readTime(row.created_at),
    updatedAt: readTime(row.updated_at),
    lastSeenUp: readTime(row.last_seen_up),
    forcedDown: Boolean(row.forced_down),
  }
}

/**
 * The row of a service that joins for the first time. Where new services are not enabled, Pike and later disable only
 * `nova-compute`, for nothing else can be enabled again; their table is known by its `uuid`.
 */
export function newService(
  { host, binary, topic }: ServiceName,
  { columns, dialect, now, enableNewServices }: WriteContext & { readonly enableNewServices: boolean },
): Insertable<ServicesTable> {
  const disabled = !enableNewServices && (binary === 'nova-compute' || !columns.has('uuid'))
  const row: Partial<Insertable<ServicesTable>> & ServiceName = {
    host,
    binary,
    topic,
    report_count: 0,
    disabled: flag(disabled, dialect),
    disabled_reason: disabled ? 'disabled when it first joined: enable_new_services is False' : null,
    created_at: now,
    deleted: 0,
    forced_down: flag(false, dialect),
    version: 0,
    uuid: randomUUID(),
  }
  return onlyKnown(row, columns) as Insertable<ServicesTable>
}

/**
 * What is written for a change. The row's time moves, as with every write of Nova's.
 *
 * @throws STORE_INVALID when the table has no column for it, USAGE when a text is too long
 */
export function changeOf(change: ServiceChange, { columns, dialect, now }: WriteContext): Updateable<ServicesTable> {
  const { disabled, disabledReason, forcedDown } = change
  if (forcedDown !== undefined && !columns.has('forced_down')) {
    const message = 'services cannot be forced down: the table services has no column forced_down, as before liberty'
    throw new NovaSchedError('STORE_INVALID', message, { column: 'forced_down' })
  }
  if (typeof disabledReason === 'string') checkText('the reason', disabledReason)
  return {
    ...(disabled === undefined ? {} : { disabled: flag(disabled, dialect) }),
    ...(disabledReason === undefined ? {} : { disabled_reason: disabledReason }),
    ...(forcedDown === undefined ? {} : { forced_down: flag(forcedDown, dialect) }),
    updated_at: now,
  }
}

/** @throws USAGE when a name cannot be kept as it is */
export function checkName({ host, binary, topic }: ServiceName): void {
  for (const [what, text] of Object.entries({ host, binary, topic })) {
    if (text === '') throw new NovaSchedError('USAGE', `the ${what} of a service may not be empty`, { [what]: text })
    checkText(`the ${what}`, text)
  }
}

/**
 * The service itself, when it is the one that is wanted.
 *
 * @throws SERVICE_GROUP_TAKEN when the table lets no other in beside it
 */
export function sameService(found: Service, { host, binary, topic }: ServiceName): Service {
  if (found.host === host && found.binary === binary && found.topic === topic) return found
  const [there, wanted] = [JSON.stringify(found.host), JSON.stringify(host)]
  const sameName = there === wanted ? '' : `: the database takes ${wanted} and ${there} for the same name`
  const message = `${wanted} cannot join ${topic} as ${binary}: service ${found.id} is ${found.binary} on ${there} in topic ${found.topic}${sameName}`
  throw new NovaSchedError('SERVICE_GROUP_TAKEN', message, { host, binary, topic, service: found.id })
}

function checkText(what: string, text: string): void {
  if ([...text].length > LONGEST) {
    throw new NovaSchedError('USAGE', `${what} has more than ${LONGEST} letters, which Nova's table does not hold`)
  }
  if (text.includes('\0')) throw new NovaSchedError('USAGE', `${what} holds a NUL character, which no table keeps`)
}

/** PostgreSQL wants a truth, SQLite a number, MySQL takes it. */
function flag(value: boolean, dialect: Dialect): boolean | number {
  return dialect === 'postgresql' ? value : Number(value)
}

function onlyKnown<T extends object>(row: T, columns: ReadonlySet<string>): Partial<T> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => columns.has(column))) as Partial<T>
}
