import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeWith, startZooKeeperEnsemble, type ZooKeeperEnsemble } from '@nova-sched/test-servers'
import { isAlive } from '../src/signals.ts'
import { say } from './conversations.ts'

describeWith(describe, ['zookeeper'], 'an ensemble of ZooKeepers', () => {
  let ensemble: ZooKeeperEnsemble
  const modes = async () => {
    const answers = await Promise.all(ensemble.servers.map((server) => say(server, 'srvr')))
    return answers.map((answer) => /Mode: (\w+)/.exec(answer)?.[1] ?? 'none').toSorted()
  }
  beforeAll(async () => {
    ensemble = await startZooKeeperEnsemble()
  })
  afterAll(() => ensemble.close())

  test('has three addresses, a leader and two followers', async () => {
    expect(ensemble.address).toBe(ensemble.servers.map(({ port }) => `127.0.0.1:${port}`).join(','))
    expect(new Set(ensemble.servers.map(({ port }) => port)).size).toBe(3)
    expect(await modes()).toEqual(['follower', 'follower', 'leader'])
  })

  test('takes back a member that was killed', async () => {
    await ensemble.servers[0]?.kill()
    await ensemble.servers[0]?.start()
    expect(await modes()).toEqual(['follower', 'follower', 'leader'])
  })

  test('has no quorum without two of three, and has it again with them', async () => {
    const [first, second, third] = ensemble.servers
    await Promise.all([first?.kill(), second?.kill()])
    await expect.poll(() => say(third ?? first!, 'srvr'), { timeout: 30_000 }).not.toMatch('Mode:')
    await Promise.all([first?.start(), second?.start()])
    await expect.poll(modes, { timeout: 30_000 }).toEqual(['follower', 'follower', 'leader'])
  })

  test('leaves nothing when it is closed', async () => {
    const pids = ensemble.servers.map(({ pid }) => pid ?? 0)
    await ensemble.close()
    expect(pids.filter(isAlive)).toEqual([])
  })
})
