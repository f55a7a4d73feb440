import { bool, float, list } from '../../plugin/options.ts'
import { before, named, option, type CoreOption } from './shape.ts'

const multiplier = (what: string, value: number, since: number, name: string): CoreOption<number> =>
  option(
    float(value, { help: `How much ${what} counts when hosts are weighed. Below 0: the other way round.` }),
    named('filter_scheduler', name, { since }),
  )

/** The ratio that a compute node reports. Kilo's filters read options of these names and declare them themselves. */
const ratio = (what: string, name: string): CoreOption<number | null> =>
  option(
    float(null, {
      min: 0,
      help: `How much ${what} of a host is given out, as a multiple of what it has. Not set: the initial ratio.`,
    }),
    named('DEFAULT', name, { since: 20 }),
  )

const initialRatio = (what: string, name: string, value: number, earlier = value): CoreOption<number> => {
  const help = `The ratio of ${what} that a new compute node starts with.`
  const latest = option(float(value, { min: 0, help }), named('DEFAULT', name, { since: 19 }))
  return earlier === value ? latest : before(26, float(earlier, { min: 0, help }), latest)
}

/** Options of filters, weighers and compute nodes of releases whose rules are not built yet, by the plugin that reads them. */
export const LATER_PLUGIN_OPTIONS = {
  HypervisorVersionWeigher: {
    hypervisor_version_weight_multiplier: multiplier('a new hypervisor', 1, 28, 'hypervisor_version_weight_multiplier'),
  },
  NumInstancesWeigher: {
    num_instances_weight_multiplier: multiplier('the number of instances', 0, 28, 'num_instances_weight_multiplier'),
  },
  ImagePropertiesWeigher: {
    image_props_weight_multiplier: multiplier(
      'having instances of like images',
      0,
      31,
      'image_props_weight_multiplier',
    ),
    image_props_weight_setting: option(
      list([], { help: 'The image properties that count, each as name=ratio. Not set: all, with ratio 1.' }),
      named('filter_scheduler', 'image_props_weight_setting', { since: 31 }),
    ),
  },
  PciPassthroughFilter: {
    pci_in_placement: option(
      bool(false, { help: 'Placement is asked for PCI devices.' }),
      named('filter_scheduler', 'pci_in_placement', { since: 27 }),
    ),
  },
  compute: {
    cpu_allocation_ratio: ratio('CPU', 'cpu_allocation_ratio'),
    ram_allocation_ratio: ratio('RAM', 'ram_allocation_ratio'),
    disk_allocation_ratio: ratio('disk', 'disk_allocation_ratio'),
    initial_cpu_allocation_ratio: initialRatio('CPU', 'initial_cpu_allocation_ratio', 4, 16),
    initial_ram_allocation_ratio: initialRatio('RAM', 'initial_ram_allocation_ratio', 1, 1.5),
    initial_disk_allocation_ratio: initialRatio('disk', 'initial_disk_allocation_ratio', 1),
  },
}
