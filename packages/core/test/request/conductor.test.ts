import { describe, expect, it } from 'vitest'
import { retryProperties } from '../../src/request/conductor.ts'
import { DEFAULT_REQUEST_RULES } from '../../src/request/rules.ts'
import { build } from './cloud.ts'
import { plain } from '../inventory/files.ts'

describe('server groups', () => {
  it.each([
    { group: 'apart' },
    { group: 'g-1' },
    { hints: { group: 'g-1', other: 'x' } },
    { group: 'apart', hints: { group: 'g-1' } },
  ])('%j', (short) => {
    const { filter_properties: properties } = build(short).request
    expect(plain(properties)).toMatchObject({
      scheduler_hints: { group: 'g-1' },
      group_updated: true,
      group_hosts: ['h1', 'h2'],
      group_policies: ['anti-affinity'],
    })
  })

  it.each([
    [
      'apart',
      ['RamFilter'],
      /neither ServerGroupAffinityFilter nor ServerGroupAntiAffinityFilter is in scheduler_default_filters/,
    ],
    ['soft', undefined, /Kilo does not know the policy soft-affinity/],
    ['none', undefined, /it has no policy/],
  ])('ignores %s, and says so', (group, enabledFilters, note) => {
    const { request, notes } = build({ group }, enabledFilters === undefined ? {} : { enabledFilters })
    expect(request.filter_properties).not.toHaveProperty('group_policies')
    expect(notes).toEqual([expect.stringMatching(note)])
  })

  it.each([
    ['apart', 'ServerGroupAffinityFilter', 'ServerGroupAntiAffinityFilter not configured'],
    ['both', 'ServerGroupAntiAffinityFilter', 'ServerGroupAffinityFilter not configured'],
  ])('refuses %s with %s alone (P16)', (group, filter, message) => {
    expect(() => build({ group }, { enabledFilters: [filter] })).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED_POLICY', message: expect.stringContaining(message) as string }),
    )
  })
})

describe('retryProperties', () => {
  const attempt = { retry: undefined, forceHosts: [], forceNodes: [], uuid: 'u' }
  const made = (changes: object, maxAttempts = 3) =>
    retryProperties({ ...attempt, ...changes }, { ...DEFAULT_REQUEST_RULES, maxAttempts })

  it('counts this attempt', () => {
    expect(made({})).toEqual({ retry: { num_attempts: 1, hosts: [] } })
    expect(made({ retry: { num_attempts: 2, hosts: [['a', 'n']], exc: 'boom' } })).toEqual({
      retry: { num_attempts: 3, hosts: [['a', 'n']] },
    })
  })

  it('keeps no count with one attempt, or one forced host or node', () => {
    expect(made({}, 1)).toEqual({})
    expect(made({ forceHosts: ['a'] })).toEqual({})
    expect(made({ forceNodes: ['n'] })).toEqual({})
    expect(made({ forceHosts: ['a'], retry: { num_attempts: 5 } })).toEqual({ retry: { num_attempts: 5 } })
    expect(made({ forceHosts: ['a', 'b'] })).toEqual({ retry: { num_attempts: 1, hosts: [] } })
  })

  it('ends when all attempts are used up, with the last cause', () => {
    const retry = { num_attempts: 3, hosts: [['a', 'n']], exc: 'image corrupt' }
    expect(() => made({ retry })).toThrow(
      expect.objectContaining({
        code: 'NO_VALID_HOST',
        message:
          'No valid host was found. Exceeded max scheduling attempts 3 for instance u. Last exception: image corrupt',
      }),
    )
    expect(() => made({ retry: { num_attempts: 3 } })).toThrow(/Last exception: None/)
  })

  it('refuses less than one attempt', () => {
    expect(() => made({}, 0)).toThrow(expect.objectContaining({ code: 'MAX_ATTEMPTS_INVALID' }))
  })
})
