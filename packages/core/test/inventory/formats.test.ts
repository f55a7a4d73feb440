import { describe, expect, it } from 'vitest'
import { examine, plain } from './files.ts'

const json = (value: unknown) => ({ 'x.json': JSON.stringify(value) })

const HYPERVISOR = {
  id: 1,
  hypervisor_hostname: 'node-1.example.com',
  hypervisor_type: 'QEMU',
  hypervisor_version: 2001002,
  host_ip: '192.0.2.1',
  cpu_info: '{"arch": "x86_64"}',
  vcpus: 8,
  vcpus_used: 2,
  memory_mb: 8192,
  memory_mb_used: 512,
  free_ram_mb: 7680,
  local_gb: 100,
  local_gb_used: 120,
  free_disk_gb: -20,
  disk_available_least: null,
  running_vms: 3,
  current_workload: 1,
}

const HOST = {
  host: 'compute-1',
  nodename: 'node-1.example.com',
  hypervisor_type: 'QEMU',
  hypervisor_version: 2001002,
  host_ip: '192.0.2.1',
  cpu_info: '{"arch": "x86_64"}',
  vcpus: 8,
  vcpus_used: 2,
  memory_mb: 8192,
  memory_mb_used: 512,
  free_ram_mb: 7680,
  local_gb: 100,
  local_gb_used: 120,
  free_disk_gb: -20,
  disk_available_least: null,
  stats: { num_instances: '3' },
}

describe('hypervisors', () => {
  it('reads os-hypervisors/detail of Kilo (v2): nothing is said of the service', async () => {
    const told = await examine(json({ hypervisors: [{ ...HYPERVISOR, service: { host: 'compute-1', id: 2 } }] }))
    expect(plain(told.inventory?.hosts)).toEqual([HOST])
    expect(told.warnings).toEqual([])
  })

  it('reads later ones: state, status, uuid, servers and PCI pools', async () => {
    const later = {
      ...HYPERVISOR,
      id: 'b1e43b5f-eec1-44e0-9f10-7b4945c0226d',
      state: 'up',
      status: 'disabled',
      service: { host: 'compute-1', id: 2, disabled_reason: 'broken' },
      servers: [{ name: 'one', uuid: 'u1' }],
      'os-pci:pci_stats': [{ count: 5, vendor_id: '8086', product_id: '1520', key: 'v', extra_info: { a: 'b' } }],
    }
    const told = await examine(json({ hypervisors: [later] }))
    expect(plain(told.inventory?.hosts)).toEqual([
      {
        ...HOST,
        uuid: later.id,
        service: { disabled: true, disabled_reason: 'broken', up: true },
        instances: [{ uuid: 'u1' }],
        pci_device_pools: [{ vendor_id: '8086', product_id: '1520', count: 5, tags: { key: 'v' } }],
      },
    ])
  })

  it('reads a single one, openstack hypervisor show, and rows of the table', async () => {
    for (const value of [
      { hypervisor: { ...HYPERVISOR, service: { host: 'compute-1' } } },
      { ...HYPERVISOR, service_host: 'compute-1', service_id: 2 },
      [{ ...HYPERVISOR, host: 'compute-1', deleted: 0 }],
    ]) {
      expect(plain((await examine(json(value))).inventory?.hosts)).toEqual([HOST])
    }
  })

  it('reads openstack hypervisor list, and says what it lacks', async () => {
    const told = await examine(
      json([{ ID: 1, 'Hypervisor Hostname': 'n1', 'Hypervisor Type': 'QEMU', 'Host IP': '192.0.2.1', State: 'down' }]),
    )
    expect(told.inventory?.hosts).toMatchObject([
      { host: 'n1', nodename: 'n1', host_ip: '192.0.2.1', service: { up: false } },
    ])
    expect(told.warnings).toEqual([
      expect.stringContaining('own name is taken'),
      expect.stringContaining('2.87 or older'),
    ])
  })

  it('reads the table of hypervisor show, also cut out of a page', async () => {
    const table = `
+----------------------+-------------------+
| Field                | Value             |
+----------------------+-------------------+
| free_disk_gb         | -532              |
| host_ip              | 192.0.2.4         |
| hypervisor_hostname  | n4                |
| service_host         | 1234              |
| cpu_info             | {"arch": "x86_64" |
|                      | }                 |
+----------------------+-------------------+`
    const whole = await examine({ 'x.txt': table })
    expect(plain(whole.inventory?.hosts)).toEqual([
      { host: '1234', nodename: 'n4', host_ip: '192.0.2.4', free_disk_gb: -532, cpu_info: { arch: 'x86_64' } },
    ])
    const cut = await examine({ 'x.txt': '| free_ram_mb | 15055 |\n| host_ip | 192.0.2.4 |\n' })
    expect(cut.inventory?.hosts).toEqual([{ host: '192.0.2.4', host_ip: '192.0.2.4', free_ram_mb: 15055 }])
    expect(cut.warnings[0]).toContain("hypervisor's address is taken")
  })

  it('tells where wrong values stand in the answer', async () => {
    const told = await examine(
      json({ hypervisors: [{ ...HYPERVISOR, vcpus: '8', service: { host: 'c' } }, { vcpus: 1 }] }),
    )
    expect(told.errors).toEqual([
      'x.json:1: hypervisors[0].vcpus: must be a whole number, is "8": leave out the quotes',
      'x.json:1: hypervisors[1].host: is missing',
    ])
  })

  it('refuses statistics, which are sums', async () => {
    const told = await examine(json({ hypervisor_statistics: { count: 1, vcpus: 8 } }))
    expect(told.errors).toEqual([expect.stringMatching(/sums over all hypervisors; ask os-hypervisors\/detail/)])
  })
})

