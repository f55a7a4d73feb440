import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceGroupDriver, ServiceGroupEnv, ServiceStore, Timer } from '@nova-sched/core/plugin'
import { testEnv, type ServiceGroupBench } from '@nova-sched/core/testing'
import { startMemcached } from '@nova-sched/test-servers'
import { MemcachedDriver } from '../src/index.ts'
import { memoryStore } from './memory-store.ts'

/** Which form of keys, and what else a driver under test is made with. */
export interface DriverParts {
  readonly servers: readonly string[]
  readonly plain: boolean
  readonly store?: ServiceStore | null
  readonly conf?: Readonly<Record<string, unknown>>
  readonly clock?: () => number
  readonly timer?: Timer
  readonly reportInterval?: number
  readonly serviceDownTime?: number
  /** Gets every warning. */
  readonly warnings?: string[]
}

/** A driver of memcached. */
export function mcDriver(parts: DriverParts): ServiceGroupDriver {
  const { servers, plain, store = null, conf = {}, warnings = [], clock = realTime, timer = realTimer } = parts
  const env = testEnv(MemcachedDriver.options, { conf: { enabled: true, ...conf, memcached_servers: servers } })
  const full: ServiceGroupEnv = {
    ...env,
    rules: { heartbeat: 'any_write', forcedDownCounts: true, plainCacheKeys: plain },
    clock,
    timer,
    store,
    log: { debug() {}, info() {}, warn: (message) => void warnings.push(message) },
    reportInterval: parts.reportInterval ?? 1,
    serviceDownTime: parts.serviceDownTime ?? 3,
    pid: 1,
    random: () => 0,
  }
  return MemcachedDriver.create(full)
}

/** The machine's time, for memcached forgets by it. */
export const realTime = (): number => Date.now()

/** The machine's timers. */
export const realTimer: Timer = {
  after(milliseconds, run) {
    const timeout = setTimeout(run, milliseconds)
    return () => clearTimeout(timeout)
  },
}

/** A time that passes when a test says so. */
export interface GivenTime {
  readonly clock: () => number
  readonly timer: Timer
  readonly pass: (seconds: number) => Promise<void>
}

/** Time that stands still until it is told to pass. Answers of servers get a moment of the machine's time. */
export function givenTime(): GivenTime {
  let now = Date.UTC(2026, 0, 1)
  const waiting = new Map<() => void, number>()
  return {
    clock: () => now,
    timer: {
      after(milliseconds, run) {
        const entry = (): void => run()
        waiting.set(entry, now + milliseconds)
        return () => void waiting.delete(entry)
      },
    },
    async pass(seconds) {
      for (const end = now + seconds * 1000; now < end;) {
        now = Math.min(end, now + 250)
        for (const [run, at] of [...waiting]) {
          if (at > now) continue
          waiting.delete(run)
          run()
        }
        await sleep(15)
      }
    },
  }
}

/** A timer that can be stopped, as a process that is frozen or killed. */
function stoppable(timer: Timer): Timer & { stop(): void; goOn(): void } {
  let isStopped = false
  const missed: (() => void)[] = []
  return {
    after: (milliseconds, run) => timer.after(milliseconds, () => (isStopped ? void missed.push(run) : run())),
    stop: () => void (isStopped = true),
    goOn() {
      isStopped = false
      for (const run of missed.splice(0)) run()
    },
  }
}

/** A memcached with drivers on it: Kilo's keys in the machine's time, oslo.cache's in a given one. */
export async function mcBench(plain: boolean): Promise<ServiceGroupBench> {
  const server = await startMemcached()
  const store = memoryStore()
  const time = plain ? null : givenTime()
  const drivers: ServiceGroupDriver[] = []
  return {
    limit: 6,
    pass: (seconds) => time?.pass(seconds) ?? sleep(seconds * 1000),
    ...(time === null ? {} : { time }),
    start() {
      const timer = stoppable(time?.timer ?? realTimer)
      const driver = mcDriver({ servers: [server.address], plain, store, clock: time?.clock ?? realTime, timer })
      drivers.push(driver)
      const [stop, goOn] = [() => Promise.resolve(timer.stop()), () => Promise.resolve(timer.goOn())]
      return Promise.resolve({ driver, crash: stop, freeze: stop, thaw: goOn })
    },
    store: server,
    async close() {
      await Promise.all(drivers.map((driver) => driver.close()))
      await server.close()
    },
  }
}
