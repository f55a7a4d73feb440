import { describe, expect, test } from 'vitest'
import { parseConf } from '../../src/conf/index.ts'
import { Cloud } from '../../src/hosts/cloud.ts'
import { HostStates } from '../../src/hosts/host-states.ts'
import { NovaHostManager } from '../../src/hosts/nova-host-manager.ts'
import { readRequest } from '../../src/request/read-request.ts'
import type { InventoryHost } from '../../src/inventory/inventory.ts'
import type { Host } from '../../src/plugin/host.ts'
import { readHostTopology } from '../../src/plugin/numa/record.ts'
import { RULES } from '../../src/releases.ts'
import { SILENT_LOG } from '../../src/util/log.ts'
import { node, novaRequest } from '../scheduling.ts'

const AT = Date.UTC(2026, 0, 1)

function statesWith(warnings: string[] = []): HostStates {
  const log = { ...SILENT_LOG, warn: (message: string) => void warnings.push(message) }
  const manager = NovaHostManager.create({
    conf: parseConf('', { file: 'nova.conf', release: 'kilo' }).read(NovaHostManager.options ?? {}),
    rules: RULES.kilo,
    log,
    clock: () => AT,
  })
  return new HostStates(manager, RULES.kilo, log)
}

function read(record: InventoryHost, warnings: string[] = []): Host {
  const cloud = new Cloud({ hosts: [record], aggregates: [] }, RULES.kilo)
  return statesWith(warnings).refresh(cloud).hosts[0] as Host
}

describe('free disk is the lower of two numbers (P68)', () => {
  test.each([
    [null, 512, 524288, 0],
    [1024, 1024, 1048576, 0],
    [3333, 3072, 3145728, 1],
    [8192, 8888, 8388608, 0],
    [40, 10, 10240, 1],
    [-5, 10, -5120, 0],
  ])('disk_available_least %s, free_disk_gb %s', (least, free, expected, warned) => {
    const warnings: string[] = []
    const host = read(node('h1', { disk_available_least: least, free_disk_gb: free }), warnings)
    expect(host.freeDiskMb).toBe(expected)
    expect(warnings).toHaveLength(warned)
  })
})

describe('what a record leaves out takes the defaults of the inventory format', () => {
  test('free is total minus used', () => {
    expect(read({ host: 'h', memory_mb: 4096, memory_mb_used: 1024, local_gb: 100, local_gb_used: 30 })).toMatchObject({
      nodename: 'h',
      freeRamMb: 3072,
      freeDiskMb: 71680,
      diskMbUsed: 30720,
      vcpusTotal: 0,
      service: { disabled: false, up: true },
      updatedAt: null,
    })
  })

  test('the number of instances follows the instances where there are no stats', () => {
    const instances = [{ uuid: 'u1' }, { uuid: 'u2' }]
    expect(read(node('h', { instances })).numInstances).toBe(2)
    expect(read(node('h', { instances, stats: { num_instances: ' 7 ' } })).numInstances).toBe(7)
    expect(read(node('h', { instances, stats: null })).numInstances).toBe(0)
  })

  test('every node of a host carries the instances of the host', () => {
    const records = [node('h', { nodename: 'n1', instances: [{ uuid: 'u1' }] }), node('h', { nodename: 'n2' })]
    const cloud = new Cloud({ hosts: records, aggregates: [] }, RULES.kilo)
    expect(
      statesWith()
        .refresh(cloud)
        .hosts.map(({ instances }) => Object.keys(instances)),
    ).toEqual([['u1'], ['u1']])
  })
})

describe('metrics', () => {
  const metric = (name: string | null, value: number): NonNullable<InventoryHost['metrics']>[number] => ({
    name,
    value,
    timestamp: 't',
    source: 's',
  })

  test('without a name are left out; those that are no longer reported stay known', () => {
    const cloud = new Cloud(
      { hosts: [node('h', { metrics: [metric('a', 1), metric('', 2), metric('b', 3)] })], aggregates: [] },
      RULES.kilo,
    )
    const states = statesWith()
    expect(Object.keys(states.refresh(cloud).hosts[0]?.metrics ?? {})).toEqual(['a', 'b'])
    cloud.apply({ kind: 'update_node', node: node('h', { metrics: [metric('b', 4)] }) })
    expect(states.refresh(cloud).hosts[0]?.metrics).toMatchObject({ a: { value: 1 }, b: { value: 4 } })
  })

  test('that are null are none (P37)', () => {
    expect(read(node('h', { metrics: null })).metrics).toEqual({})
  })
})

