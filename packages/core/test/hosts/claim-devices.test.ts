import { describe, expect, test } from 'vitest'
import { claimDevices, type ClaimedDevices } from '../../src/hosts/claim-devices.ts'
import { NovaHostManager } from '../../src/hosts/nova-host-manager.ts'
import type { HostFields } from '../../src/plugin/host.ts'
import type { Limits } from '../../src/plugin/request.ts'
import { RULES, type BuiltRelease } from '../../src/releases.ts'
import { aHost, aRequest, type RequestOverrides } from '../../src/testing/builders.ts'
import { testEnv } from '../../src/testing/env.ts'
import { dataMap } from '../../src/util/freeze.ts'
import { hostOf, instanceOf, pinsOf } from '../plugin/numa/cells.ts'
import { aPciRequest, shown, somePools } from '../plugin/pci/pools.ts'

const CELLS = hostOf({ cpu_usage: 1 }, {})
const POOLS = somePools({ cell: 0, count: 2 }, { product: '10fb', cell: 1, count: 1 })
const PINNED = { cpuset: [], pcpuset: [0, 1], cpu_policy: 'dedicated' }
const TOO_MANY = [aPciRequest(9)]

function claim(
  release: BuiltRelease,
  host: Partial<HostFields>,
  request: RequestOverrides,
  limits: Limits = dataMap([]),
): ClaimedDevices {
  return claimDevices(aHost(host), aRequest(request), limits, { rules: RULES[release], packs: false })
}

const usage = ({ fields }: ClaimedDevices): readonly number[] | undefined =>
  fields.numaTopology?.cells.map(({ cpuUsage }) => cpuUsage)

describe('a claim of cells and devices', () => {
  test.each(['kilo', 'zed'] as const)('takes both (%s)', (release) => {
    const guest = release === 'kilo' ? { cpuset: [0, 1] } : { cpuset: [0, 1], pcpuset: [] }
    const claimed = claim(
      release,
      { numaTopology: CELLS, pciDevicePools: POOLS },
      { numaTopology: instanceOf(guest), pciRequests: [aPciRequest(1)] },
    )
    expect(claimed.fault).toBeUndefined()
    expect(usage(claimed)?.reduce((sum, cpus) => sum + cpus)).toBe(3)
    expect(claimed.fields.pciDevicePools.reduce((sum, { count }) => sum + count, 0)).toBe(2)
    expect(claimed.numaTopology?.cells).toHaveLength(1)
  })

  test('hands the placed cells on to the next instance', () => {
    const { numaTopology } = claim('zed', { numaTopology: CELLS }, { numaTopology: instanceOf(PINNED) })
    expect(pinsOf(numaTopology)).toHaveLength(2)
  })

  test('takes near devices where they are asked for', () => {
    const { fields, numaTopology } = claim(
      'zed',
      { numaTopology: CELLS, pciDevicePools: POOLS },
      {
        numaTopology: instanceOf({ cpuset: [0], pcpuset: [] }),
        pciRequests: [aPciRequest(1, { product_id: '10fb' }, 'required')],
      },
    )
    expect(numaTopology?.cells[0]?.id).toBe(1)
    expect(shown(fields.pciDevicePools)).toEqual(['8086:1515@0 ×2'])
  })

  test('fits cells under the limits that the filters left', () => {
    const limits = (ratio: number): Limits =>
      dataMap([
        [
          'numa_topology',
          dataMap([
            ['cpu_allocation_ratio', ratio],
            ['ram_allocation_ratio', ratio],
          ]),
        ],
      ])
    const host = { numaTopology: hostOf({ cpu_usage: 4 }) }
    const request = { numaTopology: instanceOf({ cpuset: [0], pcpuset: [] }) }
    expect(claim('zed', host, request, limits(2)).numaTopology?.cells).toHaveLength(1)
    expect(claim('zed', host, request, limits(1)).numaTopology).toBeNull()
  })

  test.each<[BuiltRelease, boolean]>([
    ['kilo', false],
    ['zed', true],
  ])('on a host without cells, %s: the next instance asks again: %s', (release, asksAgain) => {
    const numaTopology = instanceOf({ cpuset: [0], pcpuset: [] })
    const claimed = claim(release, {}, { numaTopology })
    expect(claimed.fields.numaTopology).toBeNull()
    expect(claimed.numaTopology).toEqual(asksAgain ? numaTopology : null)
  })

  test('takes no devices of a node that never reported', () => {
    const claimed = claim('zed', { hasReported: false }, { pciRequests: TOO_MANY })
    expect(claimed.fault).toBeUndefined()
  })
})

