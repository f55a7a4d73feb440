import type { Liveness, MemberLiveness } from '../plugin/servicegroup-driver.ts'
import type { Clock } from '../util/clock.ts'

/** A snapshot as it stands at the time when it is asked: who was not heard of again in time is down by then. */
export function livenessAt(snapshot: Liveness, clock: Clock): Liveness {
  return {
    of: (member) => memberAt(snapshot.of(member), clock()),
    get members() {
      const now = clock()
      return snapshot.members.filter((member) => memberAt(snapshot.of(member), now).state === 'up')
    },
  }
}

/** When the first of the members goes down if nothing more is heard; null when none does. */
export function firstFlip({ members, of }: Liveness): number | null {
  let first: number | null = null
  for (const member of members) {
    const { validUntil } = of(member)
    if (validUntil !== null && (first === null || validUntil < first)) first = validUntil
  }
  return first
}

function memberAt(member: MemberLiveness, now: number): MemberLiveness {
  const { state, validUntil } = member
  if (state === 'unknown' || validUntil === null || now <= validUntil) return member
  const why = 'it has not been heard from in time since it was last asked for'
  return { ...member, state: state === 'up' ? 'down' : 'up', validUntil: null, why }
}
