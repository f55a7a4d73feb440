import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { IoOpsFilter } from '../src/io-ops-filter.ts'

const INSTANCE = { uuid: 'u', projectId: null, instanceTypeId: 1, taskState: null }

describe('IoOpsFilter', () => {
  const cases = filterCases(IoOpsFilter, {
    passes: [
      { name: 'a host with one operation less than the limit (P74)', host: { numIoOps: 7 }, notes: [] },
      {
        name: 'a host with a live migration, which does not count (P74)',
        host: { numIoOps: 7, instances: { u1: { ...INSTANCE, taskState: 'migrating' }, u2: INSTANCE } },
        notes: ['live migrations under way: 1; Nova does not count them as I/O operations'],
      },
      { name: 'a request without a flavor', request: { flavor: null } },
    ],
    rejects: [
      {
        name: 'a host at the limit (P74)',
        host: { numIoOps: 8 },
        reason: 'too_many_io_ops',
        details: { needed: 1, available: 0, unit: 'I/O operation', running: 8, max: 8 },
        message: 'I/O operations: 8 running, fewer than 8 allowed',
        changes: [{ kind: 'option', option: 'max_io_ops_per_host', value: 9 }],
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
