import { describe, expect, test } from 'vitest'
import { Cloud } from '../../src/hosts/cloud.ts'
import { HostStates } from '../../src/hosts/host-states.ts'
import { ironicHostManager } from '../../src/hosts/ironic-host-manager.ts'
import type { InventoryHost } from '../../src/inventory/inventory.ts'
import type { Host } from '../../src/plugin/host.ts'
import { RULES } from '../../src/releases.ts'
import { SILENT_LOG } from '../../src/util/log.ts'
import { node } from '../scheduling.ts'

/** The host that a record is read as, by the manager that reads bare-metal nodes and others. */
function read(fields: Partial<InventoryHost>): Host {
  const env = { conf: {}, rules: RULES.kilo, log: SILENT_LOG, clock: () => 0 }
  const states = new HostStates(ironicHostManager(null).create(env), RULES.kilo, SILENT_LOG)
  return states.refresh(new Cloud({ hosts: [node('h', fields)] }, RULES.kilo)).hosts[0] as Host
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
