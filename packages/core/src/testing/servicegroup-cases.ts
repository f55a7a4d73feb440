import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import { isNovaSchedError } from '../errors.ts'
import type { Liveness } from '../plugin/servicegroup-driver.ts'
import type { NamedTest } from './filter-cases.ts'
import { becomes, cannotBeAsked, follow, up, within, type ServiceGroupBench } from './servicegroup-bench.ts'

const COMPUTE = { binary: 'nova-compute' }

/**
 * Tests of a ServiceGroup driver, the same for every one: call each with a test runner's `test(name, run)`. Every test
 * has a bench of its own.
 */
export function serviceGroupCases(makeBench: () => Promise<ServiceGroupBench>): readonly NamedTest[] {
  return [...MEMBERSHIP, ...ENDS, ...STORE].map(([name, run]) => ({
    name,
    run: async () => {
      const bench = await makeBench()
      try {
        await run(bench)
      } finally {
        await bench.close()
      }
    },
  }))
}

type Case = readonly [string, (bench: ServiceGroupBench) => Promise<void>]

const MEMBERSHIP: readonly Case[] = [
  [
    'an empty group has no members, and who never joined is down',
    async (bench) => {
      const { driver } = await bench.start()
      const liveness = await driver.snapshot('compute')
      deepStrictEqual([...liveness.members], [])
      strictEqual(liveness.of('nobody').state, 'down')
      ok(liveness.of('nobody').why.length > 0)
    },
  ],
  [
    'who joined is up for every process, and joining twice is joining once',
    async (bench) => {
      const [one, other] = [await bench.start(), await bench.start()]
      await one.driver.join('h1', 'compute', COMPUTE)
      await one.driver.join('h1', 'compute', COMPUTE)
      await becomes(bench, other.driver, 'h1', 'up')
      deepStrictEqual([...(await other.driver.snapshot('compute')).members], ['h1'])
    },
  ],
  [
    'groups do not mix',
    async (bench) => {
      const { driver } = await bench.start()
      await driver.join('h1', 'compute', COMPUTE)
      await becomes(bench, driver, 'h1', 'up')
      deepStrictEqual([...(await driver.snapshot('conductor')).members], [])
      strictEqual((await driver.snapshot('conductor')).of('h1').state, 'down')
    },
  ],
  [
    'two processes of one host keep it up until both are gone',
    async (bench) => {
      const [one, other, asking] = [await bench.start(), await bench.start(), await bench.start()]
      await one.driver.join('h1', 'compute', COMPUTE)
      await other.driver.join('h1', 'compute', COMPUTE)
      await one.crash()
      await bench.pass(bench.limit)
      strictEqual((await asking.driver.snapshot('compute')).of('h1').state, 'up')
      await other.crash()
      await becomes(bench, asking.driver, 'h1', 'down')
    },
  ],
  ...['with blank', 'with/slash', 'line\nbreak', 'ünï·cødé', 'None', '__proto__', 'x'.repeat(255), 'x'.repeat(300)].map(
    (name): Case => [
      `the name ${JSON.stringify(name.slice(0, 20))} of ${name.length} letters is itself, or refused`,
      async (bench) => {
        const { driver } = await bench.start()
        await driver.join('neighbour', 'compute', COMPUTE)
        const joined = await driver.join(name, 'compute', COMPUTE).then(
          () => true,
          (error: unknown) => (ok(isNovaSchedError(error), String(error)), false),
        )
        await becomes(bench, driver, 'neighbour', 'up')
        if (joined) await becomes(bench, driver, name, 'up')
        const { members } = await driver.snapshot('compute')
        deepStrictEqual([...members].sort(), (joined ? ['neighbour', name] : ['neighbour']).sort())
      },
    ],
  ),
]

