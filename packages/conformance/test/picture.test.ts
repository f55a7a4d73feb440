import { describe, expect, test } from 'vitest'
import { drawPicture, markOf, narrow } from '../src/picture.ts'
import type { Scenario } from '../src/scenario.ts'
import { FlowDifferences, kindOf, label } from '../src/stages.ts'
import { checkScenario } from '../src/vectors.ts'
import { scenarioOf } from './lib.ts'

describe('FlowDifferences', () => {
  test('gives what the flow meets first, request by request', () => {
    const differences = new FlowDifferences()
    for (const stage of ['after', 'selected', 'weights', 'per_filter', 'request', 'config'] as const)
      differences.equal({ stage, request: 1 }, 1, 2)
    differences.equal({ stage: 'after' }, 1, 2)
    differences.equal({ stage: 'steps' }, 1, 2)
    const found = differences.inOrder().map(({ stage, request = 0 }) => `${request} ${stage}`)
    expect(found).toEqual([
      ...['0 steps', '0 after'],
      ...['1 config', '1 request', '1 per_filter', '1 weights', '1 selected', '1 after'],
    ])
  })

  test('keeps the order of filters and hosts within a stage', () => {
    const differences = new FlowDifferences()
    for (const [plugin, place] of [
      ['B', 'h2/n'],
      ['B', 'h1/n'],
      ['A', 'h1/n'],
    ] as const)
      differences.equal({ stage: 'per_filter', plugin, place }, true, false)
    expect(differences.inOrder().map(label)).toEqual(['per_filter B h2/n', 'per_filter B h1/n', 'per_filter A h1/n'])
  })

  test.each([
    ['the order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
    ['the last bit of a number', 0.1 + 0.2, 0.3, false],
    ['the order of a list', [1, 2], [2, 1], false],
    ['nothing at all', undefined, null, false],
  ])('tells %s', (_what, actual, expected, same) => {
    const differences = new FlowDifferences()
    differences.equal({ stage: 'after' }, actual, expected)
    expect(differences.inOrder().length === 0).toBe(same)
  })

  test('counts by stage and plugin', () => {
    expect(kindOf({ stage: 'per_filter', plugin: 'A', place: 'h/n', part: 'x', request: 3 })).toBe('per_filter A')
    expect(label({ stage: 'after', place: 'h/n', request: 1 })).toBe('request 2: after h/n')
  })
})

describe('narrow', () => {
  test.each<[unknown, unknown, string, unknown, unknown]>([
    [
      { numa: [{ id: 0, pinned_cpus: [0, 1] }] },
      { numa: [{ id: 0, pinned_cpus: [0, 2] }] },
      '.numa[0].pinned_cpus[1]',
      1,
      2,
    ],
    [['a', 'b'], ['a'], '', ['a', 'b'], ['a']],
    [
      [
        ['a', 1],
        ['b', 0],
      ],
      [
        ['a', 1],
        ['c', 0],
      ],
      '[1]',
      ['b', 0],
      ['c', 0],
    ],
    [{ a: 1 }, { a: 1, b: 2 }, '.b', undefined, 2],
    [true, { reason: 'full' }, '', true, { reason: 'full' }],
  ])('%j and %j', (expected, actual, path, one, other) => {
    expect(narrow(expected, actual)).toEqual({ path, expected: one, actual: other })
  })
})

describe('markOf', () => {
  const at = (expected: unknown, actual: unknown, part?: string): string =>
    markOf({ stage: 'steps', expected, actual, ...(part === undefined ? {} : { part }) })

  test('is the same for other hosts, rounds and numbers', () => {
    expect(at([['h1', 1]], [['h1', 2]], 'round 0 weighed')).toBe(
      at(
        [
          ['h1', 2],
          ['h2', 3],
        ],
        [
          ['h1', 2],
          ['h3', 3],
        ],
        'round 4 weighed',
      ),
    )
  })

  test.each<[string, unknown, unknown]>([
    ['another error', 'ValueError', 'NO_VALID_HOST'],
    ['the other answer', true, false],
    ['nothing at all', undefined, { limits: 2 }],
  ])('is another for %s', (_what, expected, actual) => {
    expect(at(expected, actual)).not.toBe(at('KeyError', 'NO_VALID_HOST'))
    expect(at(expected, actual)).not.toBe(at(actual, expected))
  })
})

describe('drawPicture', () => {
  const scenario = scenarioOf('kilo/handmade.jsonl.gz', 'kilo-handmade-all-equal-multi')
  const picture = (changed: Partial<Scenario['expect']>): Promise<string> =>
    checkScenario({ ...scenario, expect: { ...scenario.expect, ...changed } }, [import.meta.dirname]).then(
      ({ detail = '' }) => detail,
    )

  test('starts with the first stage, and tells how much follows', async () => {
    const text = await picture({ weigher_order: [], filtered: [], per_filter: { AllHostsFilter: { 'h2/n2': false } } })
    expect(text).toMatch(/^weigher_order: expected \[\], got /)
    expect(text).toContain('and 2 more: per_filter AllHostsFilter, filtered')
  })

  test('shows the host and the request as far as the plugin reads them, nothing empty, and quotes where they need be', () => {
    const text = drawPicture(
      [
        {
          stage: 'per_filter',
          plugin: 'PciPassthroughFilter',
          place: 'h1/n1',
          expected: true,
          actual: false,
          why: 'none',
        },
      ],
      {
        ...scenario,
        inventory: {
          hosts: [
            {
              host: 'h1',
              nodename: 'n1',
              vcpus: 4,
              pci_device_pools: [
                {
                  vendor_id: '8086',
                  count: 0,
                  tags: {},
                  numa_node: null,
                  label: '',
                  more: ['two words', { a: false, b: [] }],
                },
              ],
            },
          ],
          aggregates: [],
        },
      },
    )
    expect(text.split('\n').map((line) => line.trim())).toEqual([
      'per_filter PciPassthroughFilter h1/n1: expected true, got false (none)',
      'host pci_device_pools: [{vendor_id: 8086, count: 0, label: "", more: ["two words", {a: false}]}]',
    ])
  })

  test('is short whatever differs', async () => {
    const after = Object.fromEntries(Object.keys(scenario.expect.after ?? {}).map((host) => [host, { gone: 1 }]))
    const text = await picture({ after, selected: [], steps: [] })
    expect(text.split('\n').length).toBeLessThan(10)
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(800)
  })

  test('something in expect that nothing compares is a difference', async () => {
    expect(await picture({ candidates: {} } as Partial<Scenario['expect']>)).toContain('nothing compares this')
  })
})
