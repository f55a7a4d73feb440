import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceGroupDriver } from '@nova-sched/core/plugin'
import { describeWith, startZooKeeper, type TestServer } from '@nova-sched/test-servers'
import { freePrefix, isUp, makeDriver, SESSION, until } from './lib/bench.ts'

describeWith(describe, ['zookeeper'], 'a member in a process of its own', () => {
  let server: TestServer
  let asking: ServiceGroupDriver
  let agent: ChildProcess
  beforeAll(async () => {
    server = await startZooKeeper()
  })
  beforeEach(async () => {
    const conf = { address: server.address, sg_prefix: freePrefix(), recv_timeout: SESSION }
    asking = makeDriver(conf)
    const script = join(import.meta.dirname, 'lib', 'agent.mjs')
    const stdio = ['ignore', 'pipe', 'inherit'] as const
    agent = spawn(process.execPath, [script, JSON.stringify(conf), 'h1'], { stdio: [...stdio] })
    if (agent.stdout !== null) await once(agent.stdout, 'data')
    await until(async () => (await isUp(asking, 'h1')) === true)
  })
  afterEach(async () => {
    agent.kill('SIGKILL')
    await asking.close()
  })
  afterAll(() => server.close())

  it('that is killed is down', async () => {
    agent.kill('SIGKILL')
    await until(async () => (await isUp(asking, 'h1')) === false)
    expect((await asking.snapshot('compute')).of('h1').why).toMatch('no process of it is there')
  })

  it('that is stopped is down, and up again when it goes on', async () => {
    agent.kill('SIGSTOP')
    await until(async () => (await isUp(asking, 'h1')) === false)
    await sleep(SESSION)
    agent.kill('SIGCONT')
    await until(async () => (await isUp(asking, 'h1')) === true)
    expect(agent.exitCode).toBe(null)
  })

  it('that is stopped for less than its session stays up', async () => {
    const told: boolean[] = []
    asking.watch('compute', (liveness) => void told.push(liveness?.of('h1').state === 'up'))
    agent.kill('SIGSTOP')
    await sleep(SESSION / 3)
    agent.kill('SIGCONT')
    await sleep(SESSION)
    expect(told).not.toContain(false)
    expect(await isUp(asking, 'h1')).toBe(true)
  })

  it('that ends by SIGTERM is down, and ends well', async () => {
    agent.kill('SIGTERM')
    await once(agent, 'exit')
    expect(agent.exitCode).toBe(0)
    await until(async () => (await isUp(asking, 'h1')) === false)
  })
})
