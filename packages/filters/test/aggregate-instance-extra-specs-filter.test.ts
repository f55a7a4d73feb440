import { aHostInAggregate, filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { AggregateInstanceExtraSpecsFilter } from '../src/aggregate-instance-extra-specs-filter.ts'
import { given } from './ask.ts'

const wanting = (extraSpecs: Record<string, unknown> | null) => ({
  request: { flavor: { extraSpecs: extraSpecs as Record<string, string> | null } },
})

describe('AggregateInstanceExtraSpecsFilter', () => {
  const ssd = aHostInAggregate({ ssd: 'true', cpus: '4, 8' })
  const twice = { ...ssd, aggregates: [...ssd.aggregates, ...aHostInAggregate({ ssd: 'false' }).aggregates] }
  const common = { host: ssd }
  const cases = filterCases(AggregateInstanceExtraSpecsFilter, {
    passes: given(common, [
      { name: 'a flavor without extra specs (P31)', ...wanting(null) },
      { name: 'a flavor with no extra spec (P31)', ...wanting({}) },
      { name: 'keys of other scopes (P23)', ...wanting({ 'quota:disk_total_iops_sec': '500', 'capabilities:x': '1' }) },
      { name: 'a key without a scope', ...wanting({ ssd: 'true' }) },
      { name: 'a key of the scope', ...wanting({ 'aggregate_instance_extra_specs:ssd': 'true' }) },
      { name: 'one of the values of a list', ...wanting({ cpus: '<or> 16 <or> 8' }) },
      { name: 'a comparison that one value meets', ...wanting({ cpus: '>= 8' }) },
      { name: 'one of the values of several aggregates', host: twice, ...wanting({ ssd: 'false' }) },
      { name: 'a value that is empty on both sides', host: aHostInAggregate({ note: '' }), ...wanting({ note: '' }) },
      {
        name: 'a value that is no number, where no number is asked for',
        ...wanting({ ssd: 'true' }),
        host: aHostInAggregate({ ssd: 'true', cpus: 'many' }),
      },
    ]),
    rejects: given(common, [
      {
        name: 'a host of no aggregate (P23)',
        host: {},
        ...wanting({ tenant: 'custom' }),
        reason: 'no_metadata',
        details: { key: 'tenant', name: 'tenant', wanted: 'custom' },
        message: 'extra spec tenant wants "custom": no aggregate of the host sets tenant',
        changes: [{ kind: 'extra_spec', key: 'tenant', value: null }],
      },
      {
        name: 'a host whose aggregates lack the key',
        ...wanting({ 'aggregate_instance_extra_specs:gpu:model': 'k80' }),
        reason: 'no_metadata',
        details: { name: 'gpu:model' },
      },
      {
        name: 'another value',
        host: twice,
        ...wanting({ ssd: 'maybe' }),
        reason: 'value_differs',
        details: { key: 'ssd', wanted: 'maybe', found: 'true, false' },
        message: 'extra spec ssd wants "maybe": the aggregates of the host set ssd to true, false',
        changes: [
          { kind: 'extra_spec', key: 'ssd', value: 'true' },
          { kind: 'extra_spec', key: 'ssd', value: null },
          { kind: 'aggregate_metadata', aggregate: 1, key: 'ssd', value: 'true,maybe' },
        ],
      },
      {
        name: 'too small a number',
        ...wanting({ cpus: '>= 16' }),
        reason: 'value_differs',
        changes: [
          { kind: 'extra_spec', key: 'cpus', value: '4' },
          { kind: 'extra_spec', key: 'cpus', value: null },
          { kind: 'aggregate_metadata', aggregate: 1, key: 'cpus', value: '4, 8,16' },
        ],
      },
      {
        name: 'another value, where the next one breaks',
        ...wanting({ ssd: 'maybe', cpus: '>= 4GB' }),
        reason: 'value_differs',
        changes: [],
      },
      {
        name: 'other letter case of the host (P29)',
        host: { host: 'compute0', aggregates: [] },
        ...wanting({ ssd: 'true' }),
        reason: 'no_metadata',
      },
      { name: 'an operator without a value', ...wanting({ cpus: '>=' }), reason: 'value_differs' },
      { name: 'a blank that is part of the text', ...wanting({ ssd: ' true' }), reason: 'value_differs' },
      {
        name: 'an earlier key, before it looks at a wrong number',
        ...wanting({ gpu: '1', cpus: '>= 4GB' }),
        reason: 'no_metadata',
      },
    ]),
    faults: given(common, [
      { name: 'a number that is none', ...wanting({ cpus: '>= 4GB' }), code: 'VALUE_MALFORMED' },
      { name: 'metadata that is no number', ...wanting({ ssd: '>= 4' }), code: 'VALUE_MALFORMED' },
      { name: '<or> without a value', ...wanting({ ssd: '<or>' }), code: 'OPERAND_MISSING' },
      { name: 'a value that is no text', ...wanting({ ssd: 1 }), code: 'ATTRIBUTE_MISSING' },
      { name: 'a request without a flavor', request: { flavor: null }, code: 'TYPE_MISMATCH' },
      { name: 'the same in Zed', release: 'zed', request: { flavor: null }, code: 'FIELD_NOT_LOADED' },
    ]),
  })
  for (const { name, run } of cases) test(name, run)
})
