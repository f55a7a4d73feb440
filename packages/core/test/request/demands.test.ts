import { describe, expect, it } from 'vitest'
import { NovaSchedError } from '../../src/errors.ts'
import { REQUEST_MAKING } from '../../src/releases.ts'
import { demandsOf, novaDemands } from '../../src/request/demands.ts'
import type { DemandRules } from '../../src/request/demands.ts'
import { dataMap } from '../../src/util/freeze.ts'

const { kilo: EARLY_DEMANDS, zed: LATER_DEMANDS } = REQUEST_MAKING
const UUID = '00000000-0000-4000-8000-000000000001'

type Maps = readonly [extraSpecs: Record<string, string>, image: Record<string, unknown>]

function demands([extraSpecs, image]: Maps, rules: DemandRules, aliases: readonly string[] = []) {
  const flavor = { vcpus: 3, memoryMb: 1024, extraSpecs: dataMap(Object.entries(extraSpecs)) }
  return demandsOf({ flavor, image: dataMap(Object.entries(image)), aliases, uuid: UUID }, rules)
}

function novaErrorOf(maps: Maps, rules: DemandRules): unknown {
  try {
    demands(maps, rules)
  } catch (error) {
    if (error instanceof NovaSchedError) return error.details['novaError']
    throw error
  }
  return 'none'
}

const UNEVEN = { 'hw:numa_nodes': '2' }
const ALIAS = { 'pci_passthrough:alias': 'a1:1' }

describe('demands', () => {
  it('are none where nothing is asked', () => {
    for (const rules of [EARLY_DEMANDS, LATER_DEMANDS]) {
      const made = demands([{}, {}], rules)
      expect(made).toMatchObject({ numaTopology: null, pciRequests: [] })
      expect(novaDemands(made, UUID, rules)).toEqual({
        numa_topology: null,
        pci_requests: { instance_uuid: UUID, requests: [] },
      })
    }
  })

  it('of devices and of nodes stand in the request as the release has them', () => {
    const asks: Maps = [{ ...ALIAS, 'hw:numa_nodes': '1' }, {}]
    const early = novaDemands(demands(asks, EARLY_DEMANDS, ['{"name": "a1"}']), UUID, EARLY_DEMANDS)
    const later = novaDemands(demands(asks, LATER_DEMANDS, ['{"name": "a1"}']), UUID, LATER_DEMANDS)
    expect(early).toMatchObject({
      numa_topology: { cells: [{ cpuset: [0, 1, 2] }] },
      pci_requests: { requests: [{ request_id: null }] },
    })
    expect(later).toMatchObject({
      numa_topology: { cells: [{ pcpuset: [] }] },
      pci_requests: { requests: [{ numa_policy: 'legacy' }] },
    })
  })

  it.each<[Maps, string, string]>([
    [[{ ...UNEVEN, ...ALIAS }, { hw_boot_menu: null }], 'ImageNUMATopologyAsymmetric', 'InvalidRequest'],
    [[{ ...UNEVEN, ...ALIAS }, {}], 'ImageNUMATopologyAsymmetric', 'ImageNUMATopologyAsymmetric'],
    [[{ ...ALIAS, 'hw:pci_numa_affinity_policy': 'x' }, {}], 'PciRequestAliasNotDefined', 'InvalidPCINUMAAffinity'],
    [[ALIAS, {}], 'PciRequestAliasNotDefined', 'PciRequestAliasNotDefined'],
    [[{}, { 'hw_numa_cpus.0': 'x' }], 'none', 'Invalid'],
  ])('%j fails first by %s, later %s', (maps, early, later) => {
    expect(novaErrorOf(maps, EARLY_DEMANDS)).toBe(early)
    expect(novaErrorOf(maps, LATER_DEMANDS)).toBe(later)
  })
})
