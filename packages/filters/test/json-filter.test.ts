import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { JsonFilter } from '../src/json-filter.ts'
import { given } from './ask.ts'

const query = (value: unknown) => ({
  request: { hints: { query: typeof value === 'string' ? value : JSON.stringify(value) } },
})
const roomy = ['and', ['>=', '$free_ram_mb', 1024], ['>=', '$free_disk_mb', 204800]]

describe('JsonFilter', () => {
  const common = { host: { freeRamMb: 1024, freeDiskMb: 204800, stats: { io_workload: '3' } } }
  const cases = filterCases(JsonFilter, {
    passes: given(common, [
      { name: 'a request without a query', request: { hints: {} } },
      { name: 'an empty query', request: { hints: { query: '' } } },
      { name: 'a query that is null', request: { hints: { query: null } } },
      { name: 'an empty list', ...query([]) },
      { name: 'a host that meets the query', ...query(roomy) },
      {
        name: 'a service that is down, as the query does not ask',
        host: { service: { disabled: true, disabledReason: null, up: false } },
        ...query(['=', 1, 1]),
      },
      { name: 'text against a number, as in Python 2', ...query(['>', '$stats.io_workload', 1000]) },
      { name: 'a nested "not", which counts as true', ...query(['and', ['not', true], true]) },
      { name: 'an outer "not" of something false', ...query(['not', ['=', 1, 2]]) },
      { name: 'arguments that are dropped', ...query(['or', null, '', '$unknown', 1]) },
      {
        name: 'what later hosts tell',
        release: 'zed',
        host: { cell: 'cell2', failedBuilds: 3, cpuAllocationRatio: 4 },
        ...query(['and', ['=', '$cell_uuid', 'cell2'], ['>', '$failed_builds', 2], ['=', '$cpu_allocation_ratio', 4]]),
      },
    ]),
    rejects: given(common, [
      {
        name: 'a host that does not meet the query, with what it asks about',
        host: { freeRamMb: 1023, freeDiskMb: 204800 },
        ...query(roomy),
        reason: 'query_not_met',
        details: { query: JSON.stringify(roomy), values: 'free_ram_mb is 1023, free_disk_mb is 204800' },
        message: `the query ${JSON.stringify(roomy)} is not met: free_ram_mb is 1023, free_disk_mb is 204800`,
        changes: [{ kind: 'hint', hint: 'query', value: null }],
      },
      {
        name: 'a key of stats',
        ...query(['=', '$stats.io_workload', '4']),
        reason: 'query_not_met',
        details: { values: "stats.io_workload is '3'" },
      },
      {
        name: 'an attribute that the host lacks',
        ...query(['=', '$unknown.key', 1]),
        reason: 'query_not_met',
        details: { values: 'unknown.key is None' },
      },
      {
        name: 'an outer "not" of something true',
        ...query(['not', true]),
        reason: 'query_not_met',
        details: { values: 'it names nothing of the host' },
      },
      { name: 'fewer than two arguments', ...query(['=', null, 1]), reason: 'query_not_met' },
      {
        name: 'what Kilo hosts do not tell',
        ...query(['=', '$cell_uuid', '$failed_builds', 0]),
        reason: 'query_not_met',
      },
      {
        name: 'a key of the stats of a node that never reported',
        release: 'zed',
        host: { hasReported: false, stats: {} },
        ...query(['=', '$stats.io_workload', '3']),
        reason: 'query_not_met',
        details: { values: 'stats.io_workload is None' },
      },
    ]),
    faults: given(common, [
      { name: 'hints that are null', request: { hints: null }, code: 'TYPE_MISMATCH' },
      { name: 'a query that is no JSON', ...query('{'), code: 'VALUE_MALFORMED' },
      { name: 'a query that is a list and no text', request: { hints: { query: ['=', 1, 1] } }, code: 'TYPE_MISMATCH' },
      { name: 'an unknown command', ...query(['~', 1, 1]), code: 'KEY_MISSING' },
      { name: 'an object', ...query({ '=': 1 }), code: 'KEY_MISSING' },
      { name: 'a number', ...query(5), code: 'TYPE_MISMATCH' },
      {
        name: 'text against a number, in Python 3',
        release: 'zed',
        ...query(['>', '$stats.io_workload', 1000]),
        code: 'TYPE_MISMATCH',
      },
      { name: 'a key of a number', ...query(['=', '$free_ram_mb.x', 1]), code: 'ATTRIBUTE_MISSING' },
    ]),
  })
  for (const { name, run } of cases) test(name, run)
})
