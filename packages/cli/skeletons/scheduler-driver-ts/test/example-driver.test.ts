import { deepStrictEqual } from 'node:assert/strict'
import { test } from 'node:test'
import type { SchedulerEngine } from '@nova-sched/core/plugin'
import { aHost, aRequest, testEnv } from '@nova-sched/core/testing'
import { ExampleDriver } from '../src/example-driver.ts'

/** The hosts that are left to the filters, of three, by the driver with this configuration. */
async function hostsLeft(conf: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const asked: string[] = []
  // An engine that has three hosts, and takes the first that it is given.
  const engine: SchedulerEngine = {
    hostStates: () => ['a', 'b', 'c'].map((host) => aHost({ host })),
    hostsUp: () => ['a', 'b', 'c'],
    choose: (items) => items[0],
    schedule: async (hosts) => {
      asked.push(...hosts.map(({ host }) => host))
      return hosts.slice(0, 1).map(({ host, nodename }) => ({ host, nodename, limits: null }))
    },
  }
  const driver = ExampleDriver.create({ ...testEnv(ExampleDriver.options, { conf }), engine })
  const destinations = await driver.selectDestinations(aRequest())
  deepStrictEqual(
    destinations.map(({ host }) => host),
    asked.slice(0, 1),
  )
  return asked
}

test('leaves every host to the filters', async () => {
  deepStrictEqual(await hostsLeft({}), ['a', 'b', 'c'])
})

test('leaves out the hosts that are being emptied', async () => {
  deepStrictEqual(await hostsLeft({ example_driver_emptied_hosts: ['a', 'c'] }), ['b'])
})
