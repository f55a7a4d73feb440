import { describe, expect, test } from 'vitest'
import { parseConf } from '../../src/conf/index.ts'
import { Cloud } from '../../src/hosts/cloud.ts'
import { HostStates } from '../../src/hosts/host-states.ts'
import { ironicHostManager } from '../../src/hosts/ironic-host-manager.ts'
import type { InventoryHost } from '../../src/inventory/inventory.ts'
import type { Host } from '../../src/plugin/host.ts'
import { RULES, type BuiltRelease } from '../../src/releases.ts'
import { SILENT_LOG } from '../../src/util/log.ts'
import { node } from '../scheduling.ts'

/** The host that a record is read as, by the manager that reads bare-metal nodes and others. */
function read(fields: Partial<InventoryHost>, release: BuiltRelease = 'kilo', text = ''): Host {
  const rules = RULES[release]
  const manager = ironicHostManager(null)
  const conf = parseConf(text, { file: 'nova.conf', release }).read(manager.options ?? {})
  const states = new HostStates(manager.create({ conf, rules, log: SILENT_LOG, clock: () => 0 }), rules, SILENT_LOG)
  return states.refresh(new Cloud({ hosts: [node('h', fields)] }, rules)).hosts[0] as Host
}

describe('both numbers of free disk are kept', () => {
  test('where the hypervisor gave one too (P67)', () => {
    expect(read({ local_gb: 100, free_disk_gb: 80, disk_available_least: 14 })).toMatchObject({
      freeDiskMb: 14336,
      freeDiskReport: { freeDiskGb: 80, diskAvailableLeastGb: 14 },
    })
  })

  test.each([
    ['it gave none', { disk_available_least: null }],
    ['the node is bare metal, where Nova does not look at it', { hypervisor_type: 'ironic', disk_available_least: 14 }],
  ])('not where %s', (_name, fields) => {
    expect(read({ free_disk_gb: 80, ...fields })).toMatchObject({ freeDiskMb: 81920, freeDiskReport: null })
  })
})

test('what an instance is going through is kept (P74)', () => {
  const instances = [{ uuid: 'u1', task_state: 'migrating' }, { uuid: 'u2' }]
  expect(read({ instances }).instances).toMatchObject({ u1: { taskState: 'migrating' }, u2: { taskState: null } })
})

test('the I/O operations are a number in text (P74)', () => {
  expect(read({ stats: { io_workload: '8' } }).numIoOps).toBe(8)
})

describe('a ratio that a node was never given', () => {
  const ratios = { cpu_allocation_ratio: null, ram_allocation_ratio: 0, disk_allocation_ratio: 2 }

  test.each<[string, string, object]>([
    ['the initial one', '', { cpuAllocationRatio: 16, ramAllocationRatio: 1.5, diskAllocationRatio: 2 }],
    [
      'the initial one of nova.conf',
      'initial_cpu_allocation_ratio = 8\ncpu_allocation_ratio = 0\n',
      { cpuAllocationRatio: 8, ramAllocationRatio: 1.5 },
    ],
    [
      'the one of nova.conf before the initial one',
      'cpu_allocation_ratio = 4\nram_allocation_ratio = 1\ndisk_allocation_ratio = 3\n',
      { cpuAllocationRatio: 4, ramAllocationRatio: 1, diskAllocationRatio: 2 },
    ],
  ])('is %s', (_name, conf, expected) => {
    expect(read(ratios, 'zed', `[DEFAULT]\n${conf}`)).toMatchObject(expected)
  })

  test('is nothing where the scheduler has its own', () => {
    const conf = '[DEFAULT]\ncpu_allocation_ratio = -1\n'
    expect(read(ratios, 'kilo', conf)).toMatchObject({ cpuAllocationRatio: null, ramAllocationRatio: 0 })
  })
})

describe('stats', () => {
  test('that are null stay null', () => {
    expect(read({ stats: { foo: null, bar: 7 } }).stats).toEqual({ foo: null, bar: '7' })
  })

  test('that are read as numbers break when they are null', () => {
    expect(() => read({ stats: { num_instances: null } })).toThrow(
      expect.objectContaining({
        code: 'PLUGIN_FAULT',
        message: expect.stringContaining('stats.num_instances') as string,
      }),
    )
  })
})

describe('what a host can run', () => {
  const supported_instances = [['amd64', 'KVM', 'HVM']]

  test('is typed where requests are', () => {
    expect(read({ supported_instances }, 'zed').supportedInstances).toEqual([['x86_64', 'kvm', 'hvm']])
    expect(read({ supported_instances: null }, 'zed').supportedInstances).toEqual([])
    expect(read({ supported_instances }).supportedInstances).toEqual(supported_instances)
    expect(read({ supported_instances: null }).supportedInstances).toBeNull()
  })
})
