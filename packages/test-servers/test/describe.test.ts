import { afterEach, expect, test, vi } from 'vitest'
import { describeWith, isInstalled, whyMissing, type Kind } from '@nova-sched/test-servers'

const KINDS: readonly Kind[] = ['zookeeper', 'mariadb', 'postgres', 'memcached', 'python3-nova', 'python3-kazoo']

afterEach(() => vi.unstubAllEnvs())

function record() {
  const calls: string[] = []
  const describe = Object.assign((title: string, body: () => void) => (calls.push(title), body()), {
    skip: (title: string) => calls.push(`skip ${title}`),
  })
  return { calls, describe }
}

test('what is missing has a reason, what is there has none', () => {
  for (const kind of KINDS) expect(whyMissing(kind) === null).toBe(isInstalled(kind))
})

test('the programs of a server are looked for on the PATH', () => {
  vi.stubEnv('PATH', '/nowhere')
  expect(whyMissing('memcached')).toBe('memcached is not installed: no memcached. On Debian: apt-get install memcached')
})

test('a group whose server is missing is skipped with its reason', () => {
  vi.stubEnv('PATH', '/nowhere')
  vi.stubEnv('CI', '')
  const { calls, describe } = record()
  describeWith(describe, ['memcached'], 'keys', () => calls.push('ran'))
  expect(calls).toEqual([`skip keys (skipped: ${whyMissing('memcached')})`])
})

test('with CI=true it fails', () => {
  vi.stubEnv('PATH', '/nowhere')
  vi.stubEnv('CI', 'true')
  const { calls, describe } = record()
  expect(() => describeWith(describe, ['memcached'], 'keys', () => calls.push('ran'))).toThrow(
    'memcached is not installed',
  )
  expect(calls).toEqual(['keys'])
})

test('a group that needs nothing runs', () => {
  const { calls, describe } = record()
  describeWith(describe, [], 'keys', () => calls.push('ran'))
  expect(calls).toEqual(['keys', 'ran'])
})
