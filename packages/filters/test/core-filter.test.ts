import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { CoreFilter } from '../src/core-filter.ts'

describe('CoreFilter', () => {
  const cases = filterCases(CoreFilter, {
    passes: [
      {
        name: 'a host that has exactly what is needed',
        conf: { cpu_allocation_ratio: 2 },
        host: { vcpusTotal: 4, vcpusUsed: 6 },
        request: { flavor: { vcpus: 2 } },
        limits: { vcpu: 8 },
        notes: [],
      },
      {
        name: 'a host that cannot tell its CPUs, without a limit (P73)',
        host: { vcpusTotal: 0 },
        limits: {},
        notes: ['cannot tell how many CPUs the host has (vcpus 0); passes, no limit'],
      },
      { name: 'a request without a flavor, without a limit', request: { flavor: null }, limits: {} },
      {
        name: 'a request for nothing at ratio 0, without a limit',
        conf: { cpu_allocation_ratio: 0 },
        request: { flavor: { vcpus: 0 } },
        limits: {},
      },
    ],
    rejects: [
      {
        name: 'a host that lacks one CPU',
        conf: { cpu_allocation_ratio: 2 },
        host: { vcpusTotal: 4, vcpusUsed: 7 },
        request: { flavor: { vcpus: 2 } },
        reason: 'not_enough_cpus',
        details: { needed: 2, available: 1, unit: 'VCPU', total: 4, ratio: 2, used: 7 },
        message: 'VCPUs: 1 usable, 2 needed (total 4 × ratio 2, 7 used)',
        notes: [],
        changes: [
          { kind: 'option', option: 'cpu_allocation_ratio', value: 2.25 },
          { kind: 'flavor', field: 'vcpus', value: 1 },
        ],
      },
      {
        name: 'a negative number of CPUs',
        host: { vcpusTotal: -1 },
        reason: 'not_enough_cpus',
        details: { available: -16 },
        changes: [],
      },
    ],
  })
  for (const { name, run } of cases) test(name, run)
})
