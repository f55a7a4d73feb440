import fc from 'fast-check'
import type { Inventory, InventoryAggregate, InventoryHost, TextMap } from '../../src/inventory/inventory.ts'
import type { ShortRequest } from '../../src/request/short-request.ts'

/** A cloud, what is asked of it, and what its nova.conf says. */
export interface World {
  readonly inventory: Inventory
  readonly request: ShortRequest
  readonly filters: readonly string[]
  readonly options: Readonly<Record<string, unknown>>
}

const HOSTS = [
  'marlin',
  'tarpon-02',
  'tarpon-10',
  'wahoo.reef.acme.example',
  'skipjack',
  'albacóre',
  'bonito_7',
  '4711',
]
const NODES = [...HOSTS, 'marlin.reef.acme.example', 'tarpon-02.reef.acme.example', '10.1.2.9']
const ZONES = ['lagoon', 'atoll-1', 'atoll-2']
const PROJECTS = ['treasury', '0123456789abcdef0123456789abcdef', 'fishery', 'marlin']
const FLAVORS = ['fat.trout', 'fat.perch', '7', 'treasury']
const IMAGES = ['11111111-2222-4333-8444-555555555555', 'harbour-os', 'lagoon']
const UUIDS = ['aaaaaaaa-0000-4000-8000-000000000001', '99999999-0000-4000-8000-000000000002', 'pearl']
const VALUES = ['coral', 'kelp,coral', 'seaweed', 'coral reef', 'true', 'ssd', '10']
/** Also names of other things, technical words and addresses: compared for equality only. */
const OTHER_VALUES = [...VALUES, '10.1.2.3', 'treasury', 'marlin', 'Haswell']
const ADDRESSES = [
  '10.1.2.3',
  '10.1.2.9',
  '10.1.3.4',
  '192.168.0.1',
  '10.1',
  'fd00:1::2',
  'fd00:1::9',
  'nowhere',
  '0.0.0.0',
]
const PARTS = ['ar', 'pon', 'reef', 'marlin', '-', 'cor']

const someOf = (texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts)

/** A record with few of these fields. */
function few<T extends object>(arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> {
  const names = Object.keys(arbitraries) as (keyof T)[]
  return fc
    .tuple(fc.subarray(names, { maxLength: 3 }), fc.record(arbitraries))
    .map(([chosen, record]) => Object.fromEntries(chosen.map((name) => [name, record[name]])) as Partial<T>)
}

const metadata = few<Record<string, string>>({
  availability_zone: fc.oneof(someOf(ZONES), fc.constant('lagoon, atoll-1')),
  filter_tenant_id: fc.oneof(someOf(PROJECTS), fc.constant('treasury , fishery')),
  instance_type: someOf(FLAVORS),
  berth: someOf(VALUES),
  dock: someOf(OTHER_VALUES),
  ssd: someOf(OTHER_VALUES),
  os_distro: fc.constantFrom('trawlix', 'windows'),
}) as fc.Arbitrary<TextMap>

/** What an extra spec may ask of a text. */
const requirement = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    someOf(texts),
    fc.tuple(fc.constantFrom('s==', 's!=', 's<', 's<=', 's>', 's>='), someOf(texts)).map((words) => words.join(' ')),
    fc.array(someOf(texts), { minLength: 1, maxLength: 3 }).map((some) => some.map((text) => `<or> ${text}`).join(' ')),
    someOf(PARTS).map((part) => `<in> ${part}`),
    fc.array(someOf(PARTS), { minLength: 1, maxLength: 2 }).map((parts) => `<all-in> ${parts.join(' ')}`),
  )

const extraSpecs = few<Record<string, string>>({
  'capabilities:host': requirement(HOSTS),
  'capabilities:hypervisor_hostname': requirement(NODES),
  'capabilities:service:host': requirement(HOSTS),
  'capabilities:cpu_info:model': fc.constantFrom('Haswell', '<in> Has', 's== Haswell', 'Skylake'),
  'capabilities:pool': fc.constantFrom('coral', 's== coral'),
  'capabilities:num_proj_treasury': fc.constantFrom('3', '>= 2'),
  'aggregate_instance_extra_specs:availability_zone': requirement(ZONES),
  'aggregate_instance_extra_specs:berth': requirement(VALUES),
  berth: someOf(VALUES),
  dock: someOf(OTHER_VALUES),
  ssd: someOf(OTHER_VALUES),
  'quota:disk_total_iops_sec': fc.constant('500'),
}) as fc.Arbitrary<TextMap>

