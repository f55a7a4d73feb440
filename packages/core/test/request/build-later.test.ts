import { describe, expect, it } from 'vitest'
import { inventoryFrom } from '../../src/inventory/read.ts'
import { REQUEST_MAKING, requestMakingAt } from '../../src/releases.ts'
import { buildRequest, type BuiltRequest } from '../../src/request/build.ts'
import { DEFAULT_REQUEST_RULES, type RequestRules } from '../../src/request/rules.ts'
import type { ShortRequest } from '../../src/request/short-request.ts'
import { plain } from '../inventory/files.ts'
import { CLOUD } from './cloud.ts'

const UUIDS = ['00000000-0000-4000-8000-000000000001', '00000001-0000-4000-8000-000000000001']
const GROUPS = ['ServerGroupAffinityFilter', 'ServerGroupAntiAffinityFilter']

/** Builds a request for Zed over the same small cloud as {@link build} does for Kilo. */
function build(short: Partial<ShortRequest>, rules: Partial<RequestRules> = {}, inventory = CLOUD): BuiltRequest {
  const zed = { ...DEFAULT_REQUEST_RULES, making: REQUEST_MAKING.zed, enabledFilters: GROUPS }
  return buildRequest({ flavor: 'm1.small', ...short }, { inventory, rules: { ...zed, ...rules } })
}

const refusal = (code: string, message: RegExp): unknown =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as string })

describe('a short request', () => {
  it('names every instance, asks for alternates, and counts no attempts', () => {
    const { request, notes } = build({ count: 2 })
    expect(request).toMatchObject({ instance_uuids: UUIDS, return_alternates: true })
    expect(request.filter_properties).not.toHaveProperty('retry')
    expect(notes).toEqual([])
    expect(build({ count: 2, uuid: 'mine' }).request.instance_uuids).toEqual(['mine', UUIDS[1]])
  })

  it('ignores a retry, and says so', () => {
    const { request, notes } = build({ retry: { num_attempts: 9, hosts: [['h1', 'h1']] } }, { maxAttempts: 1 })
    expect(request.filter_properties).not.toHaveProperty('retry')
    expect(notes).toEqual([expect.stringMatching(/^retry is ignored: other hosts come with each choice/)])
    expect(build({ retry: null }).notes).toEqual([])
  })

  it('for more instances than are decided in one is refused before any uuid is made', () => {
    expect(() => build({ count: 1e9 })).toThrow(refusal('REQUEST_INVALID', /^1000000000 instances: at most 100000/))
  })

  it('tells of counts of devices below 1, and of a policy that nobody heeds', () => {
    const flavor = { vcpus: 1, memory_mb: 1, extra_specs: { 'pci_passthrough:alias': 'gpu:0' } }
    expect(build({ flavor }, { pciAliases: ['{"name": "gpu"}'] }).notes).toEqual([
      'pci_passthrough:alias asks for 0 of gpu: Nova takes that as it is, and looks for hosts with such devices',
    ])
    const { inventory } = inventoryFrom({ ...CLOUD, server_groups: [{ id: 'odd', policies: ['anti-afinity'] }] })
    expect(build({ group: 'odd' }, {}, inventory).notes).toEqual([
      'no filter or weigher heeds the policy anti-afinity of the server group, did you mean anti-affinity?',
    ])
  })

  it('says nothing of the root disk of a boot from a volume: it is spared', () => {
    expect(build({ boot_from_volume: true }).notes).toEqual([])
    expect(build({ boot_from_volume: true }, { making: requestMakingAt(17) }).notes).toHaveLength(1)
  })

  it('tells devices of the instance alone', () => {
    const { request } = build(
      { flavor: { vcpus: 1, memory_mb: 1, extra_specs: { 'pci_passthrough:alias': 'gpu:1' } } },
      { pciAliases: ['{"name": "gpu", "vendor_id": "10de", "product_id": "1db4"}'] },
    )
    expect(request.filter_properties).not.toHaveProperty('pci_requests')
    expect(plain(request.request_spec.instance_properties?.pci_requests)).toMatchObject({
      requests: [{ count: 1, alias_name: 'gpu', numa_policy: 'legacy' }],
    })
  })

  it('types image properties before it looks at them', () => {
    expect(() => build({ image: { id: 'x', properties: { hw_cpu_cores: 'many' } } })).toThrow(
      refusal('REQUEST_INVALID', /Invalid image metadata/),
    )
  })
})

