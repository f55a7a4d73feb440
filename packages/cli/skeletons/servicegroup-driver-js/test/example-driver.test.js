import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { serviceGroupCases, testEnv } from '@nova-sched/core/testing'
import { ExampleDriver } from '../src/example-driver.js'

/** Time that passes when a test says so; a process can be stopped in it. */
function givenTime() {
  let now = Date.UTC(2026, 0, 1)
  const waiting = new Map()
  const after = (milliseconds, run) => {
    const entry = Symbol('timer')
    waiting.set(entry, { at: now + milliseconds, run })
    return () => waiting.delete(entry)
  }
  return {
    clock: () => now,
    timer: { after },
    /** A timer of one process: what it missed while it was stopped runs when it goes on. */
    stoppable() {
      const missed = []
      const state = { isStopped: false }
      return {
        timer: {
          after: (milliseconds, run) => after(milliseconds, () => (state.isStopped ? missed.push(run) : run())),
        },
        stop: async () => void (state.isStopped = true),
        async goOn() {
          state.isStopped = false
          for (const run of missed.splice(0)) run()
        },
      }
    },
    async pass(seconds) {
      for (const end = now + seconds * 1000; now < end;) {
        now = Math.min(end, now + 250)
        for (const [entry, { at, run }] of [...waiting]) {
          if (at > now) continue
          waiting.delete(entry)
          run()
        }
        // What runs reads and writes files: it gets a moment of the machine's time.
        await setTimeout(5)
      }
    },
  }
}

/** Processes with a driver each, on one folder. */
async function bench() {
  const folder = await mkdtemp(join(tmpdir(), 'example-driver-'))
  const time = givenTime()
  const drivers = []
  return {
    limit: 8,
    time: { clock: time.clock, timer: time.timer },
    pass: time.pass,
    async start() {
      const { timer, stop, goOn } = time.stoppable()
      const env = testEnv(ExampleDriver.options, { conf: { example_driver_folder: folder } })
      const rules = { heartbeat: 'report', forcedDownCounts: true, plainCacheKeys: false }
      const limits = { reportInterval: 1, serviceDownTime: 3 }
      const { clock } = time
      const driver = ExampleDriver.create({
        ...env,
        rules,
        clock,
        timer,
        store: null,
        pid: drivers.length,
        random: Math.random,
        ...limits,
      })
      await driver.start(new AbortController().signal)
      drivers.push(driver)
      return { driver, crash: stop, freeze: stop, thaw: goOn }
    },
    store: {
      stop: () => rename(folder, `${folder}-away`),
      start: () => rename(`${folder}-away`, folder),
    },
    async close() {
      for (const driver of drivers) await driver.close()
      for (const path of [folder, `${folder}-away`]) await rm(path, { recursive: true, force: true })
    },
  }
}

// What every driver must do: join, leave, crash, freeze, strange names, a store that goes away and comes back.
for (const { name, run } of serviceGroupCases(bench)) test(name, run)

test('says when it was heard of', async () => {
  const ours = await bench()
  const { driver } = await ours.start()
  await driver.join('h1', 'compute', { binary: 'nova-compute' })
  const { members, of } = await driver.snapshot('compute')
  deepStrictEqual([...members], ['h1'])
  strictEqual(of('h1').why, 'last heartbeat 0 s ago, the limit is 3 s')
  await ours.close()
})