const ENDS: readonly Case[] = [
  [
    'who leaves is down, and leaving twice is leaving once',
    async (bench) => {
      const [one, other] = [await bench.start(), await bench.start()]
      await one.driver.join('h1', 'compute', COMPUTE)
      await becomes(bench, other.driver, 'h1', 'up')
      await one.driver.leave('h1', 'compute')
      await one.driver.leave('h1', 'compute')
      await becomes(bench, other.driver, 'h1', 'down')
      deepStrictEqual([...(await other.driver.snapshot('compute')).members], [])
    },
  ],
  [
    'who crashes is down in time, and up again when it rejoins',
    async (bench) => {
      const [one, asking] = [await bench.start(), await bench.start()]
      await one.driver.join('h1', 'compute', COMPUTE)
      await becomes(bench, asking.driver, 'h1', 'up')
      await one.crash()
      await becomes(bench, asking.driver, 'h1', 'down')
      const again = await bench.start()
      await again.driver.join('h1', 'compute', COMPUTE)
      await becomes(bench, asking.driver, 'h1', 'up')
    },
  ],
  [
    'who is frozen is down in time, and up again when it goes on',
    async (bench) => {
      const [one, asking] = [await bench.start(), await bench.start()]
      if (one.freeze === undefined || one.thaw === undefined) return
      await one.driver.join('h1', 'compute', COMPUTE)
      await becomes(bench, asking.driver, 'h1', 'up')
      await one.freeze()
      await becomes(bench, asking.driver, 'h1', 'down')
      await one.thaw()
      await becomes(bench, asking.driver, 'h1', 'up')
    },
  ],
  [
    'who watches is told of joining, leaving and crashing',
    async (bench) => {
      const [one, other, asking] = [await bench.start(), await bench.start(), await bench.start()]
      const told: (readonly string[] | null)[] = []
      const stop = follow(bench, asking.driver, (liveness) => void told.push(up(liveness, ['h1', 'h2'])))
      await one.driver.join('h1', 'compute', COMPUTE)
      await other.driver.join('h2', 'compute', COMPUTE)
      await within(bench, () => told.at(-1)?.join() === 'h1,h2', 'both are told')
      await one.driver.leave('h1', 'compute')
      await within(bench, () => told.at(-1)?.join() === 'h2', 'the leaving is told')
      await other.crash()
      await within(bench, () => told.at(-1)?.length === 0, 'the crash is told')
      stop()
      const count = told.length
      await one.driver.join('h1', 'compute', COMPUTE)
      await bench.pass(2)
      strictEqual(told.length, count)
    },
  ],
  [
    'a process that closes takes its members along',
    async (bench) => {
      const [one, asking] = [await bench.start(), await bench.start()]
      await one.driver.join('h1', 'compute', COMPUTE)
      await becomes(bench, asking.driver, 'h1', 'up')
      await one.driver.close()
      await becomes(bench, asking.driver, 'h1', 'down')
    },
  ],
]

const STORE: readonly Case[] = [
  [
    'a store that is away at the start cannot be asked, which is not a no; and can when it is back',
    async (bench) => {
      if (bench.store === undefined) return
      await bench.store.stop()
      const { driver } = await bench.start()
      await cannotBeAsked(driver)
      await bench.store.start()
      await within(
        bench,
        () =>
          driver.snapshot('compute').then(
            () => true,
            () => false,
          ),
        'it can be asked again',
      )
      await driver.join('h1', 'compute', COMPUTE)
      await becomes(bench, driver, 'h1', 'up')
    },
  ],
  [
    'a store that goes away cannot be asked, who watches is told, and all are up again when it is back',
    async (bench) => {
      if (bench.store === undefined) return
      const [one, asking] = [await bench.start(), await bench.start()]
      let told: Liveness | null | undefined
      follow(bench, asking.driver, (liveness) => void (told = liveness))
      await one.driver.join('h1', 'compute', COMPUTE)
      await within(bench, () => told?.of('h1').state === 'up', 'the joining is told')
      await bench.store.stop()
      await within(bench, () => told === null, 'it is told that the store is away')
      await cannotBeAsked(asking.driver)
      await bench.store.start()
      await becomes(bench, asking.driver, 'h1', 'up')
      await within(bench, () => told?.of('h1').state === 'up', 'it is told that the member is there')
    },
  ],
]