const instance = fc.record({
  uuid: someOf(UUIDS),
  project_id: someOf(PROJECTS),
  instance_type_id: fc.constantFrom(1, 2, 'fat.trout'),
})

const node: fc.Arbitrary<InventoryHost> = fc.record(
  {
    host: someOf(HOSTS),
    nodename: someOf(NODES),
    vcpus: fc.constant(8),
    memory_mb: fc.constantFrom(4096, 8192),
    local_gb: fc.constant(100),
    host_ip: someOf(ADDRESSES),
    hypervisor_type: fc.constantFrom('QEMU', 'xen'),
    supported_instances: fc.constant([['x86_64', 'kvm', 'hvm']]),
    cpu_info: fc.constantFrom('{"model": "Haswell"}', '{"model": "Skylake"}', 'no json'),
    stats: fc.constantFrom<Record<string, string>[]>({ num_proj_treasury: '3' }, { pool: 'coral' }, { ssd: 'true' }),
    service: fc.record({ disabled: fc.boolean(), disabled_reason: someOf(['leak in marlin', '']) }),
    instances: fc.uniqueArray(instance, { maxLength: 2, selector: ({ uuid }) => uuid }),
  },
  { requiredKeys: ['host', 'vcpus', 'memory_mb', 'local_gb'] },
)

const aggregate = fc.record({ name: someOf(ZONES), hosts: fc.subarray(HOSTS), metadata })

const inventory: fc.Arbitrary<Inventory> = fc
  .record({
    hosts: fc.uniqueArray(node, {
      minLength: 2,
      maxLength: 6,
      selector: ({ host, nodename }) => `${host} ${nodename ?? host}`,
    }),
    aggregates: fc.array(aggregate, { maxLength: 3 }),
    specs: fc.array(extraSpecs, { minLength: FLAVORS.length, maxLength: FLAVORS.length }),
    properties: fc.record(
      { os_distro: fc.constantFrom('trawlix', 'windows'), berth: someOf(VALUES) },
      { requiredKeys: [] },
    ),
    members: fc.subarray(UUIDS),
    policy: fc.constantFrom('affinity', 'anti-affinity'),
  })
  .map(({ hosts, aggregates, specs, properties, members, policy }) => ({
    hosts,
    aggregates: aggregates.map((each, index): InventoryAggregate => ({ id: index + 1, ...each })),
    server_groups: [{ id: 'abcdefab-0000-4000-8000-000000000001', name: 'divers', policies: [policy], members }],
    flavors: FLAVORS.map((name, index) => {
      const size = { memory_mb: 1024, vcpus: 1, root_gb: 1, ephemeral_gb: 0, swap: 0 }
      return { id: index + 1, name, ...size, extra_specs: specs[index] as TextMap }
    }),
    images: IMAGES.map((id) => ({ id, properties: { architecture: 'x86_64', ...properties } })),
  }))

const query = fc
  .tuple(
    fc.constantFrom('=', '<', '>', '<=', '>=', 'in'),
    fc.constantFrom('$host', '$hypervisor_hostname', '$service.host', '$free_ram_mb', '$hypervisor_type'),
    fc.oneof(someOf(HOSTS), fc.constantFrom('QEMU', 'm', 'zander', 4096, 1.5)),
    fc.boolean(),
  )
  .map(([command, variable, literal, isNegated]) => {
    const isName = typeof literal === 'string' && literal !== 'QEMU'
    const inner = [command, variable, variable === '$hypervisor_type' && isName ? 'xen' : literal]
    return JSON.stringify(isNegated ? ['and', ['not', inner], ['>=', '$vcpus_total', 1.0]] : inner)
  })

