import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { AggregateNumInstancesFilter } from '../src/aggregate-num-instances-filter.ts'
import { inAggregates } from './ask.ts'

const withLimits = (numInstances: number, ...limits: string[]) => ({
  numInstances,
  ...inAggregates(limits.map((limit) => ({ max_instances_per_host: limit }))),
})

describe('AggregateNumInstancesFilter', () => {
  const cases = filterCases(AggregateNumInstancesFilter, {
    passes: [
      { name: 'by the limit of the aggregate', host: withLimits(99, '100') },
      { name: 'by the option, where a list is no number', host: withLimits(49, '1,2') },
      { name: 'by the option, outside of aggregates', host: withLimits(49) },
    ],
    rejects: [
      {
        name: 'by the smallest limit, as numbers go',
        host: withLimits(9, '10', '9'),
        reason: 'too_many_instances',
        details: { needed: 1, available: 0, running: 9, max: 9 },
        message: 'instances: 9 on the host, fewer than 9 (aggregate agg2) allowed',
        changes: [{ kind: 'aggregate_metadata', aggregate: 2, key: 'max_instances_per_host', value: '10' }],
      },
      {
        name: 'by the option, where one limit is no number',
        host: withLimits(50, '100', 'all'),
        reason: 'too_many_instances',
        details: { max: 50 },
      },
    ],
  })
  for (const { name, run } of cases) test(name, run)
})
