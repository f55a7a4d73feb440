import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeWith, startMemcached } from '@nova-sched/test-servers'
import { Ajv } from 'ajv'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nova } from '../command.ts'
import { folderWith } from '../program.ts'
import { databaseConf, recordsOf, running } from './services.ts'

const HEADER = 'Binary           Host                                 Zone             Status     State Updated_At\n'
const SCHEMA = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../schema/service-list.schema.json'), 'utf8'),
) as object
const isList = new Ajv({ allowUnionTypes: true, formats: { 'date-time': true } }).compile(SCHEMA)

/** A folder with a nova.conf that names a database file in it. */
function aCloud(more = ''): string {
  const folder = folderWith({})
  return folderWith({ 'nova.conf': databaseConf(folder, more) })
}

const service = (cwd: string, ...args: string[]): ReturnType<typeof nova> =>
  nova(['service', ...args, '--config-file', 'nova.conf'], { cwd, clock: () => Date.now() })

interface Listed {
  readonly services: readonly Record<string, unknown>[]
}

describe('service list', () => {
  test('without services prints the header alone', async () => {
    expect(await service(aCloud(), 'list')).toMatchObject({ code: 0, stdout: HEADER })
  })

  test("prints nova-manage's columns, up and down, whatever their names", async () => {
    const cwd = aCloud()
    const store = await recordsOf(cwd)
    const names = ['compute-01', 'a-host-with-a-name-of-more-than-thirty-six-letters', 'line\nbreak']
    for (const host of names) await store.register({ host, binary: 'nova-compute', topic: 'compute' })
    const conductor = await store.register({ host: 'ctl', binary: 'nova-conductor', topic: 'conductor' })
    await store.change(conductor.id, { disabled: true })
    const { stdout, code } = await service(cwd, 'list')
    const lines = stdout.split('\n')
    expect(code).toBe(0)
    expect(lines[0]).toBe(HEADER.trimEnd())
    expect(lines[1]).toBe(
      `${'nova-compute'.padEnd(16)} ${'compute-01'.padEnd(36)} ${'nova'.padEnd(16)} enabled    :-)   None      `,
    )
    expect(lines[2]).toContain(` ${names[1]} nova `)
    expect(lines[3]).toContain(String.raw`line\nbreak`)
    expect(lines[4]).toMatch(
      /^nova-conductor {3}ctl {34}internal {9}disabled {3}:-\) {3}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
    )
    expect(lines).toHaveLength(6)
  })

  test('selects by host and service', async () => {
    const cwd = aCloud()
    const store = await recordsOf(cwd)
    for (const host of ['h1', 'h2'])
      for (const topic of ['compute', 'conductor']) await store.register({ host, binary: `nova-${topic}`, topic })
    const { stdout } = await service(cwd, 'list', '--host', 'h2', '--service', 'nova-compute', '--format', 'json')
    const { services } = JSON.parse(stdout) as Listed
    expect(services.map(({ host, binary }) => [host, binary])).toEqual([['h2', 'nova-compute']])
  })

  test('as data says why, and how long ago; --verbose tells it of who is down', async () => {
    const cwd = aCloud()
    const store = await recordsOf(cwd)
    await store.register({ host: 'h1', binary: 'nova-compute', topic: 'compute' })
    const later = Date.now() + 75_000
    const list = (...args: string[]): ReturnType<typeof nova> =>
      nova(['service', 'list', '--config-file', 'nova.conf', ...args], { cwd, clock: () => later })
    const data = JSON.parse((await list('--format', 'json')).stdout) as Listed
    expect(isList(data), JSON.stringify(isList.errors)).toBe(true)
    expect(data.services[0]).toMatchObject({ state: 'down', limit: 3, updated_at: null, status: 'enabled' })
    expect(data.services[0]?.['why']).toMatch(/7[56] s ago, the limit is 3 s/)
    expect(Math.abs(Number(data.services[0]?.['age']) - 75)).toBeLessThan(2)
    const { stdout, stderr } = await list('--verbose')
    expect(stdout).toContain(' XXX ')
    expect(stderr).toMatch(/note: nova-compute on host h1 is down: .*7[56] s ago, the limit is 3 s\n/)
  })

  test('a heartbeat of the future says to check the clocks', async () => {
    const cwd = aCloud()
    await (await recordsOf(cwd)).register({ host: 'h1', binary: 'nova-compute', topic: 'compute' })
    const { stderr } = await nova(['service', 'list', '--verbose', '--config-file', 'nova.conf'], {
      cwd,
      clock: () => Date.now() - 600_000,
    })
    expect(stderr).toContain('check the clocks')
  })

  test('a database that cannot be asked is not an empty one', async () => {
    const conf = '[database]\nconnection = mysql+pymysql://nova:se%40cret@127.0.0.1:1/nova\n'
    const cwd = folderWith({ 'nova.conf': conf })
    const { code, stdout, stderr } = await service(cwd, 'list')
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toMatch(/^error: /m)
    expect(stderr).not.toMatch(/se%40cret|se@cret/)
  })

  test.each([
    ['zookeeper', 'unknown ServiceGroup driver name: zookeeper'],
    ['mc', 'memcached_servers not defined'],
  ])('servicegroup_driver = %s is refused', async (driver, message) => {
    const cwd = folderWith({ 'nova.conf': `[DEFAULT]\nservicegroup_driver = ${driver}\n` })
    const { code, stderr } = await service(cwd, 'list')
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})

describe('service enable and disable', () => {
  const named = ['--host', 'h1', '--service', 'nova-compute']

  test('say what nova-manage says, and keep the reason', async () => {
    const cwd = aCloud()
    const store = await recordsOf(cwd)
    await store.register({ host: 'h1', binary: 'nova-compute', topic: 'compute' })
    expect(await service(cwd, 'disable', ...named, '--reason', 'disk')).toMatchObject({
      code: 0,
      stdout: 'Service nova-compute on host h1 disabled.\n',
    })
    expect((await store.list())[0]).toMatchObject({ disabled: true, disabledReason: 'disk' })
    expect((await service(cwd, 'enable', ...named)).stdout).toBe('Service nova-compute on host h1 enabled.\n')
    expect((await store.list())[0]).toMatchObject({ disabled: false, disabledReason: 'disk' })
  })

  test('a service that is not there', async () => {
    const { code, stderr } = await service(aCloud(), 'enable', ...named)
    expect(code).toBe(2)
    expect(stderr).toContain('error: Could not find binary nova-compute on host h1.\n')
  })

  test('without a host, a database, or with too long a reason', async () => {
    expect(await service(aCloud(), 'disable', '--host', 'h1')).toMatchObject({ code: 2 })
    expect(await service(aCloud(), 'disable', ...named, '--reason', 'x'.repeat(256))).toMatchObject({ code: 2 })
    const cwd = folderWith({ 'nova.conf': '[DEFAULT]\nservicegroup_driver = mc\nmemcached_servers = 127.0.0.1:1\n' })
    const { code, stderr } = await service(cwd, 'disable', ...named)
    expect(code).toBe(2)
    expect(stderr).toContain('[database]')
  })
})

describe('service join and watch', () => {
  test('who joins is up, and down after it has left', async () => {
    const cwd = aCloud()
    const watching = running(['service', 'watch', '--config-file', 'nova.conf', '--format', 'json'], cwd)
    const agent = running(
      ['service', 'join', '--binary', 'nova-compute', '--host', 'h1', '--config-file', 'nova.conf'],
      cwd,
    )
    await agent.sees(/^pid 4711$/m)
    await watching.sees(/"host":"h1","state":"up"/)
    expect((await service(cwd, 'list')).stdout).toMatch(/nova-compute +h1 +nova +enabled +:-\) /)
    expect(await agent.end()).toBe(0)
    await watching.sees(/"host":"h1","state":"down","why":".+"/)
    expect(await watching.end()).toBe(0)
  })

  test('a host must be named somewhere', async () => {
    const { code, stderr } = await service(aCloud(), 'join', '--binary', 'nova-compute')
    expect(code).toBe(2)
    expect(stderr).toContain('--host, or host in [DEFAULT]')
  })
})

