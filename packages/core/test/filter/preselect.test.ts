import { describe, expect, test } from 'vitest'
import { preselect, preselectNotes } from '../../src/filter/preselect.ts'
import type { RequestedDestination } from '../../src/plugin/request.ts'
import { RULES, type BuiltRelease } from '../../src/releases.ts'
import { aHost, aRequest, type RequestOverrides } from '../../src/testing/builders.ts'
import { dataMap } from '../../src/util/freeze.ts'

const HOSTS = [aHost({ host: 'h1' }), aHost({ host: 'h2', nodename: 'n1' }), aHost({ host: 'h2', nodename: 'n2' })]

const FORCED_NOTE = 'a forced host skips every filter'

/** What is left of {@link HOSTS}, and whether filters are asked. */
function left(request: RequestOverrides, release: BuiltRelease = 'zed'): readonly [nodes: string[], asks: boolean] {
  const { candidates, asksFilters } = preselect(HOSTS, [0, 1, 2], aRequest(request), RULES[release])
  return [candidates.map((slot) => HOSTS[slot]?.nodename ?? ''), asksFilters]
}

function notes(request: RequestOverrides, release: BuiltRelease = 'zed'): readonly string[] {
  return preselectNotes(HOSTS, aRequest(request), RULES[release])
}

const wanted = (destination: Partial<RequestedDestination>): RequestOverrides => ({
  requestedDestination: { node: null, cell: null, allowCrossCellMove: false, ...destination },
})
const check = (value: unknown): RequestOverrides => ({ hints: dataMap([['_nova_check_type', value]]) })

describe('forced and ignored hosts', () => {
  test.each<[string, RequestOverrides, string[], boolean]>([
    ['nothing is named', {}, ['h1', 'n1', 'n2'], true],
    ['a host is forced', { forceHosts: ['h2'] }, ['n1', 'n2'], false],
    ['a node is forced', { forceNodes: ['n2'] }, ['n2'], false],
    ['host and node must agree', { forceHosts: ['h1'], forceNodes: ['n2'] }, [], false],
    ['ignoring goes first', { ignoreHosts: ['h1'], forceHosts: ['h1'] }, [], false],
    ['ignoring alone asks the filters', { ignoreHosts: ['h2'] }, ['h1'], true],
    ['null ignores none', { ignoreHosts: null }, ['h1', 'n1', 'n2'], true],
  ])('%s', (_name, request, nodes, asks) => {
    expect(left(request)).toEqual([nodes, asks])
  })

  test.each<[BuiltRelease, string[], string[]]>([
    ['kilo', [], ['h1', 'n1', 'n2']],
    ['zed', ['n1', 'n2'], ['h1']],
  ])('letter case of host names in %s', (release, forced, kept) => {
    expect(left({ forceHosts: ['H2'] }, release)[0]).toEqual(forced)
    expect(left({ ignoreHosts: ['H2'] }, release)[0]).toEqual(kept)
  })

  test.each(['kilo', 'zed'] as const)('letter case of node names counts in %s', (release) => {
    expect(left({ forceNodes: ['N2'] }, release)[0]).toEqual([])
  })

  test('once no forced host is left, Kilo would ask the filters, and Zed does not', () => {
    expect(left({ forceHosts: ['gone'] }, 'kilo')).toEqual([[], true])
    expect(left({ forceHosts: ['gone'] }, 'zed')).toEqual([[], false])
  })

  test('only candidates that are still in are looked at', () => {
    expect(preselect(HOSTS, [2, 0], aRequest({ ignoreHosts: ['h1'] }), RULES.zed).candidates).toEqual([2])
  })
})

