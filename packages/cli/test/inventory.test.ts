import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { inventoryFrom } from '@nova-sched/core'
import { registerInventory } from '../src/commands/inventory.ts'
import { folderWith, runProgram } from './program.ts'

const FILES = {
  'hosts.json': JSON.stringify({ hosts: [{ host: 'a', vcpus: 1, memory_mb: 1, local_gb: 1, stats: { yes: '1.0' } }] }),
  'agg.yaml': 'aggregates:\n  - {id: 1, hosts: [b], metadata: {__proto__: x}}\n',
  'bad.json': '{"hosts": [{"vcpus": "1"}]}',
  'nodes.csv': 'sn,cpu\nx,2000\n',
}

const run = (args: readonly string[], stdin = '') => {
  return runProgram(registerInventory, ['inventory', ...args], { cwd: folderWith(FILES), stdin })
}

describe('inventory check', () => {
  it('tells what is odd and what was read, on standard output', async () => {
    const { stdout, stderr, error } = await run(['check', 'hosts.json', 'agg.yaml'])
    expect(error).toBeUndefined()
    expect(stderr).toBe('')
    expect(stdout.split('\n')).toEqual([
      'warning: agg.yaml:2: aggregates[0].hosts[0]: aggregate 1 lists unknown host b',
      '1 host, 1 aggregate, 0 server groups, 0 flavors, 0 images, 0 errors, 1 warning, 0 hints',
      '',
    ])
  })

  it('ends with an error when something is wrong, all of it told', async () => {
    const { stdout, error } = await run(['check', 'bad.json', 'missing.json'])
    expect(stdout.split('\n')).toEqual([
      'error: bad.json:1: hosts[0].host: is missing',
      'error: bad.json:1: hosts[0].vcpus: must be a whole number, is "1": leave out the quotes',
      'error: missing.json: there is no such file',
      '3 errors, 0 warnings, 0 hints',
      '',
    ])
    expect(error).toMatchObject({ code: 'INVENTORY_INVALID', exitCode: 2, message: '3 errors in the inventory' })
  })

  it('prints data when asked', async () => {
    const { stdout } = await run(['check', 'agg.yaml', 'hosts.json', '--format', 'json'])
    expect(JSON.parse(stdout)).toEqual({
      findings: [
        expect.objectContaining({ level: 'warning', file: 'agg.yaml', line: 2, path: 'aggregates[0].hosts[0]' }),
      ],
      counts: { hosts: 1, aggregates: 1, server_groups: 0, flavors: 0, images: 0 },
    })
  })

  it('reads standard input, and CSV by its columns', async () => {
    const { stdout } = await run(
      ['check', '-', 'nodes.csv', '--columns', 'host=sn,vcpus=cpu/1000'],
      '{"hosts": [{"host": "s"}]}',
    )
    expect(stdout).toContain('2 hosts')
  })
})

describe('inventory convert', () => {
  it.each([
    [[], (text: string) => JSON.parse(text) as unknown],
    [['--format', 'json'], (text: string) => JSON.parse(text) as unknown],
    [['--format', 'yaml'], (text: string) => parse(text) as unknown],
  ])('prints one inventory of all files, which reads back equal: %j', async (format, read) => {
    const { stdout, stderr } = await run(['convert', 'hosts.json', 'agg.yaml', ...format])
    expect(stderr).toBe('warning: agg.yaml:2: aggregates[0].hosts[0]: aggregate 1 lists unknown host b\n')
    const { inventory } = inventoryFrom(read(stdout))
    expect(inventory.hosts).toMatchObject([{ host: 'a', stats: { yes: '1.0' } }])
    expect(Object.entries(inventory.aggregates[0]?.metadata ?? {})).toEqual([['__proto__', 'x']])
  })

  it('prints nothing when something is wrong', async () => {
    const { stdout, error } = await run(['convert', 'bad.json'])
    expect(stdout).toBe('')
    expect(error).toMatchObject({ code: 'INVENTORY_INVALID', exitCode: 2 })
  })

  it('shows an example in its help', async () => {
    for (const command of ['check', 'convert']) {
      expect((await run([command, '--help'])).stdout).toContain(`nova-sched inventory ${command} `)
    }
  })
})

const FIELD = new URL('../../../../shared/inventories/', import.meta.url)

describe.skipIf(!existsSync(FIELD))('inventories from the field', () => {
  it('converts a cloud of 1,523 nodes', async () => {
    const nodes = new URL('20-alibaba_openb_node_list_all_node.csv', FIELD).pathname
    const { stdout } = await run(['convert', nodes, '--columns', 'host=sn,vcpus=cpu_milli/1000,memory_mb=memory_mib'])
    expect((JSON.parse(stdout) as { hosts: unknown[] }).hosts).toHaveLength(1523)
  })
})
