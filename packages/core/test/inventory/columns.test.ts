import { describe, expect, it } from 'vitest'
import { inventoryFrom } from '../../src/inventory/read.ts'
import { examine } from './files.ts'

const object = (name: string, data: object) => {
  const changes = Object.keys(data)
  const head = { 'nova_object.name': name, 'nova_object.namespace': 'nova', 'nova_object.version': '1.5' }
  return { ...head, 'nova_object.data': data, 'nova_object.changes': changes }
}

const PAGES = { size_kb: 4, total: 1048576, used: 0 }
const CELL = { id: 0, cpuset: [0, 1], pcpuset: [2, 3], memory: 4096, cpu_usage: 0, memory_usage: 0, pinned_cpus: [] }
const THREADS = {
  siblings: [
    [0, 1],
    [2, 3],
  ],
  socket: 0,
}
const POOL = { vendor_id: '8086', product_id: '1572', numa_node: 0, count: 2, tags: { dev_type: 'type-PF' } }

const TOPOLOGY = object('NUMATopology', {
  cells: [object('NUMACell', { ...CELL, ...THREADS, mempages: [object('NUMAPagesTopology', PAGES)] })],
})
const POOLS = object('PciDevicePoolList', { objects: [object('PciDevicePool', POOL)] })

function hostFrom(fields: object): Record<string, unknown> {
  const { inventory } = inventoryFrom({ hosts: [{ host: 'a', ...fields }] })
  return JSON.parse(JSON.stringify(inventory.hosts[0])) as Record<string, unknown>
}

describe("columns of Nova's table", () => {
  it.each([
    ['as text', JSON.stringify(TOPOLOGY), JSON.stringify(POOLS)],
    ['as they are', TOPOLOGY, POOLS],
    ['as text in our form', JSON.stringify(plainTopology()), JSON.stringify([POOL])],
  ])('are read %s', (_name, topology, stats) => {
    const host = hostFrom({ numa_topology: topology, pci_stats: stats })
    expect(host).toEqual({ host: 'a', numa_topology: plainTopology(), pci_device_pools: [POOL] })
  })

  it('are nothing where the text is empty or null', () => {
    expect(hostFrom({ numa_topology: '', pci_device_pools: 'null' })).toEqual({
      host: 'a',
      numa_topology: null,
      pci_device_pools: null,
    })
  })

  it('are read of rows of the table', () => {
    const rows = [{ hypervisor_hostname: 'a', service_host: 'a', memory_mb: 1, vcpus: 1, pci_stats: POOLS }]
    const { inventory } = inventoryFrom({ hypervisors: rows })
    expect(inventory.hosts[0]?.pci_device_pools).toEqual([{ ...POOL }])
  })

  it.each([
    ['{"cells": [', 'hosts[0].numa_topology: must be a map, or the JSON text of Nova\'s column, is "{\\"cells\\": ["'],
    ['"x"', /hosts\[0\]\.numa_topology: must be a map, or the JSON text/],
    ['[1]', /hosts\[0\]\.numa_topology: must be/],
    ['{"cells": [{"id": 0}]}', /hosts\[0\]\.numa_topology\.cells\[0\]\.cpuset: is missing/],
  ])('are refused: %j', async (text, message) => {
    const { errors } = await examine({ 'x.json': JSON.stringify({ hosts: [{ host: 'a', numa_topology: text }] }) })
    expect(errors[0]).toEqual(typeof message === 'string' ? `x.json:1: ${message}` : expect.stringMatching(message))
  })
})

function plainTopology(): object {
  return { cells: [{ ...CELL, ...THREADS, mempages: [PAGES] }] }
}
