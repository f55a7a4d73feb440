import { describe, expect, it } from 'vitest'
import { readRequest } from '../../src/request/read-request.ts'
import { build } from './cloud.ts'
import { plain } from '../inventory/files.ts'

const SMALL = {
  id: 7,
  name: 'm1.small',
  flavorid: 'f-7',
  memory_mb: 2048,
  vcpus: 1,
  root_gb: 20,
  ephemeral_gb: 0,
  swap: 0,
  extra_specs: { 'hw:watchdog_action': 'reset' },
}
const UUID = '00000000-0000-4000-8000-000000000001'

describe('buildRequest', () => {
  it('makes of a short request what API and conductor make of it', () => {
    const { request, notes } = build({
      image: 'debian',
      count: 3,
      project_id: 'p',
      user_id: 'u',
      availability_zone: 'az1',
    })
    expect(plain(request)).toEqual({
      request_spec: {
        num_instances: 3,
        instance_properties: {
          uuid: UUID,
          project_id: 'p',
          user_id: 'u',
          availability_zone: 'az1',
          image_ref: 'i-1',
          os_type: 'linux',
          architecture: 'x86_64',
          vm_mode: null,
          vm_state: 'building',
          task_state: 'scheduling',
          memory_mb: 2048,
          vcpus: 1,
          root_gb: 20,
          ephemeral_gb: 0,
          numa_topology: null,
          pci_requests: { instance_uuid: UUID, requests: [] },
        },
        instance_type: SMALL,
        image: {
          id: 'i-1',
          name: 'debian',
          properties: { os_type: 'linux', architecture: 'x86_64', hw_disk_bus: 'virtio' },
        },
      },
      filter_properties: { scheduler_hints: {}, instance_type: SMALL, retry: { num_attempts: 1, hosts: [] } },
    })
    expect(notes).toEqual([])
    expect(readRequest(request, 'kilo')).toMatchObject({
      numInstances: 3,
      projectId: 'p',
      availabilityZone: 'az1',
      osType: 'linux',
    })
  })

  it('takes flavors and images in full, and fills in what they leave out', () => {
    const { request_spec: spec } = build({
      flavor: { vcpus: 2, memory_mb: 512 },
      image: { properties: { vm_mode: 'hvm' } },
    }).request
    expect(plain(spec)).toMatchObject({
      instance_type: {
        name: 'inline',
        flavorid: 'inline',
        vcpus: 2,
        memory_mb: 512,
        root_gb: 0,
        swap: 0,
        extra_specs: {},
      },
      instance_properties: { image_ref: null, vm_mode: 'hvm', os_type: null, project_id: null },
      image: { properties: { vm_mode: 'hvm' } },
      num_instances: 1,
    })
  })

  it('knows a flavor by its name, else by its id in the API', () => {
    expect(build({ flavor: 'f-7' }).request.request_spec.instance_type?.name).toBe('m1.small')
  })

  it('boots from a volume without an image, its root disk counted all the same', () => {
    const { request, notes } = build({ boot_from_volume: true })
    expect(plain(request.request_spec)).toMatchObject({
      image: {},
      instance_properties: { image_ref: '', root_gb: 20 },
    })
    expect(notes).toEqual([expect.stringContaining("the flavor's root disk of 20 GiB is counted all the same")])
    const made = build({ boot_from_volume: true, image: { id: 'x', properties: { os_type: 'linux' } } }).request
      .request_spec
    expect(plain(made)).toMatchObject({
      image: { properties: { os_type: 'linux' } },
      instance_properties: { image_ref: '' },
    })
  })

  it('forces hosts and nodes by the zone or by name', () => {
    const properties = (short: object) => plain(build(short).request.filter_properties)
    expect(properties({ availability_zone: 'az9:h1:n1' })).toMatchObject({ force_hosts: ['h1'], force_nodes: ['n1'] })
    expect(properties({ force_hosts: ['h1', 'h2'], ignore_hosts: ['h3'] })).toMatchObject({
      force_hosts: ['h1', 'h2'],
      ignore_hosts: ['h3'],
      retry: { num_attempts: 1 },
    })
    expect(properties({ force_hosts: [] })).not.toHaveProperty('force_hosts')
    expect(() => build({ availability_zone: ':h1', force_nodes: ['n1'] })).toThrow(/use one of them/)
  })

  it('keeps hints as they are, null as well', () => {
    const hints = { same_host: ['a'], query: '["=", "$vcpus_used", 1]' }
    expect(plain(build({ hints }).request.filter_properties.scheduler_hints)).toEqual(hints)
    expect(build({ hints: null }).request.filter_properties.scheduler_hints).toBeNull()
    const odd = build({ hints: JSON.parse('{"__proto__": 1}') as Record<string, unknown> }).request.filter_properties
    expect(Object.keys(odd.scheduler_hints ?? {})).toEqual(['__proto__'])
  })

  it('says that Kilo knows no requested destination', () => {
    expect(build({ requested_destination: { host: 'h1' } }).notes).toEqual([
      expect.stringContaining('is ignored: Kilo has none'),
    ])
  })

  it.each([
    [{ flavor: 'm1.smal' }, 'FLAVOR_NOT_FOUND', /did you mean m1.small\? \(the inventory has m1.small, m1.old\)/],
    [{ flavor: 'm1.old' }, 'FLAVOR_NOT_FOUND', /disabled/],
    [{ image: 'debain' }, 'IMAGE_NOT_FOUND', /did you mean debian\?/],
    [{ group: 'apar' }, 'SERVER_GROUP_NOT_FOUND', /did you mean apart\?/],
    [{ hints: { group: 'x' } }, 'SERVER_GROUP_NOT_FOUND', /server group x is not known/],
    [{ availability_zone: 'a:b:c:d' }, 'AVAILABILITY_ZONE_INVALID', /Unable to parse/],
    [{ availability_zone: 'az9' }, 'AVAILABILITY_ZONE_UNKNOWN', /not available: az9/],
    [{ group: 'apart', hints: { group: 'g-2' } }, 'REQUEST_INVALID', /name one server group/],
  ])('refuses %j', (short, code, message) => {
    expect(() => build(short)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) as string }),
    )
  })

  it('tells the first error in Kilo’s order', () => {
    const all = { flavor: 'm1.old', image: 'x', availability_zone: 'az9', group: 'x' }
    expect(() => build(all)).toThrow(expect.objectContaining({ code: 'IMAGE_NOT_FOUND' }))
    expect(() => build({ ...all, image: null })).toThrow(expect.objectContaining({ code: 'AVAILABILITY_ZONE_UNKNOWN' }))
    expect(() => build({ ...all, image: null, availability_zone: null })).toThrow(/disabled/)
  })

  it('checks no zone without an inventory, and finds nothing by name', () => {
    expect(
      build({ flavor: { vcpus: 1, memory_mb: 1 }, availability_zone: 'az9' }, {}, null).request.request_spec,
    ).toMatchObject({
      instance_properties: { availability_zone: 'az9' },
    })
    expect(() => build({}, {}, null)).toThrow(/the inventory has no flavors/)
  })
})

