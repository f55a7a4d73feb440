import { setTimeout as delay } from 'node:timers/promises'
import { seededRng } from '@nova-sched/core/bench'
import { betweenIn } from './between.ts'
import { ChoiceSubject } from './choice-subject.ts'
import { SchedulerSubject } from './end-to-end.ts'
import { FloorStage, SEED } from './floor-stage.ts'
import { bestMedian, joined, summed } from './measure.ts'
import type { Row } from './report.ts'
import { makeScene } from './scene.ts'
import type { Block, Subject } from './subject.ts'
import { workloadNamed, type Mode, type Workload } from './workloads.ts'
import { makeGround, makeWorld, type Ground } from './world.ts'

/** The subject and the floor take turns so often. */
export const ROUNDS = 5

/** A row warms up so often: before its memory is taken, and after. */
const WARM_UPS = 2

/** How many decisions are made. */
export interface Counts {
  /** Each time that the row warms up. */
  readonly warmUp: number
  /** Timed in each of the {@link ROUNDS}. */
  readonly round: number
  /** At the end, to be made again by asking every plugin anew. */
  readonly checked: number
}

/** One row to be timed. */
export interface RowJob {
  /** The name of one of {@link WORKLOADS}. */
  readonly workload: string
  readonly hosts: number
  readonly mode: Mode
  readonly counts: Counts
  /** Where the files of openb are. */
  readonly openb: string
}

/** A row, and what the real Nova is compared by. */
export interface TimedRow {
  readonly row: Row
  /** Nodes of the first instances of the first decisions. */
  readonly firstNodes: readonly string[]
}

const FIRST_NODES = 5
/** How often decisions are rehearsed, and on how many hosts at most. */
const REHEARSALS = 10
/** Where fewer decisions than these warm up, each takes long, and is rehearsed in one go. */
const WORTH_REHEARSING = 1000
const REHEARSED = 1000
/** Memory is given back by and by: it is settled when in so many milliseconds no more than a hundredth has gone. */
const GIVING_BACK = 100
const SETTLED = 0.99

/** How many decisions a row makes in all. */
export function decisionsOf({ warmUp, round, checked }: Counts): number {
  return WARM_UPS * warmUp + ROUNDS * round + checked
}

/**
 * Times a row. Every decision but those that warm up is made again, by the floor or by the plain way.
 *
 * @throws WrongPlacementError when a decision is another there
 */
export async function timeRow({ workload: name, hosts, mode, counts, openb }: RowJob): Promise<TimedRow> {
  const workload = workloadNamed(name)
  const scene = makeScene({ workload, mode, hosts, decisions: decisionsOf(counts), openb })
  const isChoice = mode === 'choice'
  await rehearse(workload, mode, counts, openb, Math.min(hosts, REHEARSED))
  const ground = isChoice ? await makeGround(scene) : null
  const subject = ground === null ? await SchedulerSubject.over(scene) : await choiceOn(ground)
  const warm = await subject.run(counts.warmUp)
  const rss = await settledMemory()
  // To settle the memory has undone what was compiled.
  await subject.run(counts.warmUp)
  const stage = await FloorStage.after(ground ?? (await makeGround(scene)), WARM_UPS * counts.warmUp, !isChoice)
  const blocks: Block[] = []
  const floor: Float64Array[] = []
  while (blocks.length < ROUNDS) {
    const block = await subject.run(counts.round)
    blocks.push(block)
    floor.push(stage.run(block.chosen))
  }
  await stage.check((await subject.run(counts.checked)).chosen)
  const what = { workload: name, hosts: scene.inventory.hosts.length, profile: workload.release, mode }
  return {
    row: { ...what, ...figures(blocks, floor), times_nova: null, rss_mb: rounded(rss / 1e6) },
    firstNodes: warm.chosen.slice(0, FIRST_NODES).map(([node]) => node ?? ''),
  }
}

/** A scheduler runs for months, and its code is compiled: the same decisions are made on other, small clouds before. */
async function rehearse(workload: Workload, mode: Mode, counts: Counts, openb: string, hosts: number): Promise<void> {
  const rehearsals = counts.warmUp < WORTH_REHEARSING && mode === 'choice' ? 1 : REHEARSALS
  for (let time = 0; time < rehearsals; time++) {
    const scene = makeScene({ workload, mode, hosts, decisions: counts.warmUp, openb })
    const subject = mode === 'choice' ? await choiceOn(await makeGround(scene)) : await SchedulerSubject.over(scene)
    await subject.run(counts.warmUp)
  }
}

async function choiceOn(ground: Ground): Promise<Subject> {
  const world = await makeWorld(ground)
  return new ChoiceSubject(world, betweenIn(world), seededRng(SEED))
}

/** The resident set in bytes, once garbage is gone and its memory is given back, where node runs with `--expose-gc`. */
async function settledMemory(): Promise<number> {
  globalThis.gc?.()
  globalThis.gc?.()
  let [last, now] = [Infinity, process.memoryUsage().rss]
  while (now < SETTLED * last) {
    await delay(GIVING_BACK)
    ;[last, now] = [now, process.memoryUsage().rss]
  }
  return now
}

function figures(
  blocks: readonly Block[],
  floor: readonly Float64Array[],
): Omit<Row, 'workload' | 'hosts' | 'profile' | 'mode' | 'times_nova' | 'rss_mb'> {
  const times = blocks.map((block) => block.times)
  const { median, p99, mean } = summed(joined(times))
  const instances = blocks[0]?.chosen[0]?.length ?? 0
  const rounds = times.map((round, at) => summed(floor[at] as Float64Array).median / summed(round).median)
  return {
    median_us: rounded(median),
    p99_us: rounded(p99),
    placements_per_s: Math.round((instances * 1e6) / mean),
    times_floor: rounded(bestMedian(floor) / median),
    rounds_times_floor: [rounds.map(rounded)],
  }
}

/** Four digits are more than any of the figures holds. */
function rounded(figure: number): number {
  return Number(figure.toPrecision(4))
}
