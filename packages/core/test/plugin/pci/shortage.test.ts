import { describe, expect, test } from 'vitest'
import { describePciShortage } from '../../../src/plugin/pci/describe.ts'
import type { PciRequest } from '../../../src/plugin/pci/pool.ts'
import { PCI_BY_KIND_AND_POLICY } from '../../../src/plugin/pci/rules.ts'
import { pciShortage } from '../../../src/plugin/pci/shortage.ts'
import { PCI_ANYWHERE, type PciPlace } from '../../../src/plugin/pci/sieves.ts'
import { aPciRequest, somePools, type PoolWords } from './pools.ts'

const NEAR_0: PciPlace = { cells: [0], topology: null }

function shortageOf(words: readonly PoolWords[], requests: readonly PciRequest[], place: PciPlace = PCI_ANYWHERE) {
  return pciShortage(somePools(...words), requests, place, PCI_BY_KIND_AND_POLICY)
}

function text(words: readonly PoolWords[], requests: readonly PciRequest[], place?: PciPlace): string | null {
  const shortage = shortageOf(words, requests, place)
  return shortage === null ? null : describePciShortage(shortage)
}

const PHYS2 = { product_id: '1515', physical_network: 'phys2' }

describe('why a host lacks devices', () => {
  test.each([
    ['enough', [{}], [aPciRequest(1)], null],
    ['no pools', [], [aPciRequest(1)], 'the host has no PCI devices'],
    ['too few', [{ count: 2 }], [aPciRequest(3)], '8086:1515: has 2, needs 3'],
    [
      'another vendor and product',
      [{}],
      [aPciRequest(1, { vendor_id: 'v', product_id: 'p' })],
      '8086:1515: vendor_id/product_id differ',
    ],
    ['another product, whatever its tags', [{ product: '1' }], [aPciRequest(1, PHYS2)], '8086:1: product_id differs'],
    [
      'another tag',
      [{ tags: { physical_network: 'phys1' } }],
      [aPciRequest(1, PHYS2)],
      '8086:1515: tag physical_network is phys1, needs phys2',
    ],
    ['no tag', [{}], [aPciRequest(1, PHYS2)], '8086:1515: tag physical_network is missing, needs phys2'],
    [
      'the nearest of alternatives',
      [{}],
      [aPciRequest(1, [{ vendor_id: 'v', product_id: 'p' }, PHYS2])],
      '8086:1515: tag physical_network is missing, needs phys2',
    ],
    ['no alternatives', [{}], [aPciRequest(1, [])], '8086:1515: the request accepts no device'],
    [
      'a kind that nobody asked for',
      [{ tags: { dev_type: 'type-PF' } }],
      [aPciRequest(1)],
      '8086:1515: is a physical function, which must be asked for',
    ],
    [
      'taken before',
      [{ count: 1 }, { count: 2, tags: { a: 'x' } }],
      [aPciRequest(2), aPciRequest(2)],
      '8086:1515: has 1, needs 2 (0 left after the requests before); 8086:1515: has 2, needs 2 (1 left after the requests before)',
    ],
  ])('%s', (_name, words, requests, expected) => expect(text(words, requests)).toBe(expected))

  test.each([
    ['required', '8086:1515 on NUMA cell 1: needs cell 0; 8086:1515: on no known NUMA cell, needs cell 0'],
    ['legacy', '8086:1515 on NUMA cell 1: needs cell 0; 8086:1515: has 1, needs 2'],
    ['preferred', '8086:1515 on NUMA cell 1: has 1, needs 3; 8086:1515: has 1, needs 3'],
    [
      'socket',
      '8086:1515 on NUMA cell 1: needs cell 0, or its socket; 8086:1515: on no known NUMA cell, needs cell 0, or its socket',
    ],
  ])('the policy %s', (policy, expected) => {
    const count = policy === 'preferred' ? 3 : 2
    expect(text([{ cell: 1 }, {}], [aPciRequest(count, {}, policy)], NEAR_0)).toBe(expected)
  })

  test('as data: the request, the shortfall, and every pool', () => {
    const requests = [aPciRequest(1), { ...aPciRequest(2, { vendor_id: '8086', net: 'a' }), aliasName: 'fast' }]
    expect(shortageOf([{ count: 2, cell: 1, tags: { net: 'a' } }, { vendor: '10de' }], requests)).toEqual({
      request: 1,
      wanted: 'fast',
      needed: 2,
      available: 1,
      unit: 'devices',
      pools: [
        {
          vendorId: '10de',
          productId: '1515',
          numaNode: null,
          count: 1,
          left: 1,
          refusal: {
            why: 'properties',
            differ: [
              { name: 'vendor_id', found: '10de', needed: '8086' },
              { name: 'net', found: null, needed: 'a' },
            ],
          },
        },
        { vendorId: '8086', productId: '1515', numaNode: 1, count: 2, left: 1, refusal: null },
      ],
    })
  })

  test.each([
    [[{ vendor_id: '8086', product_id: '1515' }, { trusted: null }], 'vendor_id=8086,product_id=1515 or trusted=null'],
    [[{}], 'any device'],
    [[], 'no device'],
  ])('what was asked for without an alias: %j', (spec, wanted) => {
    expect(shortageOf([], [aPciRequest(1, spec)])?.wanted).toBe(wanted)
  })
})
