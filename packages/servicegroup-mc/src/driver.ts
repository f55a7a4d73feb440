import {
  defineServiceGroupDriver,
  isNovaSchedError,
  NovaSchedError,
  type Liveness,
  type MemberLiveness,
  type Service,
  type ServiceGroupDriver,
  type ServiceGroupEnv,
} from '@nova-sched/core/plugin'
import { cacheForm } from './cache-form.ts'
import { memcachedClient } from './client.ts'
import { memberships } from './memberships.ts'
import { MC_OPTIONS, readSettings } from './options.ts'
import { poll } from './poll.ts'
import { statesOf } from './states.ts'

/** Knows services by keys of memcached, which each of them renews: cheaper than a database, and nobody's record. */
export const MemcachedDriver = defineServiceGroupDriver({
  name: 'MemcachedDriver',
  help: 'A service is up while its key is in memcached, and young enough.',
  classPath: 'nova.servicegroup.drivers.mc.MemcachedDriver',
  options: MC_OPTIONS,
  create: createDriver,
})

/** Between two looks where no service beats, in seconds. */
const LOOK_INTERVAL = 10

function createDriver(env: ServiceGroupEnv<typeof MC_OPTIONS>): ServiceGroupDriver {
  const { clock, log, reportInterval, serviceDownTime: downTime, store, timer } = env
  const settings = readSettings(env.conf, env.rules)
  for (const warning of settings.warnings) log.warn(warning)
  const form = cacheForm(env.rules, downTime)
  const client = memcachedClient(settings, { clock, log })
  const members = memberships(env, { client, form })
  const names = knownNames()
  const watches = new Set<() => void>()

  const snapshot = async (group: string, asked: readonly string[] = []): Promise<Liveness> => {
    names.add(group, asked)
    const services = await servicesOf(group, store)
    const disabled = new Set(services.filter((service) => service.disabled).map(({ host }) => host))
    const all = [...new Set([...services.map(({ host }) => host), ...names.of(group)])]
    const states = await statesOf(all, group, { client, form, downTime, clock })
    const other = store === null ? UNASKED : UNRECORDED
    return {
      members: all.filter((member) => !disabled.has(member) && states.get(member)?.state === 'up'),
      of: (member) => states.get(member) ?? other,
    }
  }

  const look = (group: string) => async (): Promise<Liveness | null> => {
    try {
      return await snapshot(group)
    } catch (error) {
      log.debug(`${group}: ${String(error)}`)
      return null
    }
  }

  return {
    start: () => Promise.resolve(),
    async join(member, group, service) {
      await members.join(member, group, service)
      names.add(group, [member])
    },
    leave: (member, group) => members.leave(member, group),
    snapshot,
    watch(group, listener) {
      const interval = reportInterval > 0 ? reportInterval : LOOK_INTERVAL
      const stop = poll({ look: look(group), interval, timer }, listener)
      watches.add(stop)
      return () => {
        watches.delete(stop)
        stop()
      }
    },
    async close() {
      for (const stop of watches) stop()
      await members.leaveAll()
      client.close()
    },
  }
}

const NOTHING = { updatedAt: null, validUntil: null }
const UNRECORDED: MemberLiveness = { ...NOTHING, state: 'down', why: 'the database has no such service' }
const UNASKED: MemberLiveness = {
  ...NOTHING,
  state: 'unknown',
  why: 'memcached cannot list its keys, there is no database, and this name was not asked for',
}

/** Names that joined or were asked for, by group: all that is known where no database lists them. */
function knownNames(): { add(group: string, names: readonly string[]): void; of(group: string): Iterable<string> } {
  const known = new Map<string, Set<string>>()
  return {
    add(group, names) {
      const set = known.get(group) ?? new Set()
      for (const name of names) set.add(name)
      known.set(group, set)
    },
    of: (group) => known.get(group) ?? [],
  }
}

async function servicesOf(topic: string, store: ServiceGroupEnv['store']): Promise<readonly Service[]> {
  try {
    return (await store?.list({ topic })) ?? []
  } catch (error) {
    if (!isNovaSchedError(error) || error.code !== 'STORE_UNAVAILABLE') throw error
    const message = `ServiceGroup unavailable (mc): memcached cannot list its keys, and ${error.message}`
    throw new NovaSchedError('SERVICE_GROUP_UNAVAILABLE', message, {}, { cause: error })
  }
}
