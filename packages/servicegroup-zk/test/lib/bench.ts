import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceGroupDriver, ServiceGroupEnv, Timer } from '@nova-sched/core/plugin'
import { testEnv, type ServiceGroupBench, type ServiceGroupProcess } from '@nova-sched/core/testing'
import type { TestServer } from '@nova-sched/test-servers'
import { ZooKeeperDriver } from '@nova-sched/servicegroup-zk'
import { layCable, type Cable } from './cable.ts'

/** The session time-out of tests, in milliseconds: short, and long enough for a busy machine. */
export const SESSION = 2000

const SYSTEM_TIMER: Timer = {
  after(milliseconds, run) {
    const timeout = setTimeout(run, milliseconds).unref()
    return () => clearTimeout(timeout)
  },
}

let lastPid = 1000

/** A driver in this process, which takes itself for another. Warnings go to `told`. */
export function makeDriver(
  conf: Readonly<Record<string, unknown>>,
  { told = [], pid = (lastPid += 1) }: { readonly told?: string[]; readonly pid?: number } = {},
): ServiceGroupDriver {
  const plain = testEnv(ZooKeeperDriver.options, { conf: { recv_timeout: SESSION, ...conf } })
  const tell = (message: string): void => void told.push(message)
  const env: ServiceGroupEnv = {
    ...plain,
    log: { debug: tell, info: tell, warn: tell },
    rules: { heartbeat: 'any_write', forcedDownCounts: false, plainCacheKeys: true },
    clock: () => Date.now(),
    reportInterval: 10,
    serviceDownTime: 60,
    store: null,
    timer: SYSTEM_TIMER,
    pid,
    random: Math.random,
  }
  return ZooKeeperDriver.create(env)
}

/** A prefix that no other test has. */
export function freePrefix(): string {
  return `/test-${randomInt(2 ** 40)}`
}

/** Each process on a cable of its own: cut, it is dead or frozen to the store. */
export function zooKeeperBench(server: TestServer): Promise<ServiceGroupBench> {
  const conf = { sg_prefix: freePrefix(), sg_retry_interval: 1 }
  const ends: (() => Promise<void>)[] = []
  let isStopped = false
  return Promise.resolve({
    limit: 8,
    pass: (seconds) => sleep(seconds * 1000),
    async start() {
      const cable = await layCable(server.port)
      const driver = makeDriver({ ...conf, address: cable.address })
      ends.push(
        () => driver.close(),
        () => cable.close(),
      )
      await driver.start(new AbortController().signal)
      return processOn(cable, driver)
    },
    store: {
      async stop() {
        isStopped = true
        await server.stop()
      },
      async start() {
        await server.start()
        isStopped = false
      },
    },
    async close() {
      for (const end of ends) await end()
      if (isStopped) await server.start()
    },
  })
}

function processOn(cable: Cable, driver: ServiceGroupDriver): ServiceGroupProcess {
  return {
    driver,
    crash: () => Promise.resolve(cable.cut()),
    freeze: () => Promise.resolve(cable.cut()),
    thaw: () => Promise.resolve(cable.mend()),
  }
}

/** Waits until something is so; a test's own time limit ends it. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20)
}

/** Whether a member is up; null when it cannot be asked. */
export async function isUp(driver: ServiceGroupDriver, member: string, group = 'compute'): Promise<boolean | null> {
  const liveness = await driver.snapshot(group).catch(() => null)
  return liveness === null ? null : liveness.of(member).state === 'up'
}
