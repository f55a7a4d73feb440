import { aHostInAggregate, filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { AggregateMultiTenancyIsolation } from '../src/aggregate-multi-tenancy-isolation.ts'
import { given, inAggregates } from './ask.ts'

const keptFor = (...projects: string[]) => ({
  ...inAggregates(projects.map((project) => ({ filter_tenant_id: project }))),
})

describe('AggregateMultiTenancyIsolation', () => {
  const common = { request: { projectId: 'p1' } }
  const cases = filterCases(AggregateMultiTenancyIsolation, {
    passes: given(common, [
      { name: 'a host of no aggregate' },
      { name: 'a host of an aggregate that is open to all', host: aHostInAggregate({ ssd: 'true' }) },
      { name: 'a host that is kept for the project', host: keptFor('p1') },
      { name: 'a host that is kept for a list of projects', host: keptFor('p0, p1') },
      { name: 'a host of several aggregates', host: keptFor('p0', 'p1') },
    ]),
    rejects: given(common, [
      {
        name: 'a host that is kept for others',
        host: keptFor('p2,p3', 'p2'),
        reason: 'other_project',
        details: { project: 'p1', reserved_for: 'p2, p3' },
        message: 'reserved for p2, p3 by an aggregate, the project is p1',
        changes: [{ kind: 'aggregate_metadata', aggregate: 1, key: 'filter_tenant_id', value: 'p2,p3,p1' }],
      },
      {
        name: 'a host that is kept for nobody',
        host: keptFor(''),
        reason: 'other_project',
        details: { reserved_for: 'nobody' },
        changes: [
          { kind: 'aggregate_metadata', aggregate: 1, key: 'filter_tenant_id', value: 'p1' },
          { kind: 'aggregate_metadata', aggregate: 1, key: 'filter_tenant_id', value: null },
        ],
      },
      {
        name: 'a request without a project',
        host: keptFor('p1'),
        request: { projectId: null },
        reason: 'other_project',
        details: { project: 'none' },
        changes: [{ kind: 'aggregate_metadata', aggregate: 1, key: 'filter_tenant_id', value: null }],
      },
    ]),
  })
  for (const { name, run } of cases) test(name, run)
})
