import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { AggregateIoOpsFilter } from '../src/aggregate-io-ops-filter.ts'
import { inAggregates } from './ask.ts'

const withLimits = (numIoOps: number, ...limits: string[]) => ({
  numIoOps,
  ...inAggregates(limits.map((limit) => ({ max_io_ops_per_host: limit }))),
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
        message: 'I/O operations: 9 running, fewer than 9 (aggregate agg2) allowed',
        changes: [{ kind: 'aggregate_metadata', aggregate: 2, key: 'max_io_ops_per_host', value: '10' }],
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