describeWith(describe, ['memcached'], 'memcached alone, without a database', () => {
  test('tells of who is asked for, and what it does not know is -', async () => {
    const server = await startMemcached()
    onTestFinished(() => server.close())
    const conf = `[DEFAULT]\nservicegroup_driver = "mc"\nmemcached_servers = ${server.address}\nreport_interval = 1\n`
    const cwd = folderWith({ 'nova.conf': conf })
    const agent = running(
      ['service', 'join', '--binary', 'nova-compute', '--host', 'h1', '--config-file', 'nova.conf'],
      cwd,
    )
    await agent.sees(/^pid 4711$/m)
    const all = await service(cwd, 'list')
    expect([all.code, all.stdout]).toEqual([0, HEADER])
    expect(all.stderr).toContain('memcached cannot list its keys')
    expect((await service(cwd, 'list', '--host', 'h1')).stdout).toMatch(/\nnova-compute +h1 +- +- +:-\) +\d{4}-/)
    await server.kill()
    const away = await service(cwd, 'list', '--host', 'h1')
    expect([away.code, away.stdout]).toEqual([3, ''])
    expect(away.stderr).toContain(`error: ServiceGroup unavailable (mc ${server.address})`)
    await agent.sees(/warning: h1 \(nova-compute\): a heartbeat was lost/)
    await server.start()
    await agent.sees(/warning: h1 \(nova-compute\): heartbeats arrive again/)
    expect((await service(cwd, 'list', '--host', 'h1')).stdout).toContain(' :-) ')
    expect(await agent.end()).toBe(0)
    const gone = await service(cwd, 'list', '--host', 'h1', '--service', 'nova-compute', '--verbose')
    expect(gone.stdout).toContain(' XXX ')
    expect(gone.stderr).toContain('0 of 1 keys present: cache restarted?')
  })
})
