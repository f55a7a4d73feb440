import { defineFilter, describePciShortage, PCI_ANYWHERE, pciShortage, reject } from '@nova-sched/core/plugin'

/** Free PCI devices for everything that is asked for; which NUMA cells they are near is NUMATopologyFilter's to see. */
export const PciPassthroughFilter = defineFilter({
  name: 'PciPassthroughFilter',
  help: 'Hosts whose free PCI devices serve all PCI requests of the instance, those of its flavor and of its ports.',
  classPath: 'nova.scheduler.filters.pci_passthrough_filter.PciPassthroughFilter',
  reasons: { too_few_devices: 'PCI devices for {wanted}: {available} usable, {needed} needed ({why})' },
  create:
    ({ rules }) =>
    ({ pciRequests }) => {
      if (pciRequests === null || pciRequests.length === 0) return null
      return ({ pciDevicePools }) => {
        const shortage = pciShortage(pciDevicePools, pciRequests, PCI_ANYWHERE, rules.pci)
        if (shortage === null) return true
        return reject('too_few_devices', { ...shortage, why: describePciShortage(shortage) })
      }
    },
})
