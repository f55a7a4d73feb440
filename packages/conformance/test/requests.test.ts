import { describe, expect, test } from 'vitest'
import { checkRequestVector } from '../src/requests.ts'

const flavor = (extra_specs: Record<string, string>) => ({ vcpus: 2, memory_mb: 512, extra_specs })
const CELL = { id: 0, cpuset: [0, 1], memory: 512, pagesize: null, cpu_pinning_raw: null }
const DEVICE = { count: 1, spec: [{}], alias_name: 'a', is_new: false, request_id: '<uuid>', numa_policy: 'legacy' }

const CASES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  zone: {
    release: 'kilo',
    availability_zone: 'az1:h1',
    expect: { availability_zone: 'az1', force_hosts: ['h1'], force_nodes: null },
  },
  'zone error': {
    release: 'zed',
    availability_zone: ':::',
    expect: { error: 'InvalidInput', message: 'Invalid input received: Unable to parse availability_zone' },
  },
  image: { release: 'zed', image: { properties: { hw_pmu: 'on' } }, expect: { properties: { hw_pmu: true } } },
  nodes: {
    release: 'kilo',
    flavor: flavor({ 'hw:numa_nodes': '1' }),
    image: null,
    expect: { numa_topology: { cells: [CELL] }, pci_requests: [] },
  },
  devices: {
    release: 'zed',
    conf: '[pci]\nalias = {"name": "a"}\n',
    flavor: flavor({ 'pci_passthrough:alias': 'a:1' }),
    image: {},
    expect: { numa_topology: null, pci_requests: [DEVICE] },
  },
  alias: {
    release: 'zed',
    flavor: flavor({ 'pci_passthrough:alias': 'a1:1' }),
    image: {},
    expect: { error: 'PciRequestAliasNotDefined', message: 'PCI alias a1 is not defined' },
  },
}

const replay = (name: string, expect?: object) =>
  checkRequestVector({ id: name, conf: '', ...CASES[name], ...(expect && { expect }) })

describe('request vectors', () => {
  test.each(Object.keys(CASES))('%s', (name) => expect(replay(name)).toEqual({ id: name, ok: true }))

  test.each<[string, object, string]>([
    ['zone', { availability_zone: 'az2', force_hosts: ['h1'], force_nodes: null }, 'availability_zone: expected "az2"'],
    ['zone', { error: 'InvalidInput' }, 'error: expected "InvalidInput", got nothing'],
    ['zone error', { availability_zone: null }, 'error: expected nothing, got "InvalidInput"'],
    ['image', { properties: {} }, 'properties: expected {}, got {"hw_pmu":true}'],
    ['nodes', { numa_topology: null, pci_requests: [] }, 'numa_topology: expected null'],
    [
      'devices',
      { numa_topology: null, pci_requests: [{ ...DEVICE, numa_policy: 'socket' }] },
      'pci_requests: expected',
    ],
    ['alias', { error: 'PciRequestAliasNotDefined', message: 'PCI alias a is not defined' }, 'message: expected'],
    ['alias', { error: 'ValueError', message: 'any' }, 'error: expected "ValueError"'],
  ])('a wrong %s is seen: %j', (name, wrong, detail) => {
    const result = replay(name, wrong)
    expect(result.ok).toBe(false)
    expect(result.detail).toContain(detail)
  })

  test('a release that is not built is left out', () => {
    expect(checkRequestVector({ ...CASES['zone'], id: 'later', release: '2026.1' }).skipped).toMatch('2026.1 not built')
  })
})
