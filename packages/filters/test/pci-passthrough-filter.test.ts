import type { PciPool, PciRequest } from '@nova-sched/core/plugin'
import { filterCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { PciPassthroughFilter } from '../src/pci-passthrough-filter.ts'

const pools = (count: number, tags: Readonly<Record<string, string>> = {}): readonly PciPool[] => {
  return [{ count, numaNode: 1, properties: { vendor_id: '8086', product_id: '1520', ...tags } }]
}

const asksFor = (count: number, spec: Readonly<Record<string, string>> = { vendor_id: '8086' }): PciRequest => {
  return { count, spec: [spec], aliasName: 'nic', requestId: 'r1', numaPolicy: 'required' }
}

describe('PciPassthroughFilter', () => {
  const cases = filterCases(PciPassthroughFilter, {
    passes: [
      { name: 'a request without PCI requests', request: { pciRequests: null }, limits: {} },
      { name: 'an empty list of PCI requests', request: { pciRequests: [] } },
      {
        name: 'a host with just enough devices',
        host: { pciDevicePools: pools(3) },
        request: { pciRequests: [asksFor(1), asksFor(2)] },
        limits: {},
      },
      {
        name: 'a physical function, where releases do not tell it apart',
        host: { pciDevicePools: pools(1, { dev_type: 'type-PF' }) },
        request: { pciRequests: [asksFor(1)] },
      },
      {
        name: 'a tag in other letters, where releases do not mind',
        release: 'zed',
        host: { pciDevicePools: pools(1, { physical_network: 'Phys1' }) },
        request: { pciRequests: [asksFor(1, { physical_network: 'phys1' })] },
      },
    ],
    rejects: [
      {
        name: 'a host that lacks one device',
        host: { pciDevicePools: pools(2) },
        request: { pciRequests: [asksFor(1), asksFor(2)] },
        reason: 'too_few_devices',
        details: { request: 1, wanted: 'nic', needed: 2, available: 1, unit: 'devices' },
        message:
          'PCI devices for nic: 1 usable, 2 needed (8086:1520 on NUMA cell 1: has 2, needs 2 (1 left after the requests before))',
      },
      {
        name: 'a host without PCI devices',
        release: 'zed',
        request: { pciRequests: [asksFor(1)] },
        reason: 'too_few_devices',
        message: 'PCI devices for nic: 0 usable, 1 needed (the host has no PCI devices)',
      },
      {
        name: 'a physical function that nobody asked for',
        release: 'zed',
        host: { pciDevicePools: pools(1, { dev_type: 'type-PF' }) },
        request: { pciRequests: [asksFor(1)] },
        reason: 'too_few_devices',
        details: { available: 0 },
      },
      {
        name: 'a tag in other letters',
        host: { pciDevicePools: pools(1, { physical_network: 'Phys1' }) },
        request: { pciRequests: [asksFor(1, { physical_network: 'phys1' })] },
        reason: 'too_few_devices',
        details: { available: 0 },
      },
    ],
  })
  for (const { name, run } of cases) test(name, run)
})
