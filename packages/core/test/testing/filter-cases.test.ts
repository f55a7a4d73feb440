import { describe, expect, test } from 'vitest'
import type { Change } from '../../src/plugin/change.ts'
import { defineFilter } from '../../src/plugin/filter.ts'
import { int } from '../../src/plugin/options.ts'
import { reject, type Details } from '../../src/plugin/verdict.ts'
import { filterCases, type FilterCases } from '../../src/testing/index.ts'

const LARGER: Change = { kind: 'option', option: 'most', value: 3 }

/** Rejects hosts with more instances than `most`. */
const MostFilter = defineFilter({
  name: 'MostFilter',
  options: { most: int(2, { help: 'Instances allowed.' }) },
  reasons: { too_many: '{available} free, {needed} needed', other: 'other' },
  create: ({ conf }) => ({
    prepare: () => (host) =>
      host.numInstances <= conf.most || reject('too_many', { needed: 1, available: conf.most - host.numInstances }),
    notes: ({ numInstances }) => [`holds ${numInstances}`],
    changes: ({ numInstances }) => (numInstances === 3 ? [LARGER] : []),
  }),
})

/** Rejects every host with these details. */
const rejecting = (details: Details) =>
  defineFilter({
    name: 'NoFilter',
    reasons: { no: 'it is {colour}' },
    create: () => () => () => reject('no', details),
  })

/** What the cases come to: null where they hold, else what is wrong. */
async function outcomes(cases: FilterCases, filter = MostFilter): Promise<(string | null)[]> {
  return Promise.all(
    filterCases(filter, cases).map(({ run }) =>
      run().then(
        () => null,
        (error: unknown) => String(error),
      ),
    ),
  )
}

const full = { host: { numInstances: 3 } }

describe('filterCases', () => {
  test('hold where everything given is so, and what is not given is not compared', async () => {
    const message = '-1 free, 1 needed'
    const told = { message, notes: ['holds 3'], changes: [LARGER] }
    expect(
      await outcomes({
        passes: [
          { name: 'a', notes: ['holds 0'], limits: {} },
          { name: 'b', host: { numInstances: 2 } },
        ],
        rejects: [
          { name: 'c', ...full, reason: 'too_many', details: { available: -1 }, ...told },
          { name: 'd', host: { numInstances: 4 }, reason: 'too_many', changes: [] },
        ],
      }),
    ).toEqual([null, null, null, null])
  })

  test.each([
    ['a note that is not given', { passes: [{ name: 'x', notes: [] }] }],
    ['another note of a rejected host', { rejects: [{ name: 'x', ...full, reason: 'too_many', notes: ['holds 2'] }] }],
    ['another change', { rejects: [{ name: 'x', ...full, reason: 'too_many', changes: [{ ...LARGER, value: 4 }] }] }],
    ['a change that is not given', { rejects: [{ name: 'x', ...full, reason: 'too_many', changes: [] }] }],
    ['another text', { rejects: [{ name: 'x', ...full, reason: 'too_many', message: '-1 free' }] }],
    ['another reason', { rejects: [{ name: 'x', ...full, reason: 'other' }] }],
    ['another detail', { rejects: [{ name: 'x', ...full, reason: 'too_many', details: { available: 0 } }] }],
    ['a host that passes', { rejects: [{ name: 'x', reason: 'too_many' }] }],
    ['a host that is rejected', { passes: [{ name: 'x', ...full }] }],
  ] satisfies [string, FilterCases][])('fail on %s', async (_name, cases) => {
    expect(await outcomes(cases)).toEqual([expect.any(String)])
  })

  test.each([
    ['lacks what the text names', {}, /names colour: the details lack that/],
    ['is a function', { colour: () => 'red' }, /details colour are no plain data/],
    ['is undefined', { colour: undefined }, /details colour are no plain data/],
    ['has one of a class within', { colour: 'red', all: [{ at: new Date(0) }] }, /details all are no plain data/],
  ])('fail on a rejection whose detail %s', async (_name, details, problem) => {
    const [outcome] = await outcomes({ rejects: [{ name: 'x', reason: 'no' }] }, rejecting(details))
    expect(outcome).toMatch(problem)
  })

  test('take texts, numbers, lists and maps for plain data', async () => {
    const map = Object.assign(Object.create(null) as object, { a: 1 })
    const details = { colour: null, list: ['a', 1, false], map, nested: { map } }
    expect(await outcomes({ rejects: [{ name: 'x', reason: 'no' }] }, rejecting(details))).toEqual([null])
  })
})
