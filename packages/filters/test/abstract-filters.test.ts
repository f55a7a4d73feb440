import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { AffinityFilter, BaseCoreFilter, BaseRamFilter } from '../src/abstract-filters.ts'

describe('AffinityFilter', () => {
  const cases = filterCases(AffinityFilter, { faults: [{ name: 'every host', code: 'NOT_IMPLEMENTED' }] })
  for (const { name, run } of cases) test(name, run)
})

describe('BaseCoreFilter', () => {
  const cases = filterCases(BaseCoreFilter, {
    passes: [
      { name: 'a host that cannot tell its CPUs, before it needs a ratio', host: { vcpusTotal: 0 }, limits: {} },
      { name: 'a request without a flavor', request: { flavor: null }, limits: {} },
    ],
    faults: [{ name: 'a host with CPUs', code: 'NOT_IMPLEMENTED' }],
  })
  for (const { name, run } of cases) test(name, run)
})

describe('BaseRamFilter', () => {
  const cases = filterCases(BaseRamFilter, {
    faults: [
      { name: 'a host', code: 'NOT_IMPLEMENTED' },
      { name: 'a host without a report, at its lack of a ratio', host: { freeRamMb: null }, code: 'NOT_IMPLEMENTED' },
      { name: 'a request without a flavor, before it needs a ratio', request: { flavor: null }, code: 'TYPE_MISMATCH' },
    ],
  })
  for (const { name, run } of cases) test(name, run)
})
