import { spawn, type ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describeWith, startMemcached, startZooKeeper, type TestServer } from '@nova-sched/test-servers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { nova } from './command.ts'
import { databaseConf } from './commands/services.ts'
import { folderWith } from './program.ts'

const BIN = join(import.meta.dirname, '../bin/nova-sched.js')
const SIZE = 'vcpus: 8, memory_mb: 16384, local_gb: 100'
const CLOUD = `hosts: [{host: h1, ${SIZE}}, {host: h2, ${SIZE}}]\n`

/** A folder with a cloud of two hosts, and a configuration whose driver is told. */
function site(driver: string): string {
  const folder = folderWith({ 'cloud.yaml': CLOUD, 'boot.yaml': 'flavor: {vcpus: 1, memory_mb: 512}\n' })
  const more = `scheduler_default_filters = ComputeFilter\nscheduler_max_attempts = 1\n${driver}`
  writeFileSync(join(folder, 'nova.conf'), databaseConf(folder, more))
  return folder
}

/** An agent that keeps a host a member, as its own process. */
async function agent(folder: string, host: string): Promise<ChildProcess> {
  const args = ['service', 'join', '--config-file', 'nova.conf', '--binary', 'nova-compute', '--topic', 'compute']
  const child = spawn(process.execPath, [BIN, ...args, '--host', host], { cwd: folder })
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`the agent ended with ${code}`)))
  })
  return child
}

interface Told {
  readonly host: string
  readonly verdict: string
  readonly message: string | null
  readonly notes: readonly string[]
}

async function verdicts(folder: string): Promise<string> {
  return (await explained(folder)).map(({ host, verdict }) => `${host} ${verdict}`).join()
}

async function explained(folder: string): Promise<readonly Told[]> {
  const { stdout, stderr } = await nova(
    [
      'explain',
      '--liveness',
      '--config-file',
      'nova.conf',
      '--inventory',
      'cloud.yaml',
      '--request',
      'boot.yaml',
      '--format',
      'json',
    ],
    { cwd: folder, clock: () => Date.now() },
  )
  if (stdout === '') throw new Error(stderr)
  return (JSON.parse(stdout) as { readonly hosts: readonly Told[] }).hosts
}

/** Waits until the verdicts are these, no longer than a test may last. */
async function become(folder: string, wanted: string): Promise<void> {
  let found = ''
  for (let tries = 0; tries < 100; tries++) {
    found = await verdicts(folder)
    if (found === wanted) return
    await setTimeout(200)
  }
  expect(found).toBe(wanted)
}

async function killedHostIsRejected(driver: string): Promise<void> {
  const folder = site(driver)
  const [first] = [await agent(folder, 'h1'), await agent(folder, 'h2')]
  await become(folder, 'h1 chosen,h2 passed')
  first.kill('SIGKILL')
  await become(folder, 'h1 rejected,h2 chosen')
  const [h1, h2] = await explained(folder)
  expect(h1?.message).not.toContain('in a while')
  expect(h2?.notes.join()).toContain('the compute service is up: ')
}

describe('--liveness: a host whose agent was killed is rejected', () => {
  test('by the database', async () => {
    await expect(killedHostIsRejected('servicegroup_driver = db')).resolves.toBeUndefined()
  })

  describeWith(describe, ['zookeeper'], 'by ZooKeeper', () => {
    let server: TestServer
    beforeAll(async () => void (server = await startZooKeeper()))
    afterAll(() => server.close())

    test('in the time that a session lasts', async () => {
      const conf = `servicegroup_driver = zk\n[zookeeper]\naddress = ${server.address}\nrecv_timeout = 2000`
      await expect(killedHostIsRejected(conf)).resolves.toBeUndefined()
    })
  })

  describeWith(describe, ['memcached'], 'by memcached', () => {
    let server: TestServer
    beforeAll(async () => void (server = await startMemcached()))
    afterAll(() => server.close())

    test('in service_down_time', async () => {
      const conf = `servicegroup_driver = mc\nmemcached_servers = ${server.address}`
      await expect(killedHostIsRejected(conf)).resolves.toBeUndefined()
    })
  })
})

test('a store that cannot be asked ends with exit 3, and is not taken for "no valid host"', async () => {
  const conf =
    '[DEFAULT]\nscheduler_default_filters = ComputeFilter\nservicegroup_driver = zk\n[zookeeper]\naddress = 127.0.0.1:1\nrecv_timeout = 1000\n'
  const folder = folderWith({
    'cloud.yaml': CLOUD,
    'boot.yaml': 'flavor: {vcpus: 1, memory_mb: 512}\n',
    'nova.conf': conf,
  })
  const { code, stdout } = await nova(
    ['dry-run', '--liveness', '--config-file', 'nova.conf', '--inventory', 'cloud.yaml', '--request', 'boot.yaml'],
    { cwd: folder },
  )
  expect(code).toBe(3)
  expect(stdout).toContain('ServiceGroup unavailable (zk 127.0.0.1:1)')
  expect(stdout).not.toContain('No valid host')
})

test('where nothing reads who is alive, nobody is asked', async () => {
  const conf =
    '[DEFAULT]\nscheduler_default_filters = RamFilter\nservicegroup_driver = zk\n[zookeeper]\naddress = 127.0.0.1:1\n'
  const folder = folderWith({
    'cloud.yaml': CLOUD,
    'boot.yaml': 'flavor: {vcpus: 1, memory_mb: 512}\n',
    'nova.conf': conf,
  })
  const { code } = await nova(
    ['dry-run', '--liveness', '--config-file', 'nova.conf', '--inventory', 'cloud.yaml', '--request', 'boot.yaml'],
    { cwd: folder },
  )
  expect(code).toBe(0)
})
