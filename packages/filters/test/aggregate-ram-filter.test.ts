import { aHost, aHostInAggregate, aRequest, filterCases } from '@nova-sched/core/testing'
import { describe, expect, test } from 'vitest'
import { AggregateRamFilter } from '../src/aggregate-ram-filter.ts'
import { answerOf, inAggregates } from './ask.ts'

/** In one aggregate with this ratio, 4096 MiB in total and 1024 of them free: 3072 are used. */
const withRatio = (ratio: string) => ({
  ...aHostInAggregate({ ram_allocation_ratio: ratio }, { totalRamMb: 4096, freeRamMb: 1024 }),
})

const inTwo = (first: string, second: string) => ({
  ...withRatio(first),
  aggregates: [first, second].flatMap((ratio) => withRatio(ratio).aggregates),
})

describe('AggregateRamFilter', () => {
  const cases = filterCases(AggregateRamFilter, {
    passes: [
      {
        name: 'by the ratio of the aggregate',
        host: withRatio('2.0'),
        request: { flavor: { memoryMb: 5120 } },
        limits: { memory_mb: 8192 },
      },
      {
        name: 'by the smaller of two ratios',
        host: inTwo('10.0', '1.25'),
        request: { flavor: { memoryMb: 2048 } },
        limits: { memory_mb: 5120 },
      },
      {
        name: 'by the option, where no aggregate sets a ratio',
        host: { totalRamMb: 4096, freeRamMb: 1024 },
        request: { flavor: { memoryMb: 3072 } },
      },
      {
        name: 'by the option, where one value is no number',
        host: inTwo('x', '1.0'),
        request: { flavor: { memoryMb: 3072 } },
        limits: { memory_mb: 6144 },
      },
      {
        name: 'by the option, as a list is no number',
        host: withRatio('1.0,1.1'),
        request: { flavor: { memoryMb: 3072 } },
      },
    ],
    rejects: [
      {
        name: 'a host whose aggregate has too small a ratio',
        host: withRatio('1.25'),
        request: { flavor: { memoryMb: 2049 } },
        reason: 'not_enough_ram',
        details: { needed: 2049, available: 2048, unit: 'MiB', total: 4096, ratio: 1.25, used: 3072 },
        changes: [
          { kind: 'aggregate_metadata', aggregate: 1, key: 'ram_allocation_ratio', value: '1.2503' },
          { kind: 'flavor', field: 'memory_mb', value: 2048 },
        ],
      },
      {
        name: 'by the smaller number, not the smaller text',
        host: inTwo('10.0', '9.0'),
        request: { flavor: { memoryMb: 37888 } },
        reason: 'not_enough_ram',
        details: { ratio: 9 },
      },
    ],
    faults: [
      { name: 'a request without a flavor', request: { flavor: null }, code: 'TYPE_MISMATCH' },
      { name: 'a node that has not reported its free memory', host: { freeRamMb: null }, code: 'TYPE_MISMATCH' },
    ],
  })
  for (const { name, run } of cases) test(name, run)

  test('warns of a value that is no number, and of nothing else', () => {
    const warnings: string[] = []
    const log = { debug() {}, info() {}, warn: (text: string) => warnings.push(text) }
    const ask = (...all: Readonly<Record<string, string>>[]): unknown => {
      const host = aHost({ ...inAggregates(all), totalRamMb: 1024, freeRamMb: 1024 })
      return answerOf(AggregateRamFilter, { host, request: aRequest({ flavor: { memoryMb: 9999 } }), log })
    }
    ask({ ssd: 'true' }, { ram_allocation_ratio: '2' })
    expect(warnings).toEqual([])
    ask({ ram_allocation_ratio: 'much' })
    expect(new Set(warnings)).toEqual(
      new Set(["aggregate metadata ram_allocation_ratio: 'much' is no number, 1.5 counts instead"]),
    )
  })
})
