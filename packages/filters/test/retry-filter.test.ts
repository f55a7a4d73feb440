import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { RetryFilter } from '../src/retry-filter.ts'
import { given } from './ask.ts'

const after = (...hosts: [string, string][]) => ({ retry: { numAttempts: hosts.length + 1, hosts } })

describe('RetryFilter', () => {
  const common = { host: { host: 'h1', nodename: 'n1' } }
  const cases = filterCases(RetryFilter, {
    passes: given(common, [
      { name: 'a request without a retry record (P55)', request: { retry: null } },
      { name: 'the first attempt', request: after() },
      { name: 'after a failure on another host', request: after(['h2', 'n1']) },
      { name: 'after a failure on another node of the host', request: after(['h1', 'n2']) },
    ]),
    rejects: given(common, [
      {
        name: 'a node that was tried',
        request: after(['h1', 'n2'], ['h1', 'n1']),
        reason: 'tried_before',
        details: { attempt: 3 },
        message: 'was tried before and failed; this is attempt 3',
        changes: [{ kind: 'forget_attempt' }],
      },
    ]),
    faults: given(common, [
      {
        name: 'a retry record whose hosts are null',
        request: { retry: { numAttempts: 1, hosts: null } },
        code: 'TYPE_MISMATCH',
      },
    ]),
  })
  for (const { name, run } of cases) test(name, run)
})
