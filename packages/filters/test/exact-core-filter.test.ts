import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { ExactCoreFilter } from '../src/exact-core-filter.ts'
import { given } from './ask.ts'

describe('ExactCoreFilter', () => {
  const common = { request: { flavor: { vcpus: 4 } } }
  const cases = filterCases(ExactCoreFilter, {
    passes: given(common, [
      { name: 'a node with exactly the CPUs, and no limit', host: { vcpusTotal: 6, vcpusUsed: 2 }, limits: {} },
      { name: 'a request without a flavor', request: { flavor: null } },
    ]),
    rejects: given(common, [
      {
        name: 'a node with more',
        host: { vcpusTotal: 8 },
        reason: 'other_cpus',
        details: { needed: 4, available: 8, unit: 'VCPU' },
        message: 'VCPUs: 8 free, exactly 4 needed',
        changes: [{ kind: 'flavor', field: 'vcpus', value: 8 }],
      },
      {
        name: 'a node with less',
        host: { vcpusTotal: 4, vcpusUsed: 1 },
        reason: 'other_cpus',
        details: { available: 3 },
      },
      { name: 'a full node', host: { vcpusTotal: 4, vcpusUsed: 4 }, reason: 'other_cpus', changes: [] },
      {
        name: 'a node that cannot tell its CPUs',
        host: { vcpusTotal: 0 },
        reason: 'cpus_unknown',
        details: { needed: 4 },
        message: 'cannot tell how many CPUs it has (vcpus 0), exactly 4 needed',
        changes: [],
      },
    ]),
  })
  for (const { name, run } of cases) test(name, run)
})
