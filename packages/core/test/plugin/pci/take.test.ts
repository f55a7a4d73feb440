import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { freePciDevices } from '../../../src/plugin/pci/count.ts'
import type { PciPool, PciRequest } from '../../../src/plugin/pci/pool.ts'
import { PCI_BY_KIND_AND_POLICY, PCI_BY_PROPERTIES, type PciRules } from '../../../src/plugin/pci/rules.ts'
import { PCI_ANYWHERE, type PciPlace } from '../../../src/plugin/pci/sieves.ts'
import { supportsPciRequests, takePciDevices } from '../../../src/plugin/pci/take.ts'
import { aPciRequest, shown, somePools, type PoolWords } from './pools.ts'

const RULES = [
  ['by properties', PCI_BY_PROPERTIES],
  ['by kind and policy', PCI_BY_KIND_AND_POLICY],
] as const

/** What is left; null when the host does not have the devices. */
function left(
  pools: readonly PciPool[],
  requests: readonly PciRequest[],
  rules: PciRules,
  place: PciPlace = PCI_ANYWHERE,
): string[] | null {
  const supports = supportsPciRequests(pools, requests, place, rules)
  const taken = takePciDevices(pools, requests, place, rules)
  expect(taken.fault === undefined).toBe(supports)
  return supports ? shown(taken.pools) : null
}

describe.each(RULES)('devices taken %s', (_name, rules) => {
  const two = somePools({ count: 2 }, { product: '1520', count: 3, tags: { physical_network: 'p1' } })

  test.each([
    ['come from the pool with fewer tags', [aPciRequest(1)], ['8086:1515 ×1', '8086:1520 ×3 physical_network']],
    ['empty a pool, which vanishes', [aPciRequest(2)], ['8086:1520 ×3 physical_network']],
    ['come from several pools', [aPciRequest(4)], ['8086:1520 ×1 physical_network']],
    ['may be all', [aPciRequest(5)], []],
    ['may be too many', [aPciRequest(6)], null],
    ['are gone for the next request', [aPciRequest(3), aPciRequest(3)], null],
    ['leave enough for the next request', [aPciRequest(3), aPciRequest(2)], []],
    ['are nothing without requests', [], ['8086:1515 ×2', '8086:1520 ×3 physical_network']],
    ['have the tag', [aPciRequest(1, { physical_network: 'p1' })], ['8086:1515 ×2', '8086:1520 ×2 physical_network']],
    ['lack the tag', [aPciRequest(1, { physical_network: 'p2' })], null],
    ['lack a property that is asked to be null', [aPciRequest(3, { physical_network: null })], null],
    ['are what one alternative says', [aPciRequest(5, [{ product_id: '1515' }, { product_id: '1520' }])], []],
    ['are any for an empty alternative', [aPciRequest(5, {})], []],
    ['are none without alternatives', [aPciRequest(1, [])], null],
    ['have properties of one type', [aPciRequest(1, { count: 2 })], null],
  ])('%s', (_what, requests, expected) => expect(left(two, requests, rules)).toEqual(expected))

  test('stay taken when a later request fails, as in Nova', () => {
    const { pools, fault } = takePciDevices(two, [aPciRequest(2), aPciRequest(4)], PCI_ANYWHERE, rules)
    expect(shown(pools)).toEqual(['8086:1520 ×3 physical_network'])
    expect(fault).toMatchObject({ code: 'PCI_REQUEST_FAILED', details: { request: 1, needed: 4, available: 3 } })
    expect(fault?.message).toBe(
      'PCI devices for vendor_id=8086: 3 usable, 4 needed ' +
        '(8086:1515: has 2, needs 4 (0 left after the requests before); 8086:1520: has 3, needs 4)',
    )
  })

  test('are as many fewer as were asked for, and the pools that were given do not change', () => {
    const pools = fc.array(
      fc.record({ product: fc.constantFrom('1515', '1520'), count: fc.nat(4), cell: fc.constantFrom(null, 0, 1) }),
      { maxLength: 5 },
    )
    const requests = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 })
    fc.assert(
      fc.property(pools, requests, fc.constantFrom(null, [0], [0, 1]), (words, counts, cells) => {
        const before = somePools(...words)
        const copy = JSON.stringify(before)
        const asked = counts.map((count) => aPciRequest(count))
        const place = { cells, topology: null }
        const taken = takePciDevices(before, asked, place, rules)
        const sum = counts.reduce((total, count) => total + count, 0)
        expect(JSON.stringify(before)).toBe(copy)
        if (taken.fault === undefined) expect(freePciDevices(taken.pools)).toBe(freePciDevices(before) - sum)
        expect(supportsPciRequests(before, asked, place, rules)).toBe(taken.fault === undefined)
      }),
    )
  })
})

describe('where the rules differ', () => {
  const both = (
    words: readonly PoolWords[],
    request: PciRequest,
    place?: PciPlace,
  ): readonly (readonly string[] | null)[] => {
    return RULES.map(([, rules]) => left(somePools(...words), [request], rules, place))
  }

  test.each([
    ['letter case of a property', [{ tags: { net: 'P1' } }], aPciRequest(1, { net: 'p1' }), [null, []]],
    ['a physical function that nobody asked for', [{ tags: { dev_type: 'type-PF' } }], aPciRequest(1), [[], null]],
    [
      'a physical function that one alternative asks for',
      [{ tags: { dev_type: 'type-PF' } }],
      aPciRequest(1, [{ vendor_id: '8086' }, { dev_type: 'type-PF' }]),
      [[], []],
    ],
    ['a vDPA device', [{ tags: { dev_type: 'vdpa' } }], aPciRequest(1), [[], null]],
    [
      'a vDPA device that is asked for',
      [{ tags: { dev_type: 'vdpa' } }],
      aPciRequest(1, { dev_type: 'vdpa' }),
      [[], []],
    ],
    ['a remotely managed device', [{ tags: { remote_managed: ' Yes ' } }], aPciRequest(1), [[], null]],
    ['a device that is not remotely managed', [{ tags: { remote_managed: 'false' } }], aPciRequest(1), [[], []]],
    [
      'a remotely managed device that is asked for',
      [{ tags: { remote_managed: 'true' } }],
      aPciRequest(1, { remote_managed: 'True' }),
      [null, []],
    ],
    ['0 devices of a host that has none', [], aPciRequest(0), [[], null]],
    ['0 devices of a host that has some', [{}], aPciRequest(0), [['8086:1515 ×1'], ['8086:1515 ×1']]],
  ])('%s', (_name, words, request, expected) => expect(both(words, request)).toEqual(expected))

  test('devices on the cell go before those of unknown place, or with them', () => {
    expect(both([{}, { cell: 0 }], aPciRequest(1), { cells: [0], topology: null })).toEqual([
      ['8086:1515@0 ×1'],
      ['8086:1515 ×1'],
    ])
  })

  test('a physical function counts as near before it is passed over', () => {
    const words = [{ cell: 0, tags: { dev_type: 'type-PF' } }, {}]
    expect(both(words, aPciRequest(1), { cells: [0], topology: null })[1]).toBeNull()
  })
})
