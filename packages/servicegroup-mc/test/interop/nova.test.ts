import { describeWith, startMemcached, type TestServer } from '@nova-sched/test-servers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byCrc, byScore } from '../../src/distribution.ts'
import { cachedValue, plainValue, readHeartbeat } from '../../src/heartbeat-value.ts'
import { mcDriver } from '../bench.ts'
import { python } from './python.ts'

const HOSTS = Array.from({ length: 12 }, (_, at) => `host-${at}`)
const COMPUTE = { binary: 'nova-compute' }

describeWith(describe, ['python3-nova'], 'values', () => {
  const time = Date.UTC(2026, 4, 6, 7, 8, 9, 123)
  const ours = [plainValue(time), cachedValue(time)]
  const { written, read } = python(
    'values.py',
    [],
    ours.map((value) => value.toString('base64')),
  ) as { written: Record<'plain' | 'cached', string[]>; read: unknown }

  test('python reads ours', () => {
    expect(read).toEqual([
      ['2026-05-06T07:08:09.123000'],
      ['CachedValue', '2026-05-06T07:08:09.123000', { ct: time / 1000, v: 2 }],
    ])
  })

  test.each([0, 1, 2, 3, 4, 5])("we read python's, of protocol %i", (protocol) => {
    const [plain = '', cached = ''] = [written.plain[protocol], written.cached[protocol]]
    expect(readHeartbeat(Buffer.from(plain, 'base64'))).toEqual({ at: time, made: null })
    expect(readHeartbeat(Buffer.from(cached, 'base64'))).toEqual({ at: time, made: 1778051289500 })
  })
})

describeWith(describe, ['python3-nova'], 'several servers', () => {
  test("keys lie where python's clients look for them", () => {
    const servers = [11211, 11212, 11213].map((port) => ({ host: '127.0.0.1', port }))
    const names = servers.map(({ host, port }) => `${host}:${port}`)
    const keys = Array.from({ length: 500 }, (_, at) => `compute:host-${at}`)
    const { crc, score } = python('clients.py', names, keys) as Record<'crc' | 'score', string[]>
    expect(keys.map((key) => names[byCrc(servers)(key)[0] ?? -1])).toEqual(crc)
    expect(keys.map((key) => names[byScore(servers)(key)[0] ?? -1])).toEqual(score)
  })
})

describeWith(describe, ['memcached', 'python3-nova'], "Nova's own driver", () => {
  let servers: TestServer[] = []
  beforeAll(async () => void (servers = await Promise.all([startMemcached(), startMemcached(), startMemcached()])))
  afterAll(() => Promise.all(servers.map((server) => server.close())))

  test.each(['dogpile.cache.memcached', 'dogpile.cache.pymemcache', 'oslo_cache.memcache_pool'])(
    'and ours see each other by %s, on three servers',
    async (backend) => {
      const addresses = servers.map(({ address }) => address)
      const driver = mcDriver({ servers: addresses, plain: false, conf: { backend }, serviceDownTime: 60 })
      const theirs = HOSTS.map((host) => `${backend}-theirs-${host}`)
      const ours = HOSTS.map((host) => `${backend}-ours-${host}`)
      for (const host of ours) await driver.join(host, 'compute', COMPUTE)
      expect(python('nova_mc.py', [backend, addresses.join(), 'join', ...theirs])).toBe('joined')

      const seen = python('nova_mc.py', [backend, addresses.join(), 'is_up', ...ours, 'nobody']) as [boolean, string][]
      expect(seen.map(([isUp]) => isUp)).toEqual([...ours.map(() => true), false])
      expect(Math.abs(Date.parse(String(seen[0]?.[1])) - Date.now())).toBeLessThan(60_000)

      const liveness = await driver.snapshot('compute', [...theirs, 'nobody'])
      expect([...liveness.members].sort()).toEqual([...ours, ...theirs].sort())
      expect(liveness.of('nobody').state).toBe('down')
      expect(Math.abs((liveness.of(theirs[0] ?? '').updatedAt ?? 0) - Date.now())).toBeLessThan(60_000)

      await driver.close()
      const left = python('nova_mc.py', [backend, addresses.join(), 'is_up', ...ours]) as [boolean, null][]
      expect(left.map(([isUp]) => isUp)).toEqual(ours.map(() => false))
    },
  )
})
