import type { MemberLiveness } from '@nova-sched/core/plugin'
import { absent, type CacheForm } from './cache-form.ts'
import type { MemcachedClient } from './client.ts'

/** What the states of members are read with. */
export interface StatesParts {
  readonly client: Pick<MemcachedClient, 'find'>
  readonly form: CacheForm
  /** `service_down_time` in seconds. */
  readonly downTime: number
  readonly clock: () => number
}

const NO_KEY: MemberLiveness = {
  state: 'down',
  updatedAt: null,
  validUntil: null,
  why: 'no key of memcached can have this name',
}

/**
 * The states of members: one question to each server for all of them.
 *
 * @throws SERVICE_GROUP_UNAVAILABLE when no server can be asked
 */
export async function statesOf(
  members: readonly string[],
  group: string,
  { client, form, downTime, clock }: StatesParts,
): Promise<ReadonlyMap<string, MemberLiveness>> {
  const keys = new Map(members.map((member) => [member, form.keyOf(member, group)]))
  const asked = [...keys.values()].filter((key) => key !== null)
  const found = await client.find(asked, (value) => form.counts(value, clock()))
  const now = clock()
  const present = [...found.values()].filter(({ value }) => value !== null).length
  return new Map(
    Array.from(keys, ([member, key]) => {
      const there = key === null ? undefined : found.get(key)
      if (there === undefined) return [member, NO_KEY]
      const read = there.value === null ? null : form.read(there.value, now)
      // An old value may be older than the one on the server that is away.
      const isTold = read !== null && (read.state === 'up' || there.awaySince === null)
      return [member, isTold ? read : absent(there, { asked: asked.length, present, downTime, now })]
    }),
  )
}
