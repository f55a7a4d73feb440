import { describe, expect, it } from 'vitest'
import { examine, plain } from './files.ts'

const json = (value: unknown) => ({ 'x.json': JSON.stringify(value) })
const host = (fields: object) => json({ hosts: [{ host: 'a', ...fields }] })

describe('fields that are wrong', () => {
  it('tells all of them at once, with path and line and what would be right', async () => {
    const told = await examine({
      'x.yaml': `hosts:
  - host: 10
    vcpus: "8"
    memory_mb: -1
    free_disk_gb: .nan
    memoryMb: 3
  - nodename: b
  - {host: x}
  - {host: x}
`,
    })
    expect(told.code).toBe('INVENTORY_INVALID')
    expect(told.errors).toEqual([
      'x.yaml:2: hosts[0].host: must be a text, is 10: put it in quotes, as it is to be read letter by letter',
      'x.yaml:3: hosts[0].vcpus: must be a whole number, is "8": leave out the quotes',
      'x.yaml:4: hosts[0].memory_mb: must be 0 or more, is -1',
      'x.yaml:5: hosts[0].free_disk_gb: must be a whole number or null, is NaN',
      'x.yaml:7: hosts[1].host: is missing',
      'x.yaml:6: hosts[0].memoryMb: is not known, did you mean memory_mb?',
      'x.yaml:9: hosts[3]: host x is there twice: also in x.yaml, hosts[2]',
    ])
  })

  it.each([
    [{ vcpus: null }, /vcpus: must be a whole number, is null: leave the field out/],
    [{ vcpus: 1.5 }, /must be a whole number, is 1.5/],
    [{ vcpus: 9007199254740993 }, /beyond 2\^53/],
    [{ free_ram_mb: -9007199254740993 }, /beyond 2\^53/],
    [{ updated_at: 'yesterday' }, /must be a time such as/],
    [{ nodename: '' }, /must not be empty/],
    [{ stats: { num_instances: 1.5 } }, /stats.num_instances: must be a text/],
    [{ stats: [] }, /stats: must be a map or null, is a list/],
    [{ service: { disabled: 'yes' } }, /must be true, false or null, is "yes": write true or false/],
    [{ service: { version: 9 } }, undefined],
    [{ cpu_allocation_ratio: -1 }, /must be 0 or more/],
    [{ pci_device_pools: [{ vendor_id: 8086, product_id: '1520', count: 1 }] }, /vendor_id: must be a text, is 8086/],
    [{ instances: [{ project_id: 'p' }] }, /instances\[0\].uuid: is missing/],
    [{ instances: 'x' }, /instances: must be a list, is "x"/],
    [{ numa_topology: { cells: [{ id: 0, memory: 1 }] } }, /cells\[0\].cpuset: is missing/],
    [{ traits: 'x' }, /traits: must be a list/],
    [{ service: { Disabled: true } }, /service.Disabled: is not known, did you mean disabled\?/],
  ])('%j', async (fields, message) => {
    const told = await examine(host(fields))
    expect(told.errors).toEqual(message === undefined ? [] : [expect.stringMatching(message)])
  })

  it.each([
    [
      { aggregates: [{ id: 1, metadata: { cpu_allocation_ratio: 16 } }] },
      /must be a text or null, is 16: put it in quotes/,
    ],
    [{ aggregates: [{ id: 1 }, { id: 1 }] }, /aggregate 1 is there twice/],
    [{ server_groups: [{ policies: [] }] }, /needs an id or a name/],
    [{ server_groups: [{ id: 'g', policy: 'affinity', policies: ['anti-affinity'] }] }, /policy and policies differ/],
    [{ server_groups: [{ id: 'g' }, { id: 'g' }] }, /server group g is there twice/],
    [{ flavors: [{ name: 'm1' }] }, /flavors\[0\].vcpus: is missing/],
    [{ flavors: [{ name: 'm1', vcpus: 1, memory_mb: 1, extra_specs: { a: 1 } }] }, /extra_specs.a: must be a text/],
    [{ images: [{ id: 'i' }, { id: 'i' }] }, /image i is there twice/],
    [{ flavors: 5 }, /flavors: must be a list, is 5/],
    [{ hosts: [5] }, /hosts\[0\]: must be a map, is 5/],
  ])('%j', async (document, message) => {
    const told = await examine(json({ hosts: [], ...document }))
    expect(told.errors).toEqual(expect.arrayContaining([expect.stringMatching(message)]))
  })

  it('tells very many errors', async () => {
    const hosts = Array.from({ length: 150_000 }, () => ({ host: 'a' }))
    const told = await examine(json({ hosts }))
    expect(told.errors).toHaveLength(149_999)
  })

  it('refuses the same node in two files', async () => {
    const file = JSON.stringify({ hosts: [{ host: 'a', nodename: 'n' }] })
    const told = await examine({ 'one.json': file, 'two.json': file })
    expect(told.errors).toEqual(['two.json:1: hosts[0]: host a with node n is there twice: also in one.json, hosts[0]'])
  })
})

describe('fields that are right', () => {
  it('keeps null and absent apart', async () => {
    const fields = {
      updated_at: null,
      host_ip: null,
      supported_instances: null,
      cpu_info: null,
      free_ram_mb: null,
      free_disk_gb: null,
      disk_available_least: null,
      stats: null,
      metrics: null,
      numa_topology: null,
      pci_device_pools: null,
      service: null,
    }
    expect((await examine(host(fields))).inventory?.hosts).toEqual([{ host: 'a', ...fields }])
  })

  it('lets free resources be negative, and nodes of one host stand side by side', async () => {
    const hosts = [
      { host: 'a', nodename: 'n1', free_ram_mb: -5, free_disk_gb: -19, disk_available_least: -31 },
      { host: 'a', nodename: 'n2' },
    ]
    expect((await examine(json({ hosts }))).inventory?.hosts).toEqual(hosts)
  })

  it('leaves out what it does not know, and keeps what is data', async () => {
    const told = await examine({
      'x.json':
        '{"hosts": [{"host": "a", "id": 7, "__proto__": {"vcpus": 3}, "constructor": 1,' +
        ' "stats": {"__proto__": "1", "constructor": "2", "num_instances": 3}}], "more": 1}',
    })
    const stats = told.inventory?.hosts[0]?.stats
    expect(told.inventory?.hosts[0]?.vcpus).toBeUndefined()
    expect(Object.getPrototypeOf(stats)).toBeNull()
    expect(Object.entries(stats ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['num_instances', '3'],
    ])
    expect(Object.keys(told.inventory?.hosts[0] ?? {})).toEqual(['host', 'stats'])
  })

  it('fills in numbers of aggregates, ids of groups, and the list of policies', async () => {
    const told = await examine(
      json({
        hosts: [],
        aggregates: [{ name: 'a' }, { id: 1, name: 'b' }, { name: 'c' }],
        server_groups: [
          { name: 'g', policy: 'affinity' },
          { id: 'h', policies: ['anti-affinity'], members: [] },
        ],
        flavors: [{ name: 'm1', vcpus: 1, memory_mb: 512 }],
      }),
    )
    expect(told.inventory?.aggregates.map(({ id }) => id)).toEqual([2, 1, 3])
    expect(plain(told.inventory?.server_groups)).toEqual([
      { name: 'g', id: 'g', policies: ['affinity'], members: [] },
      { id: 'h', policies: ['anti-affinity'], members: [] },
    ])
    expect(told.inventory?.flavors).toMatchObject([{ root_gb: 0, ephemeral_gb: 0, swap: 0 }])
  })
})
