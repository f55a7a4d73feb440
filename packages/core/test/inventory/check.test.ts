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
      { hosts: [], server_groups: [{ id: 'g', members: ['u'] }] },
      'server_groups[0].members: server group g: on no host: u',
    ],
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
    const told = await warningsOf({ hosts: [], server_groups: [{ name: 'g', members }] })
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
