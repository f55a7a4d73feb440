import { describe, expect, it } from 'vitest'
import type { NovaFilterProperties, NovaRequest, NovaRequestSpec } from '../../src/request/nova-request.ts'
import { readRequest } from '../../src/request/read-request.ts'
import type { Request } from '../../src/plugin/request.ts'

const FLAVOR = { id: 3, name: 'm1', memory_mb: 512, vcpus: 2, root_gb: 10, ephemeral_gb: 5, swap: 64, extra_specs: {} }

interface Parts {
  readonly spec?: Partial<NovaRequestSpec>
  readonly instance?: object
  readonly properties?: NovaFilterProperties
  readonly more?: Partial<NovaRequest>
}

function read({ spec = {}, instance = {}, properties = {}, more = {} }: Parts = {}): Request {
  const request = {
    request_spec: { instance_type: FLAVOR, instance_properties: { uuid: 'u', ...instance }, image: {}, ...spec },
    filter_properties: properties,
    ...more,
  }
  return readRequest(request, 'zed')
}

describe('a typed request', () => {
  it('has every field, with what Nova makes of what is missing', () => {
    expect(read()).toEqual({
      uuid: 'u',
      instanceUuids: ['u'],
      projectId: null,
      userId: null,
      numInstances: 1,
      availabilityZone: null,
      imageRef: null,
      osType: null,
      vmState: 'building',
      taskState: null,
      memoryMb: 512,
      vcpus: 2,
      rootGb: 10,
      ephemeralGb: 5,
      flavor: {
        id: 3,
        name: 'm1',
        memoryMb: 512,
        vcpus: 2,
        rootGb: 10,
        ephemeralGb: 5,
        swapMb: 64,
        extraSpecs: {},
      },
      image: { properties: {} },
      group: { policies: [], policy: null, members: [], maxServerPerHost: 1, hosts: [], updated: false },
      hints: {},
      retry: null,
      ignoreHosts: [],
      forceHosts: [],
      forceNodes: [],
      requestedDestination: null,
      numaTopology: null,
      pciRequests: null,
      claimedPciRequests: null,
      returnAlternates: false,
      configOptions: {},
    })
  })

  it('is frozen all the way down, and leaves what it was made of as it was', () => {
    const properties = {
      scheduler_hints: { same_host: ['a', 'b'] },
      ignore_hosts: ['h1'],
      instance_group: { policy: 'affinity', members: ['u'], hosts: ['h1'] },
      requested_destination: { host: 'h1', node: null },
    }
    const uuids = ['u']
    const image = { id: 'i', properties: { 'hw_numa_cpus.0': '0,1', hw_scsi_model: 'virtio-scsi' } }
    const request = read({ properties, spec: { image }, more: { instance_uuids: uuids } })
    const thawed = (value: unknown): unknown[] => {
      if (typeof value !== 'object' || value === null) return []
      return [...(Object.isFrozen(value) ? [] : [value]), ...Object.values(value).flatMap(thawed)]
    }
    expect(thawed(request)).toEqual([])
    expect([uuids, image, properties].map((given) => Object.isFrozen(given))).toEqual([false, false, false])
  })

  it('takes what the instance and the image say', () => {
    const instance = {
      project_id: 'p',
      user_id: 'me',
      availability_zone: 'az1',
      os_type: 'linux',
      task_state: 'rebuilding',
      numa_topology: { cells: [{ id: 0, cpuset: [0], pcpuset: [], memory: 512 }] },
      pci_requests: { requests: [{ count: 2, spec: [{ vendor_id: '8086' }], alias_name: 'nic' }] },
    }
    const request = read({ instance, spec: { image: { id: 'i-1' } } })
    expect(request).toMatchObject({
      projectId: 'p',
      userId: 'me',
      availabilityZone: 'az1',
      osType: 'linux',
      taskState: 'rebuilding',
      imageRef: 'i-1',
      numaTopology: { cells: [{ id: 0, cpuset: [0], memory: 512 }] },
      pciRequests: [{ count: 2, aliasName: 'nic' }],
    })
    expect(request.claimedPciRequests, 'filters and claims are told of the same').toBe(request.pciRequests)
  })

  it('has the sizes of the flavor, whatever the instance says', () => {
    expect(read({ instance: { memory_mb: 9, vcpus: 9, root_gb: 9, ephemeral_gb: 9 } })).toMatchObject({
      memoryMb: 512,
      vcpus: 2,
      rootGb: 10,
      ephemeralGb: 5,
    })
    expect(read({ spec: { instance_type: null } })).toMatchObject({ flavor: null, memoryMb: 0, vcpus: 0 })
  })

  it('always builds: a state of the instance is not told', () => {
    expect(read({ instance: { vm_state: 'active' } }).vmState).toBe('building')
  })

  it('lacks nothing that Kilo would miss', () => {
    expect(read({ spec: { instance_properties: null } })).toMatchObject({ uuid: null, numInstances: 1 })
  })

  it('knows no retries', () => {
    expect(read({ properties: { retry: { num_attempts: 2, hosts: [['h', 'n']] } } }).retry).toBeNull()
  })
})