describe('a check of a host', () => {
  test.each<[unknown, boolean]>([
    ['rebuild', true],
    [['rebuild', 'again'], true],
    ['', true],
    [[], false],
  ])('_nova_check_type %j asks the filters of a forced host: %s', (value, asks) => {
    expect(left({ forceHosts: ['h1'], ...check(value) })).toEqual([['h1'], asks])
  })

  test('is not known to Kilo', () => {
    expect(left({ forceHosts: ['h1'], ...check('rebuild') }, 'kilo')).toEqual([['h1'], false])
  })

  test.each<[string, RequestOverrides]>([
    ['forced', { forceHosts: ['h1'] }],
    ['ignored', { ignoreHosts: ['gone'] }],
  ])('cannot be told where hints are null: Nova breaks as soon as a host is %s', (_name, named) => {
    const request = { hints: null, ...named }
    expect(() => left(request)).toThrow(expect.objectContaining({ code: 'ATTRIBUTE_MISSING' }))
    expect(() => notes(request)).not.toThrow()
  })

  test('is not looked for where none is named, where ignoring leaves none, and by Kilo', () => {
    const all = ['h1', 'h2']
    expect(left({ hints: null, ignoreHosts: all, forceHosts: ['h1'] })).toEqual([[], false])
    expect(left({ hints: null, ignoreHosts: all })).toEqual([[], true])
    expect(left({ hints: null, ignoreHosts: ['gone'] }, 'kilo')).toEqual([['h1', 'n1', 'n2'], true])
    expect(left({ hints: null })).toEqual([['h1', 'n1', 'n2'], true])
    expect(left({ hints: null, forceHosts: ['h1'] }, 'kilo')).toEqual([['h1'], false])
  })
})

describe('a requested destination', () => {
  test.each<[string, Partial<RequestedDestination>, string[]]>([
    ['names a host', { host: 'h2' }, ['n1', 'n2']],
    ['names a host and a node', { host: 'h2', node: 'n2' }, ['n2']],
    ['names a node of another host', { host: 'h1', node: 'n2' }, []],
    ['names an empty node: none', { host: 'h2', node: '' }, ['n1', 'n2']],
    ['compares exactly', { host: 'H2' }, []],
    ['names no host: a node alone is not looked at', { node: 'n2' }, ['h1', 'n1', 'n2']],
    ['names null, which no host is', { host: null }, []],
    ['names a cell alone', { cell: 'cell9' }, ['h1', 'n1', 'n2']],
  ])('%s', (_name, destination, nodes) => {
    expect(left(wanted(destination))).toEqual([nodes, true])
  })

  test('that names a host and does not tell a node is a fault, whatever hosts there are', () => {
    const request = aRequest({ requestedDestination: { host: 'h1', cell: null, allowCrossCellMove: false } })
    const asked = (): unknown => preselect([], [], request, RULES.zed)
    expect(asked).toThrow(expect.objectContaining({ code: 'FIELD_NOT_LOADED', details: { field: 'node' } }))
  })

  test('goes with ignored and forced hosts', () => {
    expect(left({ ...wanted({ host: 'h2' }), ignoreHosts: ['h2'] })).toEqual([[], true])
    expect(left({ ...wanted({ host: 'h2' }), forceNodes: ['n1'] })).toEqual([['n1'], false])
  })
})

describe('notes', () => {
  test.each<[string, RequestOverrides, string[]]>([
    ['none without names', {}, []],
    ['a forced host', { forceHosts: ['H1'] }, [FORCED_NOTE]],
    ['a forced host that is checked', { forceHosts: ['h1'], ...check('migrate') }, []],
    [
      'a rebuild',
      { forceHosts: ['h1'], ...check('rebuild') },
      ['a rebuild: only filters that say that they concern it are asked, the others let every host pass'],
    ],
    [
      'names that are no candidates',
      { forceHosts: ['h9'], forceNodes: ['n9'], ignoreHosts: ['h8', 'h1'] },
      [
        FORCED_NOTE,
        'the forced host h9 is no candidate',
        'the forced node n9 is no candidate',
        'the ignored host h8 is no candidate',
      ],
    ],
    ['a destination', wanted({ host: 'h2', node: 'n1' }), []],
    [
      'a destination that is no candidate',
      wanted({ host: 'h2', node: 'n9' }),
      ['the requested destination h2, node n9 is no candidate'],
    ],
    ['a destination of null', wanted({ host: null }), ['the requested destination null is no candidate']],
  ])('%s', (_name, request, expected) => {
    expect(notes(request)).toEqual(expected)
  })

  test('Kilo knows no rebuild', () => {
    expect(notes(check('rebuild'), 'kilo')).toEqual([])
  })

  test('Kilo tells a name in other letter case as no candidate', () => {
    expect(notes({ forceHosts: ['H1'] }, 'kilo')).toEqual([FORCED_NOTE, 'the forced host H1 is no candidate'])
  })
})
