import { describe, expect, it } from 'vitest'
import { betweenIn } from '../between.ts'
import { ChoiceSubject } from '../choice-subject.ts'
import { FloorStage, SEED, WrongPlacementError } from '../floor-stage.ts'
import { makeScene } from '../scene.ts'
import { timeRow, type TimedRow } from '../time-row.ts'
import { MODES, WORKLOADS, workloadNamed, type Mode } from '../workloads.ts'
import { makeGround, makeWorld } from '../world.ts'
import { seededRng } from '@nova-sched/core/bench'

const counts = { warmUp: 6, round: 2, checked: 2 }

const tinyRow = (workload: string, mode: Mode): Promise<TimedRow> =>
  timeRow({ workload, hosts: 100, mode, counts, openb: '' })

describe('a row', () => {
  it('tells all figures', async () => {
    const { row, firstNodes } = await tinyRow('repeating-spread', 'end_to_end')
    expect(row).toEqual({
      workload: 'repeating-spread',
      hosts: 100,
      profile: 'zed',
      mode: 'end_to_end',
      median_us: expect.any(Number),
      p99_us: expect.any(Number),
      placements_per_s: expect.any(Number),
      times_floor: expect.any(Number),
      times_nova: null,
      rss_mb: expect.any(Number),
      rounds_times_floor: [Array.from({ length: 5 }, (): unknown => expect.any(Number))],
    })
    const values = [...Object.values(row), ...row.rounds_times_floor.flat()]
    const numbers = values.filter((value) => typeof value === 'number')
    expect(numbers.every((number) => Number.isFinite(number) && number > 0)).toBe(true)
    expect(row.p99_us).toBeGreaterThanOrEqual(row.median_us)
    expect(firstNodes).toHaveLength(5)
  })

  const rows = WORKLOADS.filter(({ cloud }) => cloud !== 'openb').flatMap(({ name, modes }) =>
    modes.map((mode) => [name, mode] as const),
  )
  it.each(rows)('%s, %s: places as the floor and the plain way do', async (workload, mode) => {
    expect((await tinyRow(workload, mode)).row).toMatchObject({ workload, mode })
  })

  it('has every mode', () => {
    expect(new Set(rows.map(([, mode]) => mode))).toEqual(new Set(MODES))
  })

  it('places by a third-party filter as by the built-in of the same rule', async () => {
    const [ours, others] = [await tinyRow('built-in-filter', 'first'), await tinyRow('third-party-filter', 'first')]
    expect(others.firstNodes).toEqual(ours.firstNodes)
  })
})

describe('the floor beside what is timed', () => {
  const stageAfter = async (
    workload: string,
  ): Promise<{ stage: FloorStage; wrong: readonly (readonly string[])[] }> => {
    const scene = makeScene({ workload: workloadNamed(workload), mode: 'choice', hosts: 100, decisions: 9, openb: '' })
    const ground = await makeGround(scene)
    const world = await makeWorld(ground)
    const { chosen } = await new ChoiceSubject(world, betweenIn(world), seededRng(SEED)).run(8)
    const other = world.table.hosts.find(({ nodename }) => nodename !== chosen[6]?.[0])?.nodename ?? ''
    return { stage: await FloorStage.after(ground, 6, false), wrong: [[other, ...(chosen[6] ?? []).slice(1)]] }
  }

  it('refuses another choice', async () => {
    const { stage, wrong } = await stageAfter('repeating-spread')
    expect(() => stage.run(wrong)).toThrow(WrongPlacementError)
    expect(() => stage.run(wrong)).toThrow(/^repeating-spread, decision 6: the floor gives compute-\d+\.x, /)
  })

  it('refuses another choice among several by asking every plugin anew', async () => {
    const { stage, wrong } = await stageAfter('hard-fifty-apart')
    await expect(stage.check(wrong)).rejects.toThrow(/^hard-fifty-apart, decision 6: asking every plugin anew gives /)
  })
})
