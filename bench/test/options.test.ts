import { describe, expect, it } from 'vitest'
import { HELP, readOptions, UsageError } from '../options.ts'
import { WORKLOADS } from '../workloads.ts'

describe('options', () => {
  it('ask for everything by default', () => {
    expect(readOptions([])).toEqual({
      isHelp: false,
      isQuick: false,
      json: null,
      workloads: WORKLOADS,
      hosts: [100, 1000, 10_000, 100_000],
      openb: null,
    })
  })

  it('leave the largest clouds out of a quick run', () => {
    expect(readOptions(['--quick']).hosts).toEqual([100, 1000, 10_000])
    expect(readOptions(['--quick', '--hosts', '7,100000']).hosts).toEqual([7, 100_000])
  })

  it('name workloads, which come in their own order', () => {
    const { workloads } = readOptions(['--workload', 'kilo-spread', '--workload', 'repeating-spread'])
    expect(workloads.map(({ name }) => name)).toEqual(['repeating-spread', 'kilo-spread'])
  })

  it.each([
    [['--workload', 'nonsense'], 'there is no workload nonsense: there are repeating-spread, '],
    [['--hosts', '100,'], '--hosts: an empty number: whole numbers from 1 to '],
    [['--hosts', '1e3'], '--hosts: 1e3: whole numbers from 1 to '],
    [['--hosts', '0'], '--hosts: 0: whole numbers from 1 to '],
    [['--fast'], "Unknown option '--fast'"],
    [['more'], "Unexpected argument 'more'"],
  ])('%j are refused', (args, message) => {
    expect(() => readOptions(args)).toThrow(UsageError)
    expect(() => readOptions(args)).toThrow(message)
  })

  it('are told, and every workload', () => {
    for (const { name, about } of WORKLOADS) expect(HELP).toMatch(new RegExp(`^ {2}${name} +${about}$`, 'm'))
  })
})
