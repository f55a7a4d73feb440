import { aHost, aHostInAggregate, aRequest, filterCases } from '@nova-sched/core/testing'
import { describe, expect, test } from 'vitest'
import { AggregateTypeAffinityFilter } from '../src/aggregate-type-affinity-filter.ts'
import { answerOf, inAggregates, verdictOf } from './ask.ts'

const keptFor = (...names: string[]) => ({
  ...inAggregates(names.map((name) => ({ instance_type: name }))),
})

describe('AggregateTypeAffinityFilter', () => {
  const request = { flavor: { name: 'm1.small' } }
  const cases = filterCases(AggregateTypeAffinityFilter, {
    passes: [
      { name: 'a host of no aggregate', request },
      { name: 'a host of an aggregate that is open to all', host: aHostInAggregate({ ssd: 'true' }), request },
      { name: 'a host that is kept for the flavor', host: keptFor('m1.tiny', 'm1.small'), request },
      { name: 'a request without a flavor, where no aggregate asks', request: { flavor: null } },
    ],
    rejects: [
      {
        name: 'a host that is kept for others',
        host: keptFor('m1.tiny', 'm1.large'),
        request,
        reason: 'other_flavor',
        details: { flavor: 'm1.small', reserved_for: 'm1.tiny, m1.large' },
        message: 'reserved for flavors m1.tiny, m1.large by an aggregate, the flavor is m1.small',
        notes: [],
        changes: [{ kind: 'aggregate_metadata', aggregate: 1, key: 'instance_type', value: 'm1.small' }],
      },
      {
        name: 'a list of flavors, which Kilo takes for one name',
        host: keptFor('m1.tiny,m1.small'),
        request,
        reason: 'other_flavor',
        notes: ["the release in force takes instance_type 'm1.tiny,m1.small' for one name; later ones read a list"],
        changes: [
          { kind: 'aggregate_metadata', aggregate: 1, key: 'instance_type', value: 'm1.small' },
          { kind: 'aggregate_metadata', aggregate: 1, key: 'instance_type', value: null },
        ],
      },
      { name: 'a name with a blank', host: keptFor('m1.small '), request, reason: 'other_flavor' },
      { name: 'an empty name', host: keptFor(''), request, reason: 'other_flavor', details: { reserved_for: 'none' } },
    ],
    faults: [
      {
        name: 'a request without a flavor, where an aggregate asks',
        host: keptFor('m1.small'),
        request: { flavor: null },
        code: 'TYPE_MISMATCH',
      },
      {
        name: 'in Zed a request without a flavor, whatever aggregates ask',
        release: 'zed',
        request: { flavor: null },
        code: 'FIELD_NOT_LOADED',
      },
    ],
  })
  for (const { name, run } of cases) test(name, run)

  test('reads lists of flavors where the release does', () => {
    const question = { host: aHost(keptFor('m1.tiny, m1.small')), request: aRequest(request) }
    const rules = { flavorNamesAreLists: true }
    expect(verdictOf(AggregateTypeAffinityFilter, { ...question, rules })).toBe(true)
    const host = aHost(keptFor('m1.tiny, m1.large'))
    expect(answerOf(AggregateTypeAffinityFilter, { ...question, host, rules })).toMatchObject({
      notes: [],
      changes: [
        { aggregate: 1, value: 'm1.tiny, m1.large,m1.small' },
        { aggregate: 1, value: null },
      ],
    })
  })
})
