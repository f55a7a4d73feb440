import { afterAll, beforeAll, describe, test } from 'vitest'
import { serviceGroupCases } from '@nova-sched/core/testing'
import { describeWith } from '@nova-sched/test-servers'
import { makeBench } from './kit/bench.ts'
import { PLACES, type TestPlace } from './kit/databases.ts'

for (const [kind, { needs, start }] of Object.entries(PLACES)) {
  describeWith(describe, needs, `the db driver on ${kind}`, () => {
    let place: TestPlace
    let count = 0
    beforeAll(async () => {
      place = await start()
    })
    afterAll(() => place.close())

    const cases = serviceGroupCases(async () => makeBench(place, await place.connection(`suite_${(count += 1)}`)))
    for (const { name, run } of cases) test(name, run)
  })
}