const hints = few<Record<string, unknown>>({
  same_host: fc.oneof(someOf(UUIDS), fc.subarray(UUIDS)),
  different_host: fc.oneof(someOf(UUIDS), fc.subarray(UUIDS)),
  build_near_host_ip: someOf(ADDRESSES),
  cidr: fc.constantFrom('/24', '/16', '/31', '/255.255.0.0', '/64'),
  query,
  berth: someOf(VALUES),
})

const asked = fc.record({
  flavor: someOf(FLAVORS),
  image: someOf(IMAGES),
  count: fc.constantFrom(1, 2),
  project_id: someOf(PROJECTS),
  hints,
})

const askedMore = few<Partial<ShortRequest>>({
  availability_zone: fc.constantFrom(...ZONES, ...ZONES, 'nova', 'lagoon:marlin', 'nova::tarpon-02', 'a:b:c:d', 'tide'),
  group: fc.constantFrom('divers', 'divers', 'abcdefab-0000-4000-8000-000000000001', 'nobody'),
  ignore_hosts: fc.subarray(HOSTS, { maxLength: 2 }),
  force_hosts: fc.subarray(HOSTS, { maxLength: 2 }),
  retry: fc.record({
    num_attempts: fc.constant(1),
    hosts: fc.array(fc.tuple(someOf(HOSTS), someOf(NODES)), { maxLength: 2 }),
  }),
  user_id: fc.constant('neptune'),
})

const request: fc.Arbitrary<ShortRequest> = fc
  .tuple(asked, fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: askedMore }))
  .map(([some, more]) => ({ ...some, ...more }))

const FILTERS = [
  'RetryFilter',
  'AvailabilityZoneFilter',
  'ComputeCapabilitiesFilter',
  'ImagePropertiesFilter',
  'ServerGroupAntiAffinityFilter',
  'ServerGroupAffinityFilter',
  'AggregateInstanceExtraSpecsFilter',
  'AggregateImagePropertiesIsolation',
  'AggregateMultiTenancyIsolation',
  'AggregateTypeAffinityFilter',
  'TypeAffinityFilter',
  'DifferentHostFilter',
  'SameHostFilter',
  'SimpleCIDRAffinityFilter',
  'JsonFilter',
  'IsolatedHostsFilter',
]

export const world: fc.Arbitrary<World> = fc.record({
  inventory,
  request,
  filters: fc.subarray(FILTERS, { minLength: 1, maxLength: 4 }),
  options: few<Record<string, unknown>>({
    isolated_hosts: fc.subarray(HOSTS),
    isolated_images: fc.subarray(IMAGES),
    default_availability_zone: someOf(ZONES),
    default_schedule_zone: fc.constantFrom('nova', 'nova', 'lagoon'),
  }),
})

/** Every name that a world's things bear, as far as it is more than a few letters and no number. */
export function namesIn({ inventory, request, options }: World): readonly string[] {
  const { hosts, aggregates, server_groups: groups, flavors, images } = inventory
  const instances = hosts.flatMap((host) => host.instances ?? [])
  const named = [
    ...hosts.flatMap(({ host, nodename, host_ip: address }) => [host, nodename, address]),
    ...hosts.map(({ service }) => service?.disabled_reason),
    ...instances.flatMap(({ uuid, project_id: project }) => [uuid, project]),
    ...aggregates.flatMap(
      ({ name, hosts: members, metadata: { availability_zone: zone, filter_tenant_id: ids, berth } }) => [
        name,
        ...members,
        ...(zone ?? '').split(', '),
        ...(ids ?? '').split(' , '),
        ...(berth ?? '').split(','),
      ],
    ),
    ...groups.flatMap(({ id, name, members }) => [id, name, ...members]),
    ...flavors.map(({ name }) => name),
    ...images.map(({ id }) => id),
    request.project_id,
    request.user_id,
    ...Object.values(options).flat(),
  ]
  return named.filter(
    (name): name is string =>
      typeof name === 'string' && name.length > 3 && !/^(\d+|true|nova|0\.0\.0\.0|10\.1)$/.test(name),
  )
}
