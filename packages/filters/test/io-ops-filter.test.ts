import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { IoOpsFilter } from '../src/io-ops-filter.ts'

describe('IoOpsFilter', () => {
  const cases = filterCases(IoOpsFilter, {
    passes: [
      { name: 'a host with one operation less than the limit (P74)', host: { numIoOps: 7 } },
      { name: 'a request without a flavor', request: { flavor: null } },
    ],
    rejects: [
      {
        name: 'a host at the limit (P74)',
        host: { numIoOps: 8 },
        reason: 'too_many_io_ops',
        details: { needed: 1, available: 0, unit: 'I/O operation', running: 8, max: 8 },
      },
      {
        name: 'every host at limit 0',
        conf: { max_io_ops_per_host: 0 },
        reason: 'too_many_io_ops',
        details: { max: 0 },
      },
    ],
  })
  for (const { name, run } of cases) test(name, run)
})
