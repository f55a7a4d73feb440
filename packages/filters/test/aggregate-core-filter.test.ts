import { aHostInAggregate, filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { AggregateCoreFilter } from '../src/aggregate-core-filter.ts'
import { given } from './ask.ts'

/** 8 CPUs, 70 used, in an aggregate for each ratio. */
const withRatios = (...ratios: string[]) => ({
  vcpusTotal: 8,
  vcpusUsed: 70,
  aggregates: ratios.flatMap((ratio) => aHostInAggregate({ cpu_allocation_ratio: ratio }).aggregates),
})

describe('AggregateCoreFilter', () => {
  const common = { request: { flavor: { vcpus: 10 } } }
  const cases = filterCases(AggregateCoreFilter, {
    passes: given(common, [
      { name: 'by the ratio of the aggregate', host: withRatios('10.0'), limits: { vcpu: 80 } },
      {
        name: 'by the option, where a value is no number (P26)',
        host: withRatios('9.0', 'ten'),
        limits: { vcpu: 128 },
      },
      { name: 'by the option, outside of aggregates', host: withRatios(), limits: { vcpu: 128 } },
      { name: 'a host that cannot tell its CPUs', host: { ...withRatios('1.0'), vcpusTotal: 0 }, limits: {} },
    ]),
    rejects: given(common, [
      {
        name: 'by the smaller number, not the smaller text (P26)',
        host: withRatios('10.0', '9.0'),
        reason: 'not_enough_cpus',
        details: { needed: 10, available: 2, unit: 'VCPU', ratio: 9 },
      },
      { name: 'every CPU at ratio 0', host: withRatios('0'), reason: 'not_enough_cpus', details: { available: -70 } },
    ]),
  })
  for (const { name, run } of cases) test(name, run)
})