describe('the image', () => {
  it.each([
    ['null', null, null],
    ['missing', undefined, null],
    ['a list', [], null],
    ['without properties', { id: 'i' }, {}],
  ])('%s', (_name, image, properties) => {
    expect(read({ spec: { image: image as NovaRequestSpec['image'] & {} } }).image).toEqual({ properties })
  })

  it.each([
    ['properties', 'TYPE_MISMATCH'],
    ['id', 'VALUE_MALFORMED'],
  ])('with null for its %s is a fault', (name, code) => {
    expect(() => read({ spec: { image: { [name]: null } } })).toThrow(expect.objectContaining({ code }))
  })

  it('has typed properties by their current names; others are dropped', () => {
    const properties = { architecture: 'AMD64', hw_cpu_cores: '4', site: 'x', hw_rng_model: 'virtio' }
    expect(read({ spec: { image: { properties } } }).image.properties).toEqual({
      hw_architecture: 'x86_64',
      hw_cpu_cores: 4,
      hw_rng_model: 'virtio',
    })
  })

  it('with a property that does not fit is a fault', () => {
    expect(() => read({ spec: { image: { properties: { hw_cpu_cores: 'many' } } } })).toThrow(
      expect.objectContaining({ code: 'VALUE_MALFORMED', message: expect.stringContaining('hw_cpu_cores') as string }),
    )
  })
})

describe('hints', () => {
  const hintsOf = (scheduler_hints: NovaFilterProperties['scheduler_hints'] & {}) =>
    read({ properties: { scheduler_hints } }).hints

  it('of one item stand for the item', () => {
    expect(hintsOf({ one: ['a'], bare: 'a', two: ['a', 'b'], none: [] })).toEqual({
      one: 'a',
      bare: 'a',
      two: ['a', 'b'],
      none: [],
    })
  })

  it('are texts: numbers and booleans become Python’s', () => {
    expect(hintsOf({ number: 5, numbers: [5, 6], yes: true })).toEqual({
      number: '5',
      numbers: ['5', '6'],
      yes: 'True',
    })
  })

  it.each([[['a']], { a: 1 }, null])('that hold %j are a fault', (item) => {
    expect(() => hintsOf({ odd: [item] })).toThrow(
      expect.objectContaining({ code: 'VALUE_MALFORMED', message: expect.stringContaining('the hint odd') as string }),
    )
  })

  it('that are null stay null; a key like any other is one', () => {
    expect(read({ properties: { scheduler_hints: null } }).hints).toBeNull()
    expect(Object.keys(hintsOf(JSON.parse('{"__proto__": ["a"]}') as object as Record<string, unknown>) ?? {})).toEqual(
      ['__proto__'],
    )
  })
})

describe('the server group', () => {
  it('is told whole', () => {
    const instance_group = {
      uuid: 'g',
      policy: 'anti-affinity',
      rules: { max_server_per_host: '3' },
      members: ['u', 'v'],
      hosts: ['h1'],
    }
    expect(read({ properties: { instance_group } }).group).toEqual({
      policies: ['anti-affinity'],
      policy: 'anti-affinity',
      members: ['u', 'v'],
      maxServerPerHost: 3,
      hosts: ['h1'],
      updated: true,
    })
    expect(read({ properties: { instance_group: { policy: 'affinity' } } }).group).toMatchObject({
      policies: ['affinity'],
      members: [],
      maxServerPerHost: 1,
      hosts: [],
      updated: true,
    })
  })

  it('whose rule is no number is a fault', () => {
    const instance_group = { policy: 'anti-affinity', rules: { max_server_per_host: 'many' } }
    expect(() => read({ properties: { instance_group } })).toThrow(expect.objectContaining({ code: 'VALUE_MALFORMED' }))
  })

  it('null is none', () => {
    expect(read({ properties: { instance_group: null } }).group).toMatchObject({ updated: false })
  })

  it.each([
    [{}, 'KEY_MISSING'],
    [{ uuid: 'g' }, 'KEY_MISSING'],
    [{ policy: null }, 'VALUE_MALFORMED'],
    [{ policy: 'affinity', members: 'u' }, 'VALUE_MALFORMED'],
    [{ policy: 'affinity', hosts: [null] }, 'VALUE_MALFORMED'],
  ])('that is not whole is a fault: %j', (instance_group, code) => {
    expect(() => read({ properties: { instance_group } })).toThrow(expect.objectContaining({ code }))
  })

  it('in three lists names no policies, as Nova makes of them', () => {
    const lists = { group_policies: ['affinity', 'x'], group_hosts: ['h1'], group_members: ['u'] }
    expect(read({ properties: { group_updated: true, ...lists } }).group).toEqual({
      policies: null,
      policy: 'affinity',
      members: ['u'],
      maxServerPerHost: 1,
      hosts: ['h1'],
      updated: true,
    })
    expect(read({ properties: { group_updated: false, ...lists } }).group).toMatchObject({ updated: false })
  })

  it.each([
    [{ group_policies: ['affinity'], group_hosts: [] }, 'TYPE_MISMATCH', /group_members is missing/],
    [{ group_policies: null, group_hosts: [], group_members: [] }, 'TYPE_MISMATCH', /group_policies is null/],
    [{ group_policies: [], group_hosts: [], group_members: [] }, 'OPERAND_MISSING', /group_policies is empty/],
  ])('in lists that are not whole is a fault: %j', (lists, code, message) => {
    expect(() => read({ properties: { group_updated: true, ...lists } })).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) as string }),
    )
  })
})

