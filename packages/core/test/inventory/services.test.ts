import { describe, expect, it } from 'vitest'
import { examine, plain } from './files.ts'

const HYPERVISORS = JSON.stringify({
  hosts: [
    { host: 'h1' },
    { host: 'h2', service: { disabled: true, disabled_reason: 'old' } },
    { host: 'h3', nodename: 'n3' },
  ],
})

const TABLE = `[root@ctl ~]# nova-manage service list
Binary           Host                                 Zone             Status     State Updated_At
nova-compute     h1                                   az1              enabled    XXX   2026-01-31 12:00:00
nova-compute     h2                                   az2              disabled   :-)   None
nova-conductor   ctl                                  internal         enabled    :-)   2026-01-31 12:00:01
[root@ctl ~]#
`

describe('services', () => {
  it('puts nova-manage service list onto hosts, and makes aggregates of zones', async () => {
    const told = await examine({ 'hosts.json': HYPERVISORS, 'services.txt': TABLE.replaceAll('\n', '\n\t') })
    expect(plain(told.inventory)).toMatchObject({
      hosts: [
        { host: 'h1', service: { disabled: false, up: false, updated_at: '2026-01-31T12:00:00' } },
        { host: 'h2', service: { disabled: true, disabled_reason: 'old', up: true, updated_at: null } },
        { host: 'h3', nodename: 'n3' },
      ],
      aggregates: [
        { id: 1, name: 'az1', hosts: ['h1'], metadata: { availability_zone: 'az1' } },
        { id: 2, name: 'az2', hosts: ['h2'], metadata: { availability_zone: 'az2' } },
      ],
    })
    expect(told.warnings).toEqual(['services.txt: it lists no nova-compute service on h3: counted as enabled and up'])
  })

  it('leaves zones to the aggregates where they give one, and the default zone to itself', async () => {
    const services = { services: [{ binary: 'nova-compute', host: 'h1', zone: 'az1', status: 'enabled', state: 'up' }] }
    const aggregate = { id: 7, name: 'a', hosts: ['h1'], metadata: { availability_zone: 'az1' } }
    const inventory = JSON.stringify({ hosts: [{ host: 'h1' }], aggregates: [aggregate] })
    const told = await examine({ 'a.json': JSON.stringify(services), 'b.json': inventory })
    expect(told.inventory?.aggregates).toHaveLength(1)
    const nova = JSON.stringify(services).replace('az1', 'nova')
    expect((await examine({ 'a.json': nova, 'b.json': '{"hosts": [{"host": "h1"}]}' })).inventory?.aggregates).toEqual(
      [],
    )
  })

  it('reads os-services, openstack compute service list and its table', async () => {
    const answer = { id: 4, binary: 'nova-compute', host: 'h1', zone: 'nova', status: 'disabled', state: 'down' }
    const listed = {
      ID: 4,
      Binary: 'nova-compute',
      Host: 'h1',
      Zone: 'nova',
      Status: 'disabled',
      State: 'down',
      'Updated At': null,
    }
    const table = `
+----+--------------+------+------+----------+-------+------------+
| ID | Binary       | Host | Zone | Status   | State | Updated At |
+----+--------------+------+------+----------+-------+------------+
| 4  | nova-compute | h1   | nova | disabled | down  | None       |
+----+--------------+------+------+----------+-------+------------+`
    for (const text of [JSON.stringify({ services: [answer] }), JSON.stringify([listed]), table]) {
      const told = await examine({ x: text, 'hosts.json': '{"hosts": [{"host": "h1"}]}' })
      expect(told.inventory?.hosts).toMatchObject([{ host: 'h1', service: { disabled: true, up: false } }])
    }
  })

  it('reads availability zones of the API and of openstack', async () => {
    const compute = { active: false, available: true, updated_at: null }
    const answer = {
      availabilityZoneInfo: [
        { zoneName: 'internal', hosts: { ctl: { 'nova-conductor': compute } }, zoneState: {} },
        { zoneName: 'az1', hosts: { h1: { 'nova-compute': compute } }, zoneState: {} },
      ],
    }
    const row = {
      'Zone Name': 'az1',
      'Host Name': 'h1',
      'Service Name': 'nova-compute',
      'Service Status': 'disabled :-) 2026-01-31',
    }
    for (const value of [answer, [row]]) {
      const told = await examine({ x: JSON.stringify(value), 'hosts.json': '{"hosts": [{"host": "h1"}]}' })
      expect(told.inventory).toMatchObject({
        hosts: [{ service: { disabled: true, up: true } }],
        aggregates: [{ name: 'az1' }],
      })
    }
    const bare = await examine({ 'x.json': '[{"Zone Name": "az1", "Zone Status": "available"}]' })
    expect(bare.warnings).toEqual([expect.stringContaining('zones but no hosts')])
  })

  it('takes a service whose cell does not answer as down', async () => {
    const told = await examine({
      'x.json': '{"services": [{"binary": "nova-compute", "host": "h1", "status": "UNKNOWN"}]}',
    })
    expect(told.inventory?.hosts).toMatchObject([{ host: 'h1', service: { up: false } }])
    expect(told.warnings[0]).toContain('"h1" did not answer')
  })

  it('makes hosts of services when nothing else is given, and tells of services without a hypervisor', async () => {
    const alone = await examine({ 'services.txt': TABLE })
    expect(alone.inventory?.hosts.map(({ host }) => host)).toEqual(['h1', 'h2'])
    expect(alone.warnings).toEqual([expect.stringContaining('no file gives resources')])
    const told = await examine({ 'services.txt': TABLE, 'x.json': '{"hosts": [{"host": "h1"}]}' })
    expect(told.inventory?.hosts).toHaveLength(1)
    expect(told.warnings).toEqual([expect.stringContaining('the service on h2 has no hypervisor')])
  })

  it.each([
    [{ status: 'on', state: 'up' }, /services\[0\].status: must be enabled or disabled, is "on"/],
    [{ status: 'enabled', state: 'alive' }, /services\[0\].state: must be up or down, is "alive"/],
    [{ host: 5.5 }, undefined],
    [{ host: null }, /services\[0\].host: must be a text/],
    [{ updated_at: 'today' }, /services\[0\].*must be a time/],
  ])('%j', async (fields, message) => {
    const service = { binary: 'nova-compute', host: 'h1', ...fields }
    const told = await examine({ 'x.json': JSON.stringify({ services: [service] }) })
    expect(told.errors).toEqual(message === undefined ? [] : [expect.stringMatching(message)])
  })

  it('takes no time over lines that are far too long', async () => {
    const told = await examine({ 'x.txt': `${TABLE}nova-compute h9 ${'a '.repeat(200_000)}` })
    expect(told.errors).toEqual([expect.stringMatching(/^x.txt:7: this line is no row/)])
  })

  it('refuses lines that do not fit the table', async () => {
    const told = await examine({ 'x.txt': `${TABLE}nova-compute h9 az1 enab` })
    expect(told.errors).toEqual([expect.stringMatching(/^x.txt:7: this line is no row/)])
  })
})
