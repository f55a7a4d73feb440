import { describe, expect, test } from 'vitest'
import { isNovaSchedError } from '../../src/errors.ts'
import { node, schedulerOver } from '../scheduling.ts'
import { checkText, findingsOf } from './checking.ts'

const ALL = 'scheduler_available_filters = nova.scheduler.filters.all_filters'
const COMPUTE_ONLY = 'scheduler_available_filters = nova.scheduler.filters.compute_filter.ComputeFilter'
const enabling = (list: string, ...lines: readonly string[]): string =>
  `${['[DEFAULT]', `scheduler_default_filters = ${list}`, ...lines].join('\n')}\n`

describe('the line of an item', () => {
  test.each([
    ['the start of other names', 'RetryFilter,\n  AggregateCoreFilter,\n  DiskFilter,\n  CoreFilte', 5],
    ['with its comma in front', 'RetryFilter\n  ,AggregateCoreFilter\n  ,CoreFilte', 4],
    ['on the line of its key', 'CoreFilte,\n  AggregateCoreFilter', 2],
  ])('is its own: %s', async (_name, list, line) => {
    expect(await findingsOf('filter-unknown', enabling(list))).toMatchObject([
      { line, fix: 'Did you mean CoreFilter?' },
    ])
  })
})

describe('advice is complete', () => {
  test.each([
    ['[DiskFilter]', 'Write DiskFilter, without brackets. Make DiskFilter available too: add a line ' + ALL],
    [
      "ComputeFilter,'DiskFilter'",
      'Write DiskFilter, without quotes: they may stand around the whole list only. Make DiskFilter available too: add a line ' +
        ALL,
    ],
    ['DiskFiltr', 'Did you mean DiskFilter? Make DiskFilter available too: add a line ' + ALL],
    ['RetryFilter ComputeFilter', 'Write RetryFilter,ComputeFilter. Make RetryFilter available too: add a line ' + ALL],
    ['[ComputeFilter]', 'Write ComputeFilter, without brackets.'],
  ])('where a filter is not available: %s', async (name, fix) => {
    expect(await findingsOf('filter-unknown', enabling(name, COMPUTE_ONLY))).toMatchObject([{ fix }])
    const all = enabling(name, COMPUTE_ONLY, ALL)
    const [first = ''] = fix.split(/\.? Make /)
    expect((await findingsOf('filter-unknown', all))[0]?.fix.startsWith(first)).toBe(true)
    expect((await findingsOf('filter-unknown', all))[0]?.fix).not.toContain('available too')
  })

  test('for a class path', async () => {
    const text = enabling('nova.scheduler.filters.ram_filter.RamFilter', COMPUTE_ONLY)
    const fix = `Write RamFilter. Make RamFilter available too: add a line ${ALL}`
    expect(await findingsOf('class-path', text)).toMatchObject([{ fix }])
  })
})

test('a module of Nova is no function of the site: what is missing beside it is told, as the scheduler tells it', async () => {
  const text = enabling(
    'ComputeFilter,[DiskFilter],RetryFilter RamFilter',
    'scheduler_available_filters = nova.scheduler.filters.ram_filter',
    'scheduler_available_filters = nova.scheduler.filters.my_filters',
    COMPUTE_ONLY,
  )
  const { findings } = await checkText(text)
  const errors = findings.filter(({ level }) => level === 'error')
  expect(errors.map(({ code, line, fix }) => [code, line, fix])).toMatchObject(
    [
      ['filter-unknown', 2, /^Write DiskFilter/],
      ['filter-unknown', 2, /^Write RetryFilter,RamFilter/],
      ['plugin-unknown', 3, 'Did you mean nova.scheduler.filters.ram_filter.RamFilter?'],
      ['plugin-unknown', 4, /^Write nova\.scheduler\.filters\.all_filters/],
    ].map(([code, line, fix]) => [
      code,
      line,
      typeof fix === 'string' ? fix : (expect.stringMatching(fix as RegExp) as string),
    ]),
  )
  const error: unknown = await schedulerOver([node('a')], text).catch((thrown: unknown) => thrown)
  const lines = isNovaSchedError(error) ? error.message.split('\n') : []
  expect(lines).toHaveLength(errors.length)
  expect(lines[0]).toContain('did you mean nova.scheduler.filters.ram_filter.RamFilter?')
  expect(lines[1]).toContain('Nova has nothing of that name')
  expect(lines[2]).toMatch(/did you mean DiskFilter\? It is built in but not available/)
})
