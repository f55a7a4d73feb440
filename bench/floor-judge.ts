// node floor-judge.js: measures the floor when it is told to, by a line on standard input, in a process of its own.
// Each time it writes a line: nanoseconds for a host and weigher that tells hosts apart, median of a round.
import { createInterface } from 'node:readline'
import { seededRng } from '@nova-sched/core/bench'
import { ChoiceSubject } from './choice-subject.ts'
import { FloorStage, SEED } from './floor-stage.ts'
import { summed } from './measure.ts'
import { FLOOR_OF } from './report.ts'
import { makeScene } from './scene.ts'
import { workloadNamed } from './workloads.ts'
import { makeGround, makeWorld } from './world.ts'

const [WARM_UP, ROUND] = [100, 200]

const { hosts, mode } = FLOOR_OF
const workload = workloadNamed(FLOOR_OF.workload)
const ground = await makeGround(makeScene({ workload, mode, hosts, decisions: Infinity, openb: '' }))
const subject = new ChoiceSubject(await makeWorld(ground), () => [], seededRng(SEED))
await subject.run(WARM_UP)
const stage = await FloorStage.after(ground, WARM_UP, false)
// The first round is compiled as it goes.
stage.run((await subject.run(ROUND)).chosen)

const asked = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
while ((await asked.next()).done !== true) {
  const { median } = summed(stage.run((await subject.run(ROUND)).chosen))
  process.stdout.write(`${(median * 1000) / hosts / stage.weighers}\n`)
}