describe('the requested destination', () => {
  it.each([
    [null, null],
    [{}, { cell: null, allowCrossCellMove: false }],
    [
      { host: 'h', node: null },
      { host: 'h', node: null, cell: null, allowCrossCellMove: false },
    ],
    [
      { host: 'h', node: 'n', cell: 'c', allow_cross_cell_move: true },
      { host: 'h', node: 'n', cell: 'c', allowCrossCellMove: true },
    ],
  ])('%j', (requested_destination, expected) => {
    expect(read({ properties: { requested_destination } }).requestedDestination).toEqual(expected)
  })
})

it('a destination whose host is null is a fault', () => {
  const asked = (): unknown => read({ properties: { requested_destination: { host: null } } })
  expect(asked).toThrow(expect.objectContaining({ code: 'VALUE_MALFORMED' }))
})

describe('a value that Nova’s objects take in another shape', () => {
  it('becomes what the field holds: text of digits a number, numbers in a list text', () => {
    const instance_type = { ...FLAVOR, memory_mb: '2048', vcpus: 2.9, extra_specs: { a: 1 } }
    const asked = { spec: { instance_type }, properties: { ignore_hosts: [7, 'h'] } } as unknown as Parts
    expect(read(asked)).toMatchObject({
      memoryMb: 2048,
      vcpus: 2,
      flavor: { extraSpecs: { a: '1' } },
      ignoreHosts: ['7', 'h'],
    })
  })

  it.each<[string, object]>([
    ['a host in place of a list', { properties: { ignore_hosts: 'h1' } }],
    ['a forced host in place of a list', { properties: { force_hosts: 'h1' } }],
    ['null among forced nodes', { properties: { force_nodes: [null] } }],
    ['extra specs of null', { spec: { instance_type: { ...FLAVOR, extra_specs: null } } }],
    ['an extra spec of null', { spec: { instance_type: { ...FLAVOR, extra_specs: { a: null } } } }],
    ['memory of null', { spec: { instance_type: { ...FLAVOR, memory_mb: null } } }],
    ['memory that is no number', { spec: { instance_type: { ...FLAVOR, memory_mb: 'much' } } }],
    ['a uuid of null', { instance: { uuid: null } }],
    ['no uuid', { spec: { instance_properties: {} } }],
    ['a number of instances of null', { spec: { num_instances: null } }],
  ])('or is a fault: %s', (_name, parts) => {
    expect(() => read(parts as Parts)).toThrow(expect.objectContaining({ code: 'VALUE_MALFORMED' }))
  })

  it('what is not told stays apart', () => {
    expect(read({ spec: { instance_type: { id: 3, memory_mb: 512 } } }).flavor).toMatchObject({
      vcpus: 0,
      extraSpecs: null,
    })
  })
})

describe('forced and ignored hosts', () => {
  it('are lists, and none for null', () => {
    const lists = { ignore_hosts: ['a'], force_hosts: ['b'], force_nodes: ['c'] }
    expect(read({ properties: lists })).toMatchObject({ ignoreHosts: ['a'], forceHosts: ['b'], forceNodes: ['c'] })
    expect(read({ properties: { ignore_hosts: null, force_hosts: null } })).toMatchObject({
      ignoreHosts: [],
      forceHosts: [],
    })
  })
})

describe('the instances', () => {
  it.each<[string, Partial<NovaRequest>, Partial<NovaRequestSpec>, readonly string[] | null, number]>([
    ['are told', { instance_uuids: ['a', 'b'] }, { num_instances: 5 }, ['a', 'b'], 2],
    ['are told to be none, and counted', { instance_uuids: [] }, { num_instances: 2 }, [], 2],
    ['are not told to an older Nova', { instance_uuids: null }, { num_instances: 2 }, null, 2],
    ['are made up', {}, { num_instances: 3 }, ['u', 'u-1', 'u-2'], 3],
    ['are one', {}, {}, ['u'], 1],
  ])('%s', (_name, more, spec, instanceUuids, numInstances) => {
    expect(read({ more, spec })).toMatchObject({ instanceUuids, numInstances })
  })

  it('come with alternates only where these are asked for', () => {
    expect(read({ more: { return_alternates: true } }).returnAlternates).toBe(true)
    expect(read({ more: { return_alternates: false } }).returnAlternates).toBe(false)
  })
})
