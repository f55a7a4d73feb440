import {
  defineServiceGroupDriver,
  isNovaSchedError,
  NovaSchedError,
  startHeartbeat,
  type Liveness,
  type Service,
  type ServiceGroupDriver,
  type ServiceGroupEnv,
} from '@nova-sched/core/plugin'
import { makeFollowers } from './followers.ts'
import { livenessOf } from './liveness.ts'

/** Ends the heartbeats of a member. */
type Stop = () => Promise<void>

/**
 * Liveness by heartbeats in Nova's `services` table. Nova has no farewell, and neither is there one here: another process
 * may keep the same row up, so who leaves just stops beating, and is down when the limit has passed.
 */
export const DbDriver = defineServiceGroupDriver({
  name: 'DbDriver',
  help: 'A service is up while its record in the database is young.',
  classPath: 'nova.servicegroup.drivers.db.DbDriver',
  create: makeDriver,
})

function makeDriver(env: ServiceGroupEnv): ServiceGroupDriver {
  const { store, clock, timer, log, rules, reportInterval, serviceDownTime } = env
  if (store === null) {
    throw new NovaSchedError(
      'CONF_INVALID',
      'servicegroup_driver = db needs a database: write connection = mysql+pymysql://user:password@host/nova in [database]',
      { group: 'database', option: 'connection' },
    )
  }
  const members = new Map<string, Promise<Stop>>()
  const judge = (services: readonly Service[], group: string): Liveness =>
    livenessOf(services, group, { now: clock(), limit: serviceDownTime, rules })
  const followers = makeFollowers({ store, timer, interval: reportInterval, judge })

  const startBeating = async (member: string, group: string, binary: string): Promise<Stop> => {
    const { id } = await available(store.register({ host: member, binary, topic: group }))
    const name = `${member} (${binary})`
    const beat = (): Promise<void> => store.heartbeat(id)
    if (reportInterval > 0) {
      await beat().catch((error: unknown) =>
        log.warn(`${name}: the first heartbeat was lost: ${error instanceof Error ? error.message : String(error)}`),
      )
    }
    return startHeartbeat({ interval: reportInterval, timer, log, name, beat })
  }
  const leave = async (key: string): Promise<void> => {
    const joined = members.get(key)
    members.delete(key)
    const stop = await joined?.catch(() => undefined)
    await stop?.()
  }

  return {
    start: () => Promise.resolve(),
    async join(member, group, { binary }) {
      const key = keyOf(member, group)
      const joined = members.get(key) ?? startBeating(member, group, binary)
      members.set(key, joined)
      try {
        await joined
      } catch (error) {
        members.delete(key)
        throw error
      }
    },
    leave: (member, group) => leave(keyOf(member, group)),
    snapshot: async (group) => judge(await available(store.list({ topic: group })), group),
    watch: followers.watch,
    async close() {
      followers.close()
      await Promise.all([...members.keys()].map(leave))
    },
  }
}

function keyOf(member: string, group: string): string {
  return JSON.stringify([group, member])
}

/** A database that cannot be asked is a ServiceGroup that cannot be asked. */
async function available<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    if (!isNovaSchedError(cause) || cause.code !== 'STORE_UNAVAILABLE') throw cause
    const message = `ServiceGroup unavailable (db): ${cause.message}`
    throw new NovaSchedError('SERVICE_GROUP_UNAVAILABLE', message, cause.details, { cause })
  }
}
