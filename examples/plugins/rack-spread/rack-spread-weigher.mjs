// A weigher that looks at other hosts: the racks fill up evenly.
import { aggregateValues, defineWeigher, float } from '@nova-sched/core/plugin'

/** @import { Host } from '@nova-sched/core/plugin' */

/**
 * A host that is in no rack is one of its own.
 *
 * @type {(host: Host) => string}
 */
const rackOf = (host) => aggregateValues(host, 'rack')[0] ?? host.host

export const RackSpreadWeigher = defineWeigher({
  name: 'RackSpreadWeigher',
  help: 'Hosts get more the fewer instances their rack (aggregate metadata "rack") holds on each host.',
  options: {
    rack_spread_weight_multiplier: float(1, { help: 'How much it counts. Negative: racks are filled one by one.' }),
  },
  multiplier: { option: 'rack_spread_weight_multiplier' },
  create: () => (_request, hosts) => {
    const instances = hosts.sumBy(rackOf, (host) => host.numInstances)
    const size = hosts.sumBy(rackOf, () => 1)
    return (host) => 0 - (instances.get(rackOf(host)) ?? 0) / (size.get(rackOf(host)) ?? 1)
  },
})