describe('server groups', () => {
  const groupOf = (...asked: Parameters<typeof build>): unknown =>
    plain(build(...asked).request.filter_properties.instance_group)

  it('are told whole, with the new instances among the members', () => {
    expect(groupOf({ group: 'apart', count: 2 })).toEqual({
      uuid: 'g-1',
      policy: 'anti-affinity',
      rules: {},
      members: ['u2', 'u1', 'gone', ...UUIDS],
      hosts: ['h1', 'h2'],
    })
    expect(build({ group: 'apart' }).request.filter_properties).toMatchObject({ scheduler_hints: { group: 'g-1' } })
    expect(build({ group: 'apart' }).request.filter_properties).not.toHaveProperty('group_policies')
  })

  it('tell their rules, and count a member that is named twice once', () => {
    const server_groups = [
      { id: 'g', policy: 'anti-affinity', rules: { max_server_per_host: 2 }, members: [UUIDS[0] as string] },
    ]
    const inventory = { ...CLOUD, server_groups: inventoryFrom({ hosts: [], server_groups }).inventory.server_groups }
    expect(groupOf({ group: 'g' }, {}, inventory)).toMatchObject({
      rules: { max_server_per_host: 2 },
      members: [UUIDS[0]],
    })
  })

  it('without a policy, or one that nobody knows, are told without a word', () => {
    expect(groupOf({ group: 'none' }, { enabledFilters: [] })).toMatchObject({ uuid: 'g-4', policy: null })
    expect(build({ group: 'none' }, { enabledFilters: [] }).notes).toEqual([])
  })

  it.each<[string, Partial<RequestRules>, RegExp]>([
    [
      'apart',
      { enabledFilters: [] },
      /ServerGroupAntiAffinityFilter not configured .*\[filter_scheduler\] enabled_filters/,
    ],
    ['both', { enabledFilters: ['ServerGroupAntiAffinityFilter'] }, /ServerGroupAffinityFilter not configured/],
    [
      'soft',
      { weightClasses: ['nova.scheduler.weights.ram.RAMWeigher'] },
      /ServerGroupSoftAffinityWeigher not configured .*\[filter_scheduler\] weight_classes/,
    ],
    ['soft', { weightClasses: [] }, /ServerGroupSoftAffinityWeigher not configured/],
  ])('%s is refused without what its policy needs: %j', (group, rules, message) => {
    expect(() => build({ group }, rules)).toThrow(refusal('UNSUPPORTED_POLICY', message))
  })

  it.each(['nova.scheduler.weights.all_weighers', 'nova.scheduler.weights.affinity.ServerGroupSoftAffinityWeigher'])(
    'soft ones need no filter, and the weigher of %s',
    (name) => {
      expect(groupOf({ group: 'soft' }, { enabledFilters: [], weightClasses: [name] })).toMatchObject({
        policy: 'soft-affinity',
      })
    },
  )
})

