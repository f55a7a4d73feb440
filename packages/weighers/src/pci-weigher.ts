import { defineWeigher, float, freePciDevices } from '@nova-sched/core/plugin'

/** More devices than these count as these. */
const MOST = 99

/** Hosts by their free PCI devices, whether the request asks for some or not. */
export const PCIWeigher = defineWeigher({
  name: 'PCIWeigher',
  help: 'The number of free PCI devices: the fewer, the better, so that hosts with many stay free for who needs many.',
  classPath: 'nova.scheduler.weights.pci.PCIWeigher',
  options: {
    pci_weight_multiplier: float(1, {
      min: 0,
      help: 'How much having few free PCI devices counts when hosts are weighed.',
    }),
  },
  multiplier: { option: 'pci_weight_multiplier', aggregateKey: 'pci_weight_multiplier' },
  create: () => () => (host) => MOST + 1 - Math.min(freePciDevices(host.pciDevicePools), MOST),
})
