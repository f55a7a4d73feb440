import { aHost, aRequest, filterCases } from '@nova-sched/core/testing'
import { describe, expect, test } from 'vitest'
import { SameHostFilter } from '../src/same-host-filter.ts'
import { given, holding, notesOf, verdictOf } from './ask.ts'

const togetherWith = (hint: unknown) => ({ request: { hints: { same_host: hint } } })
const later = { sameHostEmptyPasses: false }

describe('SameHostFilter', () => {
  const common = { host: holding('u1', 'u2') }
  const cases = filterCases(SameHostFilter, {
    passes: given(common, [
      { name: 'a request without the hint' },
      { name: 'hints that are null', request: { hints: null } },
      { name: 'an empty list', ...togetherWith([]) },
      { name: 'a host that holds one of a list', ...togetherWith(['u3', 'u2']) },
      { name: 'a host that holds the one', ...togetherWith('u1') },
      { name: 'an empty host, in Kilo', host: {}, ...togetherWith('u1') },
      { name: 'an empty host, before it looks at a wrong hint', host: {}, ...togetherWith(1) },
    ]),
    rejects: given(common, [
      {
        name: 'a host that holds others',
        ...togetherWith(['u3', 'u4']),
        reason: 'holds_no_instance',
        details: { instances: 'u3, u4' },
        message: 'holds none of the instances u3, u4, which the hint same_host asks for',
        notes: [],
        changes: [{ kind: 'hint', hint: 'same_host', value: null }],
      },
      { name: 'a list of what is no text', ...togetherWith([1]), reason: 'holds_no_instance' },
    ]),
    faults: given(common, [
      { name: 'a number', ...togetherWith(1), code: 'TYPE_MISMATCH' },
      { name: 'a list of objects', ...togetherWith([{}]), code: 'TYPE_MISMATCH' },
    ]),
  })
  for (const { name, run } of cases) test(name, run)

  const question = { host: aHost(), request: aRequest(togetherWith('u1').request) }

  test('rejects an empty host where the release does', () => {
    expect(verdictOf(SameHostFilter, { ...question, rules: later })).toMatchObject({ reason: 'holds_no_instance' })
  })

  test('breaks on a wrong hint on an empty host too, where an empty host does not pass', () => {
    const request = aRequest(togetherWith(1).request)
    expect(() => verdictOf(SameHostFilter, { ...question, request, rules: later })).toThrow('neither a uuid')
  })

  test('tells why an empty host passes', () => {
    const note = 'SameHostFilter: the release in force lets a host without instances pass; later ones do not'
    expect(notesOf(SameHostFilter, question)).toEqual([note])
    expect(notesOf(SameHostFilter, { ...question, host: aHost(holding('u1')) })).toEqual([])
    expect(notesOf(SameHostFilter, { ...question, request: aRequest() })).toEqual([])
    expect(notesOf(SameHostFilter, { ...question, rules: later })).toEqual([])
  })
})