describe('requested destinations', () => {
  const destinationOf = (requested_destination: object | null): unknown =>
    build({ requested_destination } as Partial<ShortRequest>).request.filter_properties.requested_destination

  it.each([
    [null, undefined],
    [{ host: 'h1' }, { host: 'h1', node: 'h1' }],
    [{ host: 'h2' }, { host: 'h2', node: null }],
    [{ node: 'n2' }, { host: 'h2', node: 'n2' }],
    [
      { host: 'h2', node: 'n2' },
      { host: 'h2', node: 'n2' },
    ],
    [{ cell: 'c' }, { cell: 'c' }],
    [
      { host: 'h1', cell: 'c' },
      { host: 'h1', node: 'h1', cell: 'c' },
    ],
  ])('%j', (asked, told) => {
    expect(destinationOf(asked)).toEqual(told)
  })

  it.each([
    [{ host: 'h9' }, {}, /^requested_destination: host h9 is not known/],
    [{ host: 'H1' }, {}, /host H1 is not known, did you mean h1\?/],
    [{ host: 'h1', node: 'n2' }, {}, /host h1, node n2 is not known/],
    [{ node: 'n9' }, {}, /node n9 is not known/],
    [{ host: 'h1' }, { force_hosts: ['h2'] }, /use one of them/],
    [{ host: 'h1' }, { availability_zone: 'az1:h1' }, /use one of them/],
  ])('refuses %j beside %j', (requested_destination, short, message) => {
    expect(() => build({ requested_destination, ...short })).toThrow(refusal('REQUEST_INVALID', message))
  })

  it('in a cell that the inventory does not name are refused, where it names cells', () => {
    const { inventory } = inventoryFrom({ ...CLOUD, hosts: CLOUD.hosts.map((host) => ({ ...host, cell: 'cell1' })) })
    const ask = (asked: object) => () => build({ requested_destination: { ...asked } }, {}, inventory)
    const message = /^requested_destination: cell cell9 is not known, did you mean cell1\? \(the inventory has cell1\)/
    expect(ask({ cell: 'cell9' })).toThrow(refusal('REQUEST_INVALID', message))
    expect(ask({ cell: 'cell9', allow_cross_cell_move: true })).not.toThrow()
    expect(ask({ cell: 'cell1' })).not.toThrow()
    expect(() => build({ requested_destination: { cell: 'c' } })).not.toThrow()
  })

  it.each([
    [{ host: 'h9' }, { host: 'h9', node: null }],
    [
      { host: 'h9', node: 'n' },
      { host: 'h9', node: 'n' },
    ],
    [{ host: null, cell: 'c' }, { cell: 'c' }],
  ])('are looked up nowhere without an inventory; a host comes with a node, or none: %j', (asked, told) => {
    const short = { flavor: { vcpus: 1, memory_mb: 1 }, requested_destination: asked }
    const rules = { ...DEFAULT_REQUEST_RULES, making: REQUEST_MAKING.zed }
    const { request } = buildRequest(short, { inventory: null, rules })
    expect(request.filter_properties.requested_destination).toEqual(told)
  })
})

describe('the zone of a forced host', () => {
  const zoneOf = ({ request }: BuiltRequest): unknown => request.request_spec.instance_properties?.availability_zone

  it.each([
    ['az1:h1', 'az1', []],
    ['az3:h1', null, ['the availability zone az3 is dropped: host h1 is not in it']],
    ['nova:h4', 'nova', []],
    ['az1:h4', null, ['the availability zone az1 is dropped: host h4 is not in it']],
    ['az1::n1', null, ['the availability zone az1 is dropped: no host is forced beside the node']],
    ['nova::n1', 'nova', []],
  ])('%s', (availability_zone, zone, notes) => {
    const built = build({ availability_zone })
    expect(zoneOf(built)).toBe(zone)
    expect(built.notes).toEqual(notes)
  })

  it('is dropped too when it is the default that nobody asked for', () => {
    const built = build({ force_hosts: ['h1'] }, { defaultScheduleZone: 'az3' })
    expect(zoneOf(built)).toBeNull()
    expect(built.notes).toHaveLength(1)
  })

  it('stays before releases dropped it', () => {
    expect(zoneOf(build({ availability_zone: 'az3:h1' }, { making: requestMakingAt(23) }))).toBe('az3')
  })
})
