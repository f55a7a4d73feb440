import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { compareMain } from '../compare-main.ts'
import { compareReports } from '../comparison.ts'
import type { Row } from '../report.ts'
import { someRow } from './some-row.ts'

const verdict = (before: Partial<Row>, after: Partial<Row>): string | undefined =>
  compareReports({ rows: [someRow(before)] }, { rows: [someRow(after)] })[0]?.verdict

describe('two runs', () => {
  /** Three processes that say the same. */
  const often = (...rounds: number[]): Partial<Row> => ({ rounds_times_floor: [rounds, rounds, rounds] })

  it.each([
    ['same', often(20, 21, 22, 23, 24), often(24, 23, 22, 21, 20)],
    ['same', often(20, 21, 22, 23, 24), often(12, 13, 14, 15, 20)],
    ['same', often(20, 20, 20, 20, 20), often(18, 18, 18, 18, 18)],
    ['slower', often(20, 21, 22, 23, 24), often(15, 16, 17, 18, 19)],
    ['faster', often(20, 21, 22, 23, 24), often(30, 31, 32, 33, 25)],
  ])('are %s by their rounds', (wanted, before, after) => {
    expect(verdict(before, after)).toBe(wanted)
  })

  it.each([
    ['same', [[20, 21, 22]], [[15, 16, 17]]],
    ['slower', [[20, 21, 22]], [[12, 13, 14]]],
    ['faster', [[20, 21, 22]], [[32, 33, 34]]],
  ])('are %s by the rounds of single processes', (wanted, before, after) => {
    expect(verdict({ rounds_times_floor: before }, { rounds_times_floor: after })).toBe(wanted)
  })

  it.each([
    ['same', 20, 14],
    ['slower', 20, 10],
    ['faster', 20, 31],
  ])('are %s by one figure where there are no rounds', (wanted, before, after) => {
    const rounds = { rounds_times_floor: [] }
    expect(verdict({ times_floor: before, ...rounds }, { times_floor: after, ...rounds })).toBe(wanted)
  })

  it('need not have the same rows', () => {
    const [before, after] = [{ rows: [someRow({ hosts: 1 })] }, { rows: [someRow({ hosts: 2 })] }]
    expect(compareReports(before, after).map((row) => [row.row.hosts, row.verdict])).toEqual([
      [1, 'only before'],
      [2, 'only after'],
    ])
  })
})

describe('bench:compare', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nova-sched-compare-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const file = (name: string, content: unknown): string => {
    const path = join(folder, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }
  const run = (...args: string[]): { status: number; out: string; err: string } => {
    const said = { out: '', err: '' }
    const status = compareMain(args, { out: (text) => (said.out += text), err: (text) => (said.err += text) })
    return { status, ...said }
  }
  const report = (row: Partial<Row>, valid = true) => ({ rows: [someRow(row)], floor_ns: 3, valid })
  const slow = { times_floor: 10, rounds_times_floor: [[10, 10, 10, 10, 10]] }

  it('fails when something became slower', () => {
    const [before, after] = [file('before.json', report({})), file('after.json', report(slow))]
    expect(run(before, after)).toEqual({
      status: 1,
      out: 'slower       repeating-spread         10000  choice      20 → 10 × floor             -50 %\n1 rows: 0 faster, 1 slower\n',
      err: '',
    })
    expect(run(after, before)).toMatchObject({ status: 0 })
    expect(run(before, before)).toMatchObject({ status: 0 })
  })

  it('reads reports without rounds, and tells void ones', () => {
    const row = { ...someRow(), rounds_times_floor: undefined }
    const plain = file('plain.json', { rows: [row], floor_ns: 5, valid: false })
    expect(run(plain, plain)).toMatchObject({ status: 0, err: `${plain} is of a void run\n`.repeat(2) })
  })

  it.each([
    ['no JSON', '{'],
    ['no rows', '{"valid": true}'],
    ['rows of something else', { valid: true, rows: [{ workload: 'x' }] }],
    ['a mode that is none', report({ mode: 'other' as Row['mode'] })],
  ])('refuses %s', (_, content) => {
    const path = file('bad.json', content)
    const { status, err } = run(path, path)
    expect(status).toBe(2)
    expect(err).toContain(path)
  })

  it('refuses what is not there', () => {
    expect(run(join(folder, 'nowhere'), folder)).toMatchObject({ status: 2, err: expect.stringContaining('nowhere') })
  })

  it('wants two files', () => {
    expect(run('one')).toMatchObject({ status: 2, err: expect.stringMatching(/^two files are wanted\nusage: /) })
    expect(run('--fast')).toMatchObject({ status: 2, err: expect.stringContaining("Unknown option '--fast'") })
  })

  it('tells its rule', () => {
    expect(run('--help')).toMatchObject({
      status: 0,
      out: expect.stringContaining('faster or slower when each of its rounds'),
    })
  })
})