describe('NUMA and PCI', () => {
  const ask =
    (specs: Record<string, string>, properties: Record<string, string> = {}) =>
    () =>
      build({ flavor: { vcpus: 4, memory_mb: 1024, extra_specs: specs }, image: { properties } })

  const cellsOf = (...asked: Parameters<typeof ask>): unknown =>
    plain(ask(...asked)().request.request_spec.instance_properties?.numa_topology)

  it.each([
    [{ 'hw:numa_nodes': '1' }, {}, [{ memory: 1024, cpuset: [0, 1, 2, 3], pagesize: null, cpu_pinning_raw: null }]],
    [
      {},
      { hw_numa_nodes: '2' },
      [
        { memory: 512, cpuset: [0, 1] },
        { memory: 512, cpuset: [2, 3] },
      ],
    ],
    [{ 'hw:mem_page_size': 'large' }, {}, [{ pagesize: -2 }]],
    [{ 'hw:cpu_policy': 'dedicated' }, {}, [{ cpu_pinning_raw: {} }]],
  ])('cells are worked out: %j %j', (specs, properties, cells) => {
    expect(cellsOf(specs, properties)).toMatchObject({ cells })
  })

  it.each([
    [{}, { hw_mem_page_size: '2048' }, /Page size 2048 forbidden against '<empty>'/],
    [{ 'hw:cpu_policy': 'shared' }, { hw_cpu_policy: 'dedicated' }, /not permitted to override CPU pinning policy/],
  ])('what an image may not ask for is refused: %j %j', (specs, properties, message) => {
    expect(ask(specs, properties)).toThrow(
      expect.objectContaining({
        code: 'NUMA_CONSTRAINT_FORBIDDEN',
        message: expect.stringMatching(message) as string,
      }),
    )
  })

  it.each([
    [{ 'hw:numa_cpus.0': '0-1', 'hw:numa_mem.0': 'x' }, {}],
    [{ 'hw:numa_nodes': '' }, { hw_mem_page_size: '' }],
    [{ 'hw:cpu_policy': 'Dedicated' }, { hw_cpu_policy: 'shared' }],
    [{ 'hw:cpu_thread_policy': 'isolate' }, { hw_cpu_sockets: '2' }],
  ])('ask for nothing: %j %j', (specs, properties) => {
    expect(cellsOf(specs, properties)).toBeNull()
  })

  it('devices are told to filters and to the claim', () => {
    const { request } = build(
      { flavor: { vcpus: 1, memory_mb: 1, extra_specs: { 'pci_passthrough:alias': 'gpu:2' } } },
      { pciAliases: ['{"name": "gpu", "vendor_id": "10de"}'] },
    )
    const requests = [{ count: 2, spec: [{ vendor_id: '10de' }], alias_name: 'gpu' }]
    expect(plain(request.filter_properties.pci_requests)).toMatchObject({ requests })
    expect(plain(request.request_spec.instance_properties?.pci_requests)).toMatchObject({ requests })
  })

  it.each([
    ['gpu:1', 'REQUEST_INVALID', /PCI alias gpu is not defined/],
    ['', 'REQUEST_INVALID', /write name:count/],
  ])('aliases that are none are refused: %j', (alias, code, message) => {
    expect(ask({ 'pci_passthrough:alias': alias })).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) as string }),
    )
  })
})
