import { aHostInAggregate, filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { AggregateDiskFilter } from '../src/aggregate-disk-filter.ts'
import { given } from './ask.ts'

/** 100 GiB, 10 free, in an aggregate for each ratio. */
const withRatios = (...ratios: string[]) => ({
  totalDiskGb: 100,
  freeDiskMb: 10240,
  aggregates: ratios.flatMap((ratio) => aHostInAggregate({ disk_allocation_ratio: ratio }).aggregates),
})

describe('AggregateDiskFilter', () => {
  const common = { request: { flavor: { rootGb: 20 } } }
  const cases = filterCases(AggregateDiskFilter, {
    passes: given(common, [
      { name: 'by the ratio of the aggregate', host: withRatios(' 1.5 '), limits: { disk_gb: 150 } },
      {
        name: 'by the option, where a value is no number',
        conf: { disk_allocation_ratio: 2 },
        host: withRatios('1.0', ''),
        limits: { disk_gb: 200 },
      },
    ]),
    rejects: given(common, [
      {
        name: 'by the smallest ratio',
        host: withRatios('1.5', '1.0'),
        reason: 'not_enough_disk',
        details: { needed: 20480, available: 10240, unit: 'MiB', ratio: 1 },
      },
      {
        name: 'by the option, outside of aggregates',
        host: withRatios(),
        reason: 'not_enough_disk',
        details: { ratio: 1, source: 'the configuration' },
        message:
          '10240 MiB of disk usable, 20480 MiB needed (total 102400 MiB × ratio 1 of the configuration, 92160 MiB used)',
        changes: [
          { kind: 'option', option: 'disk_allocation_ratio', value: 1.1 },
          { kind: 'flavor', field: 'root_gb', value: 10 },
        ],
      },
    ]),
    faults: given(common, [{ name: 'a request without a flavor', request: { flavor: null }, code: 'TYPE_MISMATCH' }]),
  })
  for (const { name, run } of cases) test(name, run)
})
