import { serviceGroupCases } from '@nova-sched/core/testing'
import { describeWith } from '@nova-sched/test-servers'
import { describe, test } from 'vitest'
import { mcBench } from './bench.ts'

// Every case has a memcached of its own. Those of Kilo run in the machine's time, by which memcached forgets.
describeWith(describe, ['memcached'], "the cases of every driver, with oslo.cache's keys", () => {
  for (const { name, run } of serviceGroupCases(() => mcBench(false))) test(name, run)
})

describeWith(describe, ['memcached'], "the cases of every driver, with Kilo's keys", () => {
  for (const { name, run } of serviceGroupCases(() => mcBench(true))) test.concurrent(name, run)
})
