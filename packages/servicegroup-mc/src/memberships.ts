import { NovaSchedError, startHeartbeat, type JoiningService, type ServiceGroupEnv } from '@nova-sched/core/plugin'
import type { CacheForm } from './cache-form.ts'
import type { MemcachedClient } from './client.ts'

/** The members that this process keeps up. */
export interface Memberships {
  join(member: string, group: string, service: JoiningService): Promise<void>
  leave(member: string, group: string): Promise<void>
  leaveAll(): Promise<void>
}

interface Membership {
  /** What was last written. */
  value: Buffer
  stop: () => Promise<void>
}

/** Keeps the keys of members young, as long as they are members. */
export function memberships(
  { clock, log, reportInterval: interval, store, timer }: Omit<ServiceGroupEnv, 'conf'>,
  { client, form }: { readonly client: MemcachedClient; readonly form: CacheForm },
): Memberships {
  const joined = new Map<string, Membership>()

  const beat = async (key: string, membership: Membership): Promise<void> => {
    const value = form.valueOf(clock())
    await client.set(key, value, form.expiry(clock()))
    membership.value = value
  }

  const end = async (key: string): Promise<void> => {
    const membership = joined.get(key)
    if (membership === undefined) return
    joined.delete(key)
    await membership.stop()
    // Another process of the host may have written since: its value stays.
    await client.remove(key, membership.value)
  }

  return {
    async join(member, group, { binary }) {
      const key = form.keyOf(member, group)
      if (key === null) throw unusable(`${group}:${member}`)
      if (joined.has(key)) return
      const membership: Membership = { value: Buffer.alloc(0), stop: () => Promise.resolve() }
      joined.set(key, membership)
      try {
        await store?.register({ host: member, binary, topic: group })
        // Without an interval Nova never reports.
        if (interval > 0) await beat(key, membership)
      } catch (error) {
        joined.delete(key)
        throw error
      }
      const name = `${member} (${binary})`
      membership.stop = startHeartbeat({ interval, timer, log, name, beat: () => beat(key, membership) })
    },
    async leave(member, group) {
      const key = form.keyOf(member, group)
      if (key !== null) await end(key)
    },
    async leaveAll() {
      await Promise.all([...joined.keys()].map(end))
    },
  }
}

function unusable(key: string): NovaSchedError {
  const [shown, length] = [JSON.stringify(key.slice(0, 60)), [...key].length]
  const message = `${shown} of ${length} letters cannot be a key of memcached: it takes 250 ASCII letters, without blanks`
  return new NovaSchedError('USAGE', message, { key })
}
