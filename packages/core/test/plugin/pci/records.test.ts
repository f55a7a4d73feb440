import { describe, expect, test } from 'vitest'
import { freePciDevices, pciDevicesOn } from '../../../src/plugin/pci/count.ts'
import { pciPoolRecord, readPciPools, readPciRequests } from '../../../src/plugin/pci/records.ts'
import { PYTHON_2, PYTHON_3 } from '../../../src/plugin/python.ts'
import { RULES } from '../../../src/releases.ts'
import { shown, somePools } from './pools.ts'

describe('pools of a host', () => {
  test('stand with the fewest tags first, equals as they were told', () => {
    const pools = somePools(
      { product: '1', tags: { a: 'x', b: 'y' } },
      { product: '2', tags: { a: 'x' } },
      { product: '3' },
      { product: '4', tags: { b: 'y' } },
      { product: '5' },
    )
    expect(shown(pools)).toEqual(['8086:3 ×1', '8086:5 ×1', '8086:2 ×1 a', '8086:4 ×1 b', '8086:1 ×1 a b'])
  })

  test('are none when the host told of none', () => {
    expect([null, undefined, []].map((records) => readPciPools(records, RULES.zed))).toEqual([[], [], []])
  })

  test('come out as they were read, and never change', () => {
    const record = { vendor_id: '8086', product_id: '1515', numa_node: 1, count: 2, tags: { physical_network: 'p1' } }
    const pools = readPciPools([record, { vendor_id: '10de', product_id: '1db6', count: 1 }], RULES.zed)
    expect(pools.map(pciPoolRecord)).toEqual([
      { vendor_id: '10de', product_id: '1db6', numa_node: null, count: 1, tags: {} },
      record,
    ])
    expect([pools, ...pools, ...pools.map(({ properties }) => properties)].every(Object.isFrozen)).toBe(true)
  })

  test('have tags of any name', () => {
    const tags = JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string>
    const [pool] = readPciPools([{ vendor_id: 'v', product_id: 'p', count: 1, tags }], RULES.zed)
    expect(Object.entries(pool?.properties ?? {})).toContainEqual(['__proto__', 'x'])
    expect(Object.keys(pciPoolRecord(pool!).tags ?? {})).toEqual(['__proto__', 'constructor'])
  })

  test('have texts for tags in releases that type them', () => {
    const tagged = (tags: Readonly<Record<string, unknown>>, rules = RULES.zed) =>
      readPciPools([{ vendor_id: 'v', product_id: 'p', count: 1, tags }], rules)[0]?.properties
    expect(tagged({ n: 1, yes: true, none: null })).toMatchObject({ n: '1', yes: 'True', none: null })
    expect(() => tagged({ list: ['a'] })).toThrow(expect.objectContaining({ code: 'VALUE_MALFORMED' }))
    expect(tagged({ n: 1, list: ['a'] }, RULES.kilo)).toMatchObject({ n: 1, list: ['a'] })
  })

  test('are counted, in all and by cell', () => {
    const pools = somePools({ cell: 0, count: 2 }, { cell: 1, count: 3 }, { cell: 0, count: 4, tags: { a: 'x' } }, {})
    expect(freePciDevices(pools)).toBe(10)
    expect([0, 1, 2].map((cell) => pciDevicesOn(pools, cell))).toEqual([6, 3, 0])
  })
})

test('requests: a property that is a list is a fault', () => {
  const asked = { count: 1, spec: [{ tags: ['a'] }] }
  expect(() => readPciRequests([asked], PYTHON_3)).toThrow(expect.objectContaining({ code: 'VALUE_MALFORMED' }))
})

test('requests: what is absent is null, and numbers in a spec are text', () => {
  const spec = [{ vendor_id: 8086, trusted: true, physical_network: null }]
  const asked = { count: 1, spec, alias_name: 'a1', request_id: 'r', numa_policy: 'socket' }
  expect(readPciRequests([asked, { count: 2, spec: [] }], PYTHON_3)).toEqual([
    {
      count: 1,
      spec: [{ vendor_id: '8086', trusted: 'True', physical_network: null }],
      aliasName: 'a1',
      requestId: 'r',
      numaPolicy: 'socket',
    },
    { count: 2, spec: [], aliasName: null, requestId: null, numaPolicy: null },
  ])
  expect(readPciRequests([{ count: 1, spec: [{ ratio: 0.1 + 0.2 }] }], PYTHON_2)[0]?.spec).toEqual([{ ratio: '0.3' }])
})
