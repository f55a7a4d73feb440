import type { Liveness, MemberLiveness, Service, ServiceGroupRules } from '@nova-sched/core/plugin'

/** By what a service is judged. */
export interface Judgement {
  /** Milliseconds since 1970. */
  readonly now: number
  /** `service_down_time` in seconds. */
  readonly limit: number
  readonly rules: ServiceGroupRules
}

/** Who of a group is alive, by its records. Nova's `get_all` leaves disabled services out of the members. */
export function livenessOf(services: readonly Service[], group: string, judgement: Judgement): Liveness {
  const members = new Map(services.map((service) => [service.host, memberOf(service, judgement)]))
  const isListed = ({ host, disabled, forcedDown }: Service): boolean =>
    !disabled && !(forcedDown && judgement.rules.forcedDownCounts) && members.get(host)?.state === 'up'
  const listed = services.filter(isListed).map(({ host }) => host)
  const stranger: MemberLiveness = {
    state: 'down',
    updatedAt: null,
    validUntil: null,
    why: `no service of topic ${group} is on record for it`,
  }
  return { members: listed, of: (member) => members.get(member) ?? stranger }
}

/** Nova's rule: up if, and only if, its heartbeat is no farther from now than the limit, in the past or in the future. */
export function memberOf(service: Service, { now, limit, rules }: Judgement): MemberLiveness {
  const heartbeat = heartbeatOf(service, rules.heartbeat)
  const updatedAt = heartbeat ?? service.createdAt
  if (updatedAt === null) {
    const why = `the service of ${service.host} has neither a heartbeat nor a creation time`
    return { state: 'unknown', updatedAt, validUntil: null, why }
  }
  const [age, limitMs] = [now - updatedAt, limit * 1000]
  const state = Math.abs(age) <= limitMs ? 'up' : 'down'
  const what = heartbeat === null ? 'no heartbeat yet, made' : 'last heartbeat'
  const when = age < 0 ? `${seconds(-age)} s in the future` : `${seconds(age)} s ago`
  const advice = age < 0 ? ': check the clocks' : remark(service, heartbeat)
  const why = `${what} ${when}, the limit is ${limit} s${advice}`
  return { state, updatedAt, validUntil: validUntil(updatedAt, limitMs, age), why }
}

function heartbeatOf({ lastSeenUp, updatedAt }: Service, rule: ServiceGroupRules['heartbeat']): number | null {
  if (rule === 'any_write') return updatedAt
  return rule === 'report' ? lastSeenUp : (lastSeenUp ?? updatedAt)
}

/** The last millisecond that the state holds by itself. */
function validUntil(heartbeat: number, limitMs: number, age: number): number | null {
  if (age < -limitMs) return heartbeat - limitMs - 1
  return age <= limitMs ? heartbeat + limitMs : null
}

/** What a look at the table would not tell. */
function remark({ lastSeenUp, updatedAt, reportCount, disabled }: Service, heartbeat: number | null): string {
  if (heartbeat === null && reportCount > 0) {
    return `; it reported ${reportCount} times, but last_seen_up, which this release goes by, was not written`
  }
  const isOtherWrite = disabled || (lastSeenUp !== null && updatedAt !== null && lastSeenUp < updatedAt)
  return heartbeat !== null && heartbeat !== lastSeenUp && isOtherWrite
    ? '; any write to its record counts as one in this release'
    : ''
}

/** Rounded away from the limit's side that would read as the other state. */
function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000)
}
