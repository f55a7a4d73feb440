import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeWith, startMemcached } from '@nova-sched/test-servers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nova } from '../command.ts'
import { folderWith } from '../program.ts'
import { databaseConf } from './services.ts'

const COMMAND = join(import.meta.dirname, '../../bin/nova-sched.js')
/** A report interval, a service_down_time, and a moment for the machine: noticed within that, in milliseconds. */
const LIMIT = 6000

/** A heartbeat agent of its own process, which is a member. */
async function agent(cwd: string): Promise<ChildProcess & { readonly pid: number }> {
  const args = ['service', 'join', '--binary', 'nova-compute', '--host', 'h1', '--config-file', 'nova.conf']
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  expect(line).toBe(`pid ${child.pid}`)
  return child as ChildProcess & { readonly pid: number }
}

/** Milliseconds until `service list` shows the agent so. */
async function becomes(state: ':-)' | 'XXX', cwd: string): Promise<number> {
  const start = Date.now()
  for (;;) {
    const args = ['service', 'list', '--host', 'h1', '--service', 'nova-compute', '--config-file', 'nova.conf']
    const { stdout } = await nova(args, { cwd, clock: () => Date.now() })
    if (stdout.includes(` ${state} `)) return Date.now() - start
    if (Date.now() - start > LIMIT) return Infinity
    await sleep(100)
  }
}

describeWith(describe, ['memcached'], 'the process of an agent', () => {
  describe.each(['db', 'mc'] as const)('on %s', (driver) => {
    const aCloud = async (): Promise<string> => {
      if (driver === 'db') return folderWith({ 'nova.conf': databaseConf(folderWith({})) })
      const server = await startMemcached()
      onTestFinished(() => server.close())
      return folderWith({
        'nova.conf': databaseConf(folderWith({}), `servicegroup_driver = mc\nmemcached_servers = ${server.address}`),
      })
    }

    test('SIGTERM: it leaves, and ends with 0', async () => {
      const cwd = await aCloud()
      const child = await agent(cwd)
      expect(await becomes(':-)', cwd)).toBeLessThan(LIMIT)
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
      expect(await becomes('XXX', cwd)).toBeLessThan(LIMIT)
    })

    test('SIGKILL: it is down in time', async () => {
      const cwd = await aCloud()
      const child = await agent(cwd)
      expect(await becomes(':-)', cwd)).toBeLessThan(LIMIT)
      child.kill('SIGKILL')
      expect(await becomes('XXX', cwd)).toBeLessThan(LIMIT)
    })

    test('SIGSTOP: it is down in time, and up when it goes on', async () => {
      const cwd = await aCloud()
      const child = await agent(cwd)
      child.kill('SIGSTOP')
      expect(await becomes('XXX', cwd)).toBeLessThan(LIMIT)
      child.kill('SIGCONT')
      expect(await becomes(':-)', cwd)).toBeLessThan(LIMIT)
    })
  })
})
