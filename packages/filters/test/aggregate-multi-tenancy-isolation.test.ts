import { aHostInAggregate, filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { AggregateMultiTenancyIsolation } from '../src/aggregate-multi-tenancy-isolation.ts'
import { given } from './ask.ts'

const keptFor = (...projects: string[]) => ({
  aggregates: projects.flatMap((project) => aHostInAggregate({ filter_tenant_id: project }).aggregates),
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
      },
      {
        name: 'a host that is kept for nobody',
        host: keptFor(''),
        reason: 'other_project',
        details: { reserved_for: 'nobody' },
      },
      {
        name: 'a request without a project',
        host: keptFor('p1'),
        request: { projectId: null },
        reason: 'other_project',
      },
    ]),
  })
  for (const { name, run } of cases) test(name, run)
})