describe('a claim', () => {
  const states = statesWith()
  const record = node('h', { updated_at: '2025-12-31T23:59:59', stats: { num_instances: '1', io_workload: '0' } })
  const cloud = new Cloud({ hosts: [record], aggregates: [] }, RULES.kilo)
  const request = (properties: object): ReturnType<typeof readRequest> =>
    readRequest(novaRequest(1, { flavor: properties }), 'kilo')

  test('takes memory, disk without swap, CPUs, and counts (A3.2)', () => {
    const [host] = states.refresh(cloud).hosts
    const { host: claimed } = states.claim(host as Host, request({ ephemeral_gb: 5, swap: 4096 }))
    expect(claimed).toMatchObject({
      freeRamMb: 6144,
      freeDiskMb: 76800,
      vcpusUsed: 1,
      numInstances: 2,
      numIoOps: 1,
      updatedAt: AT,
    })
  })

  test('stays until the node reports after it', () => {
    expect(states.refresh(cloud).hosts[0]?.freeRamMb).toBe(6144)
    cloud.apply({ kind: 'update_node', node: { ...record, updated_at: '2025-12-31T23:59:59.5' } })
    expect(states.refresh(cloud).hosts[0]?.freeRamMb).toBe(6144)
    cloud.apply({ kind: 'update_node', node: { ...record, updated_at: '2026-01-01 00:00:00' } })
    expect(states.refresh(cloud).hosts[0]?.freeRamMb).toBe(8192)
  })

  test.each([
    ['a building instance', { vm_state: 'building', task_state: null }, 1],
    ['a running one', { vm_state: 'active', task_state: null }, 0],
    ['a rebuilding one', { vm_state: 'active', task_state: 'rebuilding' }, 1],
    ['a migrating one (P74)', { vm_state: 'active', task_state: 'migrating' }, 0],
  ])('counts %s as so many I/O operations', (_name, properties, expected) => {
    const fresh = statesWith()
    const [host] = fresh.refresh(cloud).hosts
    expect(fresh.claim(host as Host, request(properties)).host.numIoOps).toBe(expected)
  })

  test('on a NUMA host forgets what is in use on its cells (Kilo)', () => {
    const mempages = [{ size_kb: 4, total: 10, used: 5 }]
    const cells = [{ id: 0, cpuset: [0, 1], memory: 4096, cpu_usage: 4, memory_usage: 512, mempages }]
    const numa = new Cloud({ hosts: [node('h', { numa_topology: { cells } })], aggregates: [] }, RULES.kilo)
    const fresh = statesWith()
    const [host] = fresh.refresh(numa).hosts
    const emptied = readHostTopology({ cells: [{ ...cells[0], cpu_usage: 0, memory_usage: 0 }] })
    expect(fresh.claim(host as Host, request({})).host.numaTopology).toEqual(emptied)
  })
})

test('nothing is read again while nothing changes: the same hosts are the same objects', () => {
  const cloud = new Cloud({ hosts: [node('a'), node('b')], aggregates: [] }, RULES.kilo)
  const states = statesWith()
  const first = states.refresh(cloud)
  const before = [...first.hosts]
  expect(states.refresh(cloud)).toBe(first)
  states.claim(before[1] as Host, readRequest(novaRequest(), 'kilo'))
  expect(first.hosts[0]).toBe(before[0])
  expect(first.hosts[1]).not.toEqual(before[1])
  expect(states.refresh(cloud).hosts).toEqual(before)
  expect(first.hosts[1]).toBe(before[1])
})

test('Zed reads the machines of a node before it sees that the node never reported', () => {
  const record = node('h1', { free_disk_gb: null, supported_instances: [['vax', 'kvm', 'hvm']] })
  const manager = NovaHostManager.create({
    conf: parseConf('', { file: 'nova.conf', release: 'zed' }).read(NovaHostManager.options ?? {}),
    rules: RULES.zed,
    log: SILENT_LOG,
    clock: () => AT,
  })
  const states = new HostStates(manager, RULES.zed, SILENT_LOG)
  expect(() => states.refresh(new Cloud({ hosts: [record], aggregates: [] }, RULES.zed))).toThrow('vax')
})