describe('a claim that breaks', () => {
  test('on devices: what the request before took stays taken; cells are not reached in Kilo', () => {
    const claimed = claim(
      'kilo',
      { numaTopology: hostOf({ cpu_usage: 1 }), pciDevicePools: POOLS },
      { numaTopology: instanceOf({ cpuset: [0, 1] }), claimedPciRequests: [aPciRequest(1), ...TOO_MANY] },
    )
    expect(claimed.fault).toMatchObject({ code: 'PCI_REQUEST_FAILED' })
    expect(usage(claimed), 'a claim without cells would have made it 0').toEqual([1])
    expect(shown(claimed.fields.pciDevicePools)).toEqual(['8086:1515@0 ×1', '8086:10fb@1 ×1'])
  })

  test('on cells: devices are not reached in Zed, and would be taken where they come first', () => {
    const host = aHost({ numaTopology: hostOf({ mempages: [] }), pciDevicePools: POOLS })
    const request = aRequest({ numaTopology: instanceOf({ cpuset: [0] }), pciRequests: [aPciRequest(1)] })
    const [zed, devicesFirst] = [false, true].map((devicesAreClaimedBeforeCells) => {
      const rules = { ...RULES.zed, devicesAreClaimedBeforeCells }
      return claimDevices(host, request, dataMap([]), { rules, packs: false })
    })
    for (const claimed of [zed, devicesFirst]) {
      expect(claimed?.fault).toMatchObject({ code: 'PAGE_SIZES_UNKNOWN' })
      expect(claimed?.fields.numaTopology).toBe(host.numaTopology)
      expect(claimed?.numaTopology?.cells, 'the cells were placed before').toHaveLength(1)
    }
    expect(zed?.fields.pciDevicePools).toBe(POOLS)
    expect(shown(devicesFirst?.fields.pciDevicePools ?? [])[0]).toBe('8086:1515@0 ×1')
  })

  test('leaves the host as far as it came, and is not counted as an I/O operation', () => {
    const env = testEnv(NovaHostManager.options, { release: 'zed', now: 7 })
    const manager = NovaHostManager.create(env)
    const before = aHost({ pciDevicePools: POOLS })
    const { host, request, fault } = manager.claim(before, aRequest({ pciRequests: TOO_MANY }), dataMap([]))
    expect(fault).toMatchObject({ code: 'PCI_REQUEST_FAILED' })
    expect(host).toMatchObject({
      freeRamMb: 14336,
      freeDiskMb: 81920,
      vcpusUsed: 1,
      numInstances: 1,
      numIoOps: 0,
      updatedAt: null,
      pciDevicePools: POOLS,
    })
    expect(request.pciRequests).toEqual(TOO_MANY)
  })

  test('before anything is taken: the instance joins the host all the same', () => {
    const manager = NovaHostManager.create(testEnv(NovaHostManager.options, { release: 'zed', now: 7 }))
    const grouped = { group: { updated: true } }
    const known = { uuid: 'u', projectId: 'other', instanceTypeId: 9 }
    const before = aHost({ freeRamMb: null, instances: dataMap([['u', known]]) })
    const joined = manager.claim(before, aRequest({ uuid: 'v', ...grouped }), dataMap([]))
    expect(joined).toMatchObject({ fault: { code: 'TYPE_MISMATCH' }, host: { freeRamMb: null, numInstances: 0 } })
    expect(Object.keys(joined.host.instances)).toEqual(['u', 'v'])
    const again = manager.claim(before, aRequest({ uuid: 'u', ...grouped }), dataMap([]))
    expect(again.host.instances['u'], 'an instance that is known stays as it is').toBe(known)
    expect(manager.claim(before, aRequest(), dataMap([])).host, 'nobody joins without a group').toBe(before)
  })

  test('without a flavor, whose sizes it takes', () => {
    const manager = NovaHostManager.create(testEnv(NovaHostManager.options, { release: 'zed', now: 7 }))
    const before = aHost()
    const { host, fault } = manager.claim(before, aRequest({ flavor: null }), dataMap([]))
    expect(fault).toMatchObject({ code: 'FIELD_NOT_LOADED' })
    expect(host).toBe(before)
  })

  test('on memory that was never reported: nothing is taken', () => {
    const env = testEnv(NovaHostManager.options, { release: 'kilo' })
    const manager = NovaHostManager.create(env)
    const before = aHost({ freeRamMb: null })
    const { host, fault } = manager.claim(before, aRequest(), dataMap([]))
    expect(host).toBe(before)
    expect(fault).toMatchObject({ code: 'TYPE_MISMATCH' })
  })
})
