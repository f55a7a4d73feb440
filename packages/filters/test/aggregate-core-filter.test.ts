import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { AggregateCoreFilter } from '../src/aggregate-core-filter.ts'
import { given, inAggregates } from './ask.ts'

/** 8 CPUs, 70 used, in an aggregate for each ratio. */
const withRatios = (...ratios: string[]) => ({
  vcpusTotal: 8,
  vcpusUsed: 70,
  ...inAggregates(ratios.map((ratio) => ({ cpu_allocation_ratio: ratio }))),
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
        notes: ["aggregate agg2 sets cpu_allocation_ratio to 'ten', which is no number: the configuration counts (16)"],
      },
      { name: 'by the option, outside of aggregates', host: withRatios(), limits: { vcpu: 128 } },
      { name: 'a host that cannot tell its CPUs (P73)', host: { ...withRatios('ten'), vcpusTotal: 0 }, limits: {} },
    ]),
    rejects: given(common, [
      {
        name: 'by the smaller number, not the smaller text (P26)',
        host: withRatios('10.0', '9.0'),
        reason: 'not_enough_cpus',
        details: { needed: 10, available: 2, unit: 'VCPU', ratio: 9, source: 'aggregate agg2' },
        message: 'VCPUs: 2 usable, 10 needed (total 8 × ratio 9 of aggregate agg2, 70 used)',
        changes: [
          { kind: 'aggregate_metadata', aggregate: 2, key: 'cpu_allocation_ratio', value: '10' },
          { kind: 'flavor', field: 'vcpus', value: 2 },
        ],
      },
      {
        name: 'by two ratios that are too small: raising one does not help',
        host: withRatios('9.5', '9.0'),
        reason: 'not_enough_cpus',
        changes: [{ kind: 'flavor', field: 'vcpus', value: 2 }],
      },
      {
        name: 'by the option, beside a value that is no number (P26)',
        conf: { cpu_allocation_ratio: 9 },
        host: withRatios('20.0', 'ten'),
        reason: 'not_enough_cpus',
        details: { ratio: 9, source: 'the configuration' },
        changes: [
          { kind: 'option', option: 'cpu_allocation_ratio', value: 10 },
          { kind: 'aggregate_metadata', aggregate: 2, key: 'cpu_allocation_ratio', value: '10' },
          { kind: 'flavor', field: 'vcpus', value: 2 },
        ],
      },
      { name: 'every CPU at ratio 0', host: withRatios('0'), reason: 'not_enough_cpus', details: { available: -70 } },
    ]),
  })
  for (const { name, run } of cases) test(name, run)
})
