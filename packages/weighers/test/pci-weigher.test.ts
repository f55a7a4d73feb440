import { weigherCases } from '@nova-sched/core/testing'
import { describe, test } from 'vitest'
import { PCIWeigher } from '../src/pci-weigher.ts'

const withDevices = (...counts: number[]) => ({
  pciDevicePools: counts.map((count) => ({ count, numaNode: null, properties: {} })),
})

describe('PCIWeigher', () => {
  const cases = weigherCases(PCIWeigher, [
    {
      name: 'gives less to the host with more free devices, over all pools',
      hosts: [withDevices(), withDevices(4), withDevices(3, 7)],
      raw: [100, 96, 90],
    },
    {
      name: 'counts 99 devices and more as 99',
      hosts: [withDevices(98), withDevices(99), withDevices(60, 60)],
      raw: [2, 1, 1],
    },
    {
      name: 'does so for requests that ask for devices too',
      hosts: [withDevices(1), withDevices(2)],
      request: { pciRequests: [{ count: 1, spec: [{}], aliasName: 'a', requestId: null, numaPolicy: null }] },
      raw: [99, 98],
      weights: [1, 0],
    },
    {
      name: 'does not count at multiplier 0',
      conf: { pci_weight_multiplier: 0 },
      hosts: [withDevices(1), withDevices(2)],
      weights: [0, 0],
    },
  ])
  for (const { name, run } of cases) test(name, run)
})
