import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { examineInventory } from '../../src/inventory/read.ts'
import { examine, folderWith } from './files.ts'

async function warningsOf(document: object): Promise<readonly string[]> {
  const told = await examine({ 'x.json': JSON.stringify(document) })
  expect(told.errors).toEqual([])
  return told.warnings.map((warning) => warning.replace('x.json:1: ', ''))
}

const host = (fields: object) => ({ hosts: [{ host: 'a', ...fields }] })
const groupWith = (rules: object) => ({ hosts: [], server_groups: [{ id: 'g', policies: ['anti-affinity'], rules }] })
const cells = (...given: object[]) => host({ numa_topology: { cells: given.map((cell) => ({ memory: 1, ...cell })) } })
const pool = (fields: object) => {
  const pools = [{ vendor_id: '8086', product_id: '1572', count: 1, ...fields }]
  return host({ numa_topology: { cells: [{ id: 0, cpuset: [0], memory: 1 }] }, pci_device_pools: pools })
}

describe('what Nova would live with', () => {
  it.each([
    [host({ free_ram_mb: 9, memory_mb: 8 }), 'hosts[0].free_ram_mb: a: free_ram_mb 9 is more than memory_mb 8'],
    [host({ free_disk_gb: 9, local_gb: 8 }), 'hosts[0].free_disk_gb: a: free_disk_gb 9 is more than local_gb 8'],
    [
      host({ disk_available_least: 9, free_disk_gb: 8 }),
      /disk_available_least 9 is more than free_disk_gb 8: Nova takes the smaller/,
    ],
    [
      host({ free_disk_gb: null }),
      /free_disk_gb is null: the node has not reported yet; in Kilo this ends every request/,
    ],
    [host({ free_ram_mb: null }), /free_ram_mb is null: the node has not reported yet/],
    [host({ service: null }), 'hosts[0].service: a: there is no record of its service: it is no candidate'],
    [host({ stats: { num_instances: 'x' } }), /stats.num_instances is no whole number \("x"\)/],
    [host({ nodename: 'n', stats: { io_workload: null } }), /a\/n: stats.io_workload is no whole number \(null\)/],
    [host({ instances: [{ uuid: 'u' }, { uuid: 'u' }] }), 'hosts[0].instances[1]: a: instance u is listed twice'],
    [
      {
        hosts: [
          { host: 'a', instances: [{ uuid: 'u' }] },
          { host: 'b', instances: [{ uuid: 'u' }] },
        ],
      },
      'hosts[1].instances[0]: b: instance u is on a too',
    ],
    [
      { hosts: [{ host: 'compute0' }], aggregates: [{ id: 1, name: 'agg', hosts: ['COMPUTE0'] }] },
      'aggregates[0].hosts[0]: aggregate agg lists unknown host COMPUTE0, did you mean compute0?',
    ],
    [
      { hosts: [{ host: 'a', nodename: 'n.example' }], aggregates: [{ id: 1, hosts: ['n.example'] }] },
      'aggregates[0].hosts[0]: aggregate 1 lists unknown host n.example: it is a node of host a',
    ],
    [
      { hosts: [], server_groups: [{ id: 'g', policies: ['affinity'], members: ['u'] }] },
      'server_groups[0].members: server group g: on no host: u',
    ],
    [
      { hosts: [], server_groups: [{ id: 'g', policies: ['anti-afinity'] }] },
      'server_groups[0].policies: server group g: the policy anti-afinity is not known, and nobody looks at it, did you mean anti-affinity?',
    ],
    [{ hosts: [], server_groups: [{ id: 'g', policies: ['affinity', 'anti-affinity'] }] }, /it has 2 policies/],
    [{ hosts: [], server_groups: [{ id: 'g' }] }, /it has no policy/],
    [groupWith({ max_server_per_host: 0 }), /max_server_per_host is 0: with less than 1 every host is full/],
    [groupWith({ max_server_per_host: 'x' }), /max_server_per_host is no whole number \("x"\): Nova breaks on it/],
    [groupWith({ most: 1 }), /the rule most is not known/],
    ...['abc', 'nan', '1e400'].map((text): [object, RegExp] => [
      { hosts: [{ host: 'a' }], aggregates: [{ id: 1, hosts: ['a'], metadata: { cpu_weight_multiplier: text } }] },
      /^aggregates\[0\]\.metadata\.cpu_weight_multiplier: aggregate 1: cpu_weight_multiplier "\w+" is no/,
    ]),
    [host({ cpu_allocation_ratio: 0 }), /cpu_allocation_ratio is 0, which no compute reports/],
    [host({ cell: '' }), /the name of its cell is empty/],
    [
      cells({ id: 0, cpuset: [0] }, { id: 0, cpuset: [1] }),
      'hosts[0].numa_topology.cells[1].id: a: NUMA cell 0 is there twice',
    ],
    [cells({ id: 0, cpuset: [0, 1] }, { id: 1, cpuset: [], pcpuset: [1] }), /CPU 1 of NUMA cell 1 is in cell 0 too/],
    [cells({ id: 0, cpuset: [0], pinned_cpus: [7, 8] }), /pinned_cpus of NUMA cell 0: CPUs 7, 8 are not in the cell/],
    [cells({ id: 0, cpuset: [0], siblings: [[0, 1]] }), /siblings of NUMA cell 0: CPU 1 is not in the cell/],
    [
      cells({ id: 0, cpuset: [0], mempages: [{ size_kb: 4, total: 5, used: 4, reserved: 2 }] }),
      'hosts[0].numa_topology.cells[0].mempages[0]: a: NUMA cell 0 has 5 pages of 4 KiB, and more in use or kept: 6',
    ],
    [pool({ numa_node: 3 }), /PCI devices 8086:1572 are on NUMA cell 3, which the host does not have/],
    [pool({ tags: { dev_type: 'type-pf' } }), /dev_type type-pf, which is not known; known are type-PCI/],
  ])('%j', async (document, warning) => {
    expect(await warningsOf(document)).toEqual([typeof warning === 'string' ? warning : expect.stringMatching(warning)])
  })

  it.each([
    [host({})],
    [host({ free_ram_mb: -5, memory_mb: 8, free_disk_gb: -1, disk_available_least: -3 })],
    [host({ stats: { num_instances: ' 7 ', io_workload: '-1', other: 'x' } })],
    [{ hosts: ['n1', 'n2'].map((nodename) => ({ host: 'a', nodename, instances: [{ uuid: 'u' }] })) }],
  ])('nothing odd in %j', async (document) => expect(await warningsOf(document)).toEqual([]))

  it('names the first few of many', async () => {
    const members = Array.from({ length: 12 }, (_, index) => `u${index}`)
    const told = await warningsOf({ hosts: [], server_groups: [{ name: 'g', policies: ['affinity'], members }] })
    expect(told).toEqual(['server_groups[0].members: server group g: on no host: 12 members (u0, u1, u2, u3, u4, …)'])
  })

  it('says nothing of hosts in aggregates when no host is known', async () => {
    expect(await warningsOf({ hosts: [], aggregates: [{ id: 1, hosts: ['a'] }] })).toEqual([])
  })

  it.each([
    [{ updated_at: '2026-13-01T00:00:00' }, 'hosts[0].updated_at: a: there is no such time: "2026-13-01T00:00:00"'],
    [{ service: { updated_at: '2026-01-01 25:00:00' } }, /hosts\[0\].service.updated_at: .*no such time/],
    [{ updated_at: '2026-01-31T12:00', service: { last_seen_up: '2026-01-31 12:00:00.5+01:00' } }, undefined],
  ])('%j', async (fields, message) => {
    const { errors } = await examine({ 'x.json': JSON.stringify(host(fields)) })
    expect(errors).toHaveLength(message === undefined ? 0 : 1)
    expect(errors.join()).toMatch(message ?? '')
  })

  it('hints once at what no host gives', async () => {
    const folder = folderWith({
      'x.json': JSON.stringify({ hosts: [{ host: 'a', vcpus: 1 }, { host: 'b' }, { host: 'c' }] }),
    })
    const { findings } = await examineInventory([join(folder, 'x.json')])
    expect(findings.map(({ level, message }) => `${level}: ${message}`)).toEqual([
      'hint: vcpus is not given for b and 1 more: taken as 0',
      'hint: memory_mb is not given for a and 2 more: taken as 0',
      'hint: local_gb is not given for a and 2 more: taken as 0',
    ])
  })
})
