import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { DifferentHostFilter } from '../src/different-host-filter.ts'
import { given, holding } from './ask.ts'

const apartFrom = (hint: unknown) => ({ request: { hints: { different_host: hint } } })

describe('DifferentHostFilter', () => {
  const common = { host: holding('u1', 'u2') }
  const cases = filterCases(DifferentHostFilter, {
    passes: given(common, [
      { name: 'a request without the hint' },
      { name: 'hints that are null', request: { hints: null } },
      { name: 'an empty list', ...apartFrom([]) },
      { name: 'an empty text', ...apartFrom('') },
      { name: 'a host that holds others', ...apartFrom(['u3']) },
      { name: 'a name that every JavaScript object has', ...apartFrom(['constructor', '__proto__']) },
      { name: 'a list of what is no text', ...apartFrom([1, null]) },
      { name: 'an empty host', host: {}, ...apartFrom(['u1']) },
    ]),
    rejects: given(common, [
      {
        name: 'a host that holds one of a list',
        ...apartFrom(['u3', 'u2']),
        reason: 'holds_instance',
        details: { instance: 'u2' },
      },
      {
        name: 'a host that holds the one (P79)',
        ...apartFrom('u1'),
        reason: 'holds_instance',
        details: { instance: 'u1' },
        message: 'holds instance u1, from which the hint different_host keeps away',
        changes: [{ kind: 'hint', hint: 'different_host', value: null }],
      },
    ]),
    faults: given(common, [
      { name: 'a number', ...apartFrom(1), code: 'TYPE_MISMATCH' },
      { name: 'a list of lists', ...apartFrom([['u1']]), code: 'TYPE_MISMATCH' },
    ]),
  })
  for (const { name, run } of cases) test(name, run)
})
