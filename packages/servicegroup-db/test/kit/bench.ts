import type { ServiceGroupDriver, ServiceGroupRules, ServiceStore } from '@nova-sched/core/plugin'
import type { ServiceGroupBench } from '@nova-sched/core/testing'
import { DbDriver } from '../../src/index.ts'
import type { TestPlace } from './databases.ts'
import { givenTime, type GivenProcess, type GivenTime } from './given-time.ts'
import { openStore, readLog } from './stores.ts'

export const RULES: ServiceGroupRules = { heartbeat: 'report', forcedDownCounts: true, plainCacheKeys: false }

/** Seconds. */
const REPORT_INTERVAL = 2
const DOWN_TIME = 6

/** A driver with given time on a database. */
export function openDriver(
  store: ServiceStore | null,
  time: GivenTime,
  { timer }: Pick<GivenProcess, 'timer'>,
  more: {
    readonly rules?: ServiceGroupRules
    readonly reportInterval?: number
    readonly log?: ReturnType<typeof readLog>
  } = {},
): ServiceGroupDriver {
  const { rules = RULES, reportInterval = REPORT_INTERVAL, log = readLog() } = more
  const env = { conf: {}, rules, log, clock: time.clock, timer, reportInterval, serviceDownTime: DOWN_TIME, store }
  return DbDriver.create({ ...env, pid: 1, random: () => 0 })
}

/** The bench of the suite: every process has a store of its own on the database, and all share the time. */
export function makeBench(place: TestPlace, connection: string): ServiceGroupBench {
  const time = givenTime()
  const ends: (() => Promise<void>)[] = []
  const { server } = place
  return {
    limit: 2 * DOWN_TIME,
    pass: (seconds) => time.pass(seconds),
    time: { clock: time.clock, timer: time.process().timer },
    ...(server === undefined ? {} : { store: { stop: () => server.stop(), start: () => server.start() } }),
    start() {
      const process = time.process()
      const store = openStore(connection, { clock: time.clock })
      const driver = openDriver(watched(store, process), time, process)
      const crash = async (): Promise<void> => {
        process.end()
        await store.close()
      }
      ends.push(crash)
      return Promise.resolve({
        driver,
        crash,
        freeze: () => Promise.resolve(process.freeze()),
        thaw: () => Promise.resolve(process.thaw()),
      })
    },
    async close() {
      for (const end of ends) await end()
    },
  }
}

/** Time waits for what the store is asked. */
function watched(store: ServiceStore, process: GivenProcess): ServiceStore {
  const work: GivenProcess['work'] = (promise) => process.work(promise)
  return {
    list: (filter) => work(store.list(filter)),
    register: (service) => work(store.register(service)),
    heartbeat: (id) => work(store.heartbeat(id)),
    change: (id, change) => work(store.change(id, change)),
    zones: () => work(store.zones()),
    close: () => store.close(),
  }
}
