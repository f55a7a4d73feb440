import { afterAll, beforeAll, describe, it } from 'vitest'
import { serviceGroupCases } from '@nova-sched/core/testing'
import { describeWith, startZooKeeper, type TestServer } from '@nova-sched/test-servers'
import { zooKeeperBench } from './lib/bench.ts'

describeWith(describe, ['zookeeper'], 'the zk driver on a real ZooKeeper', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startZooKeeper()
  })
  afterAll(() => server.close())

  for (const { name, run } of serviceGroupCases(() => zooKeeperBench(server))) it(name, run)
})
