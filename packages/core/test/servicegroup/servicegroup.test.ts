import { describe, expect, test } from 'vitest'
import type { Liveness } from '../../src/plugin/servicegroup-driver.ts'
import { serviceGroupRules } from '../../src/releases.ts'
import { ServiceGroup } from '../../src/servicegroup/servicegroup.ts'
import { serviceGroupCases } from '../../src/testing/index.ts'
import { node, novaRequest, schedulerOver } from '../scheduling.ts'
import { GivenTime, MemoryDriver, SharedStore } from './memory-driver.ts'

describe('the suite for ServiceGroup drivers, on one that keeps members in memory', () => {
  const cases = serviceGroupCases(() => {
    const [store, time] = [new SharedStore(), new GivenTime()]
    return Promise.resolve({
      limit: 8,
      time: { clock: time.clock, timer: time },
      pass: (seconds) => time.pass(seconds),
      start() {
        const driver = new MemoryDriver(store, time)
        const set = (isFrozen: boolean) => () => Promise.resolve(void (driver.isFrozen = isFrozen))
        return Promise.resolve({
          driver,
          crash: () => Promise.resolve(driver.crash()),
          freeze: set(true),
          thaw: set(false),
        })
      },
      store: {
        stop: () => Promise.resolve(void (store.isAway = true)).then(() => store.changed()),
        start: () => Promise.resolve(void (store.isAway = false)),
      },
      close: () => Promise.resolve(),
    })
  })
  test.each(cases.map(({ name, run }) => [name, run] as const))('%s', async (_, run) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

const world = (release = 11) => {
  const [store, time] = [new SharedStore(), new GivenTime()]
  const process = (): ServiceGroup =>
    new ServiceGroup({
      name: 'MemoryDriver',
      driver: new MemoryDriver(store, time),
      store: null,
      rules: serviceGroupRules(release),
      serviceDownTime: 60,
      clock: time.clock,
      timer: time,
      random: () => 0.99,
    })
  return { store, time, process }
}

const service = (host: string, forcedDown = false) => ({ host, topic: 'compute', forcedDown })

describe('the ServiceGroup API', () => {
  test('says who is up, lists them, and picks one', async () => {
    const group = world().process()
    expect(await group.getOne('compute')).toBeNull()
    await group.join('h1', 'compute', 'nova-compute')
    await group.join('h2', 'compute', 'nova-compute')
    expect(await group.serviceIsUp(service('h1'))).toBe(true)
    expect(await group.serviceIsUp(service('h3'))).toBe(false)
    expect(await group.getAll('compute')).toEqual(['h1', 'h2'])
    expect(await group.getOne('compute')).toBe('h2')
    expect(await group.updatedAt(service('h1'))).toBe(1_000_000)
    await group.leave('h1', 'compute')
    expect(await group.getAll('compute')).toEqual(['h2'])
  })

  test('a service that is forced down is down, in releases that know it', async () => {
    for (const [release, isUp] of [
      [11, true],
      [12, false],
    ] as const) {
      const group = world(release).process()
      await group.join('h1', 'compute', 'nova-compute')
      expect(await group.serviceIsUp(service('h1', true))).toBe(isUp)
    }
  })

  test('a store that cannot be asked is an error, not a no', async () => {
    const { store, process } = world()
    store.isAway = true
    await expect(process().serviceIsUp(service('h1'))).rejects.toMatchObject({ code: 'SERVICE_GROUP_UNAVAILABLE' })
  })

  test('who is not heard of again flips, without the store telling so', async () => {
    const { time, process } = world()
    const [one, asking] = [process(), process()]
    const told: string[] = []
    asking.follow('compute', (liveness: Liveness | null) => void told.push(liveness?.of('h1').state ?? 'away'))
    await one.join('h1', 'compute', 'nova-compute')
    await time.pass(0.5)
    expect(told).toEqual(['up'])
    await one.close()
    await time.pass(20)
    expect(told.at(-1)).toBe('down')
  })
})

describe('a scheduler that follows who is alive', () => {
  const conf = '[DEFAULT]\nscheduler_default_filters = ComputeFilter\n'
  const verdicts = async (scheduler: Awaited<ReturnType<typeof schedulerOver>>): Promise<Record<string, string>> => {
    const { hosts } = await scheduler.explain(novaRequest())
    return Object.fromEntries(hosts.map(({ host, verdict }) => [host, verdict]))
  }

  test('rejects hosts that are down, whatever the inventory says, and sees them come back', async () => {
    const { time, process } = world()
    const [computes, liveness] = [process(), process()]
    await computes.join('a', 'compute', 'nova-compute')
    const scheduler = await schedulerOver([node('a', { service: { up: false } }), node('b')], conf, { liveness })
    expect(await verdicts(scheduler)).toEqual({ a: 'chosen', b: 'rejected' })
    await computes.join('b', 'compute', 'nova-compute')
    await computes.leave('a', 'compute')
    await time.pass(0.1)
    expect(await verdicts(scheduler)).toEqual({ a: 'rejected', b: 'chosen' })
    scheduler.close()
  })

  test('a flip changes that host alone', async () => {
    const { time, process } = world()
    const [computes, liveness] = [process(), process()]
    for (const host of ['a', 'b', 'c']) await computes.join(host, 'compute', 'nova-compute')
    const scheduler = await schedulerOver([node('a'), node('b'), node('c')], conf, { liveness })
    await scheduler.select(novaRequest())
    const before = scheduler.hosts()
    await computes.leave('b', 'compute')
    await time.pass(0.1)
    await scheduler.select(novaRequest(1), { top: 0 })
    const after = scheduler.hosts()
    expect(after.map((host, at) => host.service === before[at]?.service)).toEqual([true, false, true])
  })

  test('a store that cannot be asked is told as such: exit 3, not "no valid host"', async () => {
    const { store, process } = world()
    store.isAway = true
    const scheduler = await schedulerOver([node('a')], conf, { liveness: process() })
    const { error } = await scheduler.select(novaRequest())
    expect(error).toMatchObject({
      code: 'PLUGIN_FAULT',
      plugin: 'ComputeFilter',
      cause: { code: 'SERVICE_GROUP_UNAVAILABLE' },
    })
    expect(error?.message).toContain('the memory is away')
  })

  test('nobody is asked where no enabled plugin reads who is alive', async () => {
    const liveness = {
      liveness: () => Promise.reject(new Error('asked')),
      follow: () => {
        throw new Error('followed')
      },
    }
    const scheduler = await schedulerOver([node('a')], '[DEFAULT]\nscheduler_default_filters = RamFilter\n', {
      liveness,
    })
    expect((await scheduler.select(novaRequest())).error).toBeNull()
    await expect(schedulerOver([node('a')], conf, { liveness })).rejects.toThrow('asked')
  })
})