describe('aggregates, groups, flavors and images', () => {
  it('reads os-aggregates and one of them', async () => {
    const one = { id: 1, name: 'a', hosts: ['h'], metadata: { key: 'v' }, availability_zone: 'az1', deleted: false }
    const wanted = [{ id: 1, name: 'a', hosts: ['h'], metadata: { key: 'v', availability_zone: 'az1' } }]
    for (const value of [{ aggregates: [one, { ...one, id: 2, deleted: true }] }, { aggregate: one }]) {
      expect(plain((await examine(json(value))).inventory?.aggregates)).toEqual(wanted)
    }
  })

  it('reads openstack aggregate show and list', async () => {
    const shown = { id: 3, name: 'a', hosts: ['h'], properties: "ssd='true', x='it\\'s'", availability_zone: null }
    expect(plain((await examine(json(shown))).inventory?.aggregates)).toEqual([
      { id: 3, name: 'a', hosts: ['h'], metadata: { ssd: 'true', x: "it's" } },
    ])
    const told = await examine(json([{ ID: 3, Name: 'a', 'Availability Zone': 'az1' }]))
    expect(plain(told.inventory?.aggregates)).toEqual([
      { id: 3, name: 'a', hosts: [], metadata: { availability_zone: 'az1' } },
    ])
    expect(told.warnings).toEqual([expect.stringContaining('hosts are not given')])
  })

  it('reads server groups of any release', async () => {
    const group = { id: 'g', name: 'n', policies: ['affinity'], members: ['u'], metadata: {}, project_id: 'p' }
    const wanted = [{ id: 'g', name: 'n', policies: ['affinity'], members: ['u'] }]
    for (const value of [
      { server_groups: [group] },
      { server_group: group },
      [{ ID: 'g', Name: 'n', Policies: 'affinity', Members: 'u' }],
    ]) {
      expect(plain((await examine(json(value))).inventory?.server_groups)).toEqual(wanted)
    }
    const later = { id: 'g', name: 'n', policy: 'anti-affinity', rules: { max_server_per_host: 3 }, members: [] }
    expect(plain((await examine(json({ server_groups: [later] }))).inventory?.server_groups)).toEqual([
      { id: 'g', name: 'n', policies: ['anti-affinity'], rules: { max_server_per_host: 3 }, members: [] },
    ])
  })

  it('reads flavors of the API and of openstack', async () => {
    const wanted = [
      {
        flavorid: '1',
        name: 'm1',
        vcpus: 1,
        memory_mb: 512,
        root_gb: 1,
        ephemeral_gb: 2,
        swap: 0,
        extra_specs: { 'hw:a': 'b' },
      },
    ]
    const api = { id: '1', name: 'm1', vcpus: 1, ram: 512, disk: 1, 'OS-FLV-EXT-DATA:ephemeral': 2, swap: '' }
    const listed = { ID: '1', Name: 'm1', VCPUs: 1, RAM: 512, Disk: 1, Ephemeral: 2, Swap: 0, Properties: "hw:a='b'" }
    for (const value of [{ flavors: [{ ...api, extra_specs: { 'hw:a': 'b' } }] }, [listed]]) {
      expect(plain((await examine(json(value))).inventory?.flavors)).toEqual(wanted)
    }
    const told = await examine(json({ flavors: [{ ...api, 'OS-FLV-DISABLED:disabled': true }] }))
    expect(told.inventory?.flavors).toMatchObject([{ disabled: true }])
    expect(told.warnings).toEqual([expect.stringContaining('extra specs are not given for 1 of 1 flavors')])
    expect((await examine(json({ flavors: [{ ...api, ram: '512', extra_specs: {} }] }))).errors).toEqual([
      expect.stringContaining('flavors[0].ram: must be a whole number'),
    ])
  })

  it('reads images as Glance shows them', async () => {
    const image = {
      id: 'i',
      name: 'n',
      visibility: 'public',
      disk_format: 'raw',
      min_ram: 0,
      architecture: 'x86_64',
      tags: [],
    }
    expect(plain((await examine(json({ images: [image] }))).inventory?.images)).toEqual([
      { id: 'i', name: 'n', properties: { architecture: 'x86_64' } },
    ])
  })

  it('reads answers and lists of ours from one document', async () => {
    const told = await examine(json({ hypervisors: [HYPERVISOR], server_groups: [{ name: 'g', policy: 'affinity' }] }))
    expect(told.inventory).toMatchObject({ hosts: [{ nodename: 'node-1.example.com' }], server_groups: [{ id: 'g' }] })
  })

  it('refuses lists of other things', async () => {
    const told = await examine(json([{ ID: 'x', Name: 'vm', Networks: {} }]))
    expect(told.errors).toEqual([expect.stringMatching(/its keys are not known: ID, Name, Networks/)])
    expect((await examine({ 'x.txt': '+--+\n| A | B | C |\n+--+\n| 1 | 2 | 3 |\n' })).errors).toEqual([
      expect.stringContaining('not known by its columns (a, b, c)'),
    ])
  })
})
