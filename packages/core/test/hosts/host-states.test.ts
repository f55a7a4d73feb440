import { describe, expect, test } from 'vitest'
import { Cloud } from '../../src/hosts/cloud.ts'
import { HostStates } from '../../src/hosts/host-states.ts'
import { NovaHostManager } from '../../src/hosts/nova-host-manager.ts'
import type { Host } from '../../src/plugin/host.ts'
import { RULES, type BuiltRelease } from '../../src/releases.ts'
import { aRequest } from '../../src/testing/builders.ts'
import { dataMap } from '../../src/util/freeze.ts'
import { SILENT_LOG } from '../../src/util/log.ts'
import { node } from '../scheduling.ts'

/** A time before every claim: in releases whose host states live on, claims hold against such a report. */
const STAMP = '2020-01-01T00:00:00'

interface World {
  readonly cloud: Cloud
  readonly states: HostStates
  readonly hosts: readonly Host[]
}

function worldOf(release: BuiltRelease, ...names: readonly string[]): World {
  const rules = RULES[release]
  const cloud = new Cloud({ hosts: names.map((name) => node(name, { updated_at: STAMP })) }, rules)
  const conf = { packing_host_numa_cells_allocation_strategy: false }
  const env = { conf, rules, log: SILENT_LOG, clock: () => Date.UTC(2026, 0, 1) }
  const states = new HostStates(NovaHostManager.create(env), rules, SILENT_LOG)
  return { cloud, states, hosts: states.refresh(cloud).hosts }
}

const free = (hosts: readonly Host[]): readonly (number | null)[] => hosts.map(({ freeRamMb }) => freeRamMb)
const LIMITS = dataMap([['memory_mb', 9000]])

describe('host states between requests', () => {
  test('live on in Kilo, with claims and limits', () => {
    const { cloud, states, hosts } = worldOf('kilo', 'a', 'b')
    states.addLimits(hosts[0] as Host, LIMITS)
    states.claim(hosts[0] as Host, aRequest())
    const after = states.refresh(cloud).hosts
    expect(free(after)).toEqual([6144, 8192])
    expect(states.limitsOf(after[0] as Host)).toEqual(LIMITS)
  })

  test('are read again in Zed, without claims and limits', () => {
    const { cloud, states, hosts } = worldOf('zed', 'a', 'b')
    states.addLimits(hosts[0] as Host, LIMITS)
    states.claim(hosts[0] as Host, aRequest())
    expect(free(states.current(hosts))).toEqual([6144, 8192])
    const after = states.refresh(cloud).hosts
    expect(free(after)).toEqual([8192, 8192])
    expect(states.limitsOf(after[0] as Host)).toEqual({})
    expect(after[1], 'what nobody touched is the same object').toBe(hosts[1])
  })

  test('limits alone are forgotten in Zed too', () => {
    const { cloud, states, hosts } = worldOf('zed', 'a')
    states.addLimits(hosts[0] as Host, LIMITS)
    expect(states.limitsOf(states.refresh(cloud).hosts[0] as Host)).toEqual({})
  })

  test('a claim is given back as long as the host is not read again', () => {
    for (const [release, expected] of [
      ['kilo', true],
      ['zed', false],
    ] as const) {
      const { cloud, states, hosts } = worldOf(release, 'a')
      const request = aRequest()
      states.claim(hosts[0] as Host, request)
      states.refresh(cloud)
      expect(states.release({ host: 'a', nodename: 'a', uuid: request.uuid }), release).toBe(expected)
      expect(free(states.hosts())).toEqual([8192])
    }
  })
})

describe('claims', () => {
  test('are made under the limits that are on the host', () => {
    const { states, hosts } = worldOf('zed', 'a')
    const seen: unknown[] = []
    states.manageWith({
      refresh: () => hosts[0] as Host,
      claim: (host, request, limits) => {
        seen.push(limits)
        return { host, request }
      },
    })
    states.claim(hosts[0] as Host, aRequest())
    states.addLimits(hosts[0] as Host, LIMITS)
    states.addLimits(hosts[0] as Host, dataMap([['vcpu', 4]]))
    states.claim(hosts[0] as Host, aRequest())
    expect(seen).toEqual([{}, { memory_mb: 9000, vcpu: 4 }])
  })

  test('of a copy are not known to the original', () => {
    const { states, hosts } = worldOf('kilo', 'a')
    const copy = states.fork({ refresh: () => hosts[0] as Host, claim: (host, request) => ({ host, request }) })
    copy.addLimits(hosts[0] as Host, LIMITS)
    copy.claim(hosts[0] as Host, aRequest())
    expect(states.limitsOf(hosts[0] as Host)).toEqual({})
    expect(states.release({ host: 'a', nodename: 'a', uuid: aRequest().uuid })).toBe(false)
  })
})

describe('a node that never reported', () => {
  const fields = { free_disk_gb: null, memory_mb: 4096, vcpus: 4, metrics: [], updated_at: STAMP }
  const read = (release: BuiltRelease, more: object = fields): Host => {
    const rules = RULES[release]
    const env = { conf: { packing_host_numa_cells_allocation_strategy: false }, rules, log: SILENT_LOG, clock: () => 0 }
    const states = new HostStates(NovaHostManager.create(env), rules, SILENT_LOG)
    return states.refresh(new Cloud({ hosts: [node('new', more)] }, rules)).hosts[0] as Host
  }

  test('is a candidate of zeros in Zed, whatever else its record says', () => {
    expect(read('zed')).toMatchObject({
      hasReported: false,
      host: 'new',
      nodename: 'new',
      cell: 'cell1',
      vcpusTotal: 0,
      totalRamMb: 0,
      freeRamMb: 0,
      freeDiskMb: 0,
      cpuAllocationRatio: null,
      updatedAt: null,
      service: { up: true },
    })
    expect(read('zed', { free_disk_gb: null, cell: 'cell2', nodename: 'n1' })).toMatchObject({
      cell: 'cell2',
      nodename: 'n1',
    })
  })

  test('breaks Kilo, and is named', () => {
    expect(() => read('kilo')).toThrow(
      expect.objectContaining({
        code: 'PLUGIN_FAULT',
        details: expect.objectContaining({ plugin: 'HostManager', host: 'new' }) as unknown,
      }),
    )
  })

  test('is another than one that reported no free disk', () => {
    expect(read('zed', { free_disk_gb: 0 })).toMatchObject({ hasReported: true, freeDiskMb: 0, totalRamMb: 8192 })
  })
})
