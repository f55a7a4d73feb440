import { aHostInAggregate, filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { AggregateIoOpsFilter } from '../src/aggregate-io-ops-filter.ts'

const withLimits = (numIoOps: number, ...limits: string[]) => ({
  numIoOps,
  aggregates: limits.flatMap((limit) => aHostInAggregate({ max_io_ops_per_host: limit }).aggregates),
})

describe('AggregateIoOpsFilter', () => {
  const cases = filterCases(AggregateIoOpsFilter, {
    passes: [
      { name: 'by the limit of the aggregate', host: withLimits(19, '20') },
      { name: 'by the option, where the limit is no whole number', host: withLimits(7, '1.0') },
      { name: 'by the option, outside of aggregates', host: withLimits(7) },
    ],
    rejects: [
      {
        name: 'by the smallest limit',
        host: withLimits(9, '20', '9'),
        reason: 'too_many_io_ops',
        details: { needed: 1, available: 0, running: 9, max: 9 },
      },
      {
        name: 'by the option, where one limit is no whole number',
        host: withLimits(8, '20', '8.0'),
        reason: 'too_many_io_ops',
        details: { max: 8 },
      },
    ],
  })
  for (const { name, run } of cases) test(name, run)
})
