// A filter in a folder of plugins: one rack that fails must not take too many instances with it.
import { aggregateValues, defineFilter, int, reject } from '@nova-sched/core/plugin'

/** @import { Host } from '@nova-sched/core/plugin' */

/** @type {(host: Host) => string | undefined} */
const rackOf = (host) => aggregateValues(host, 'rack')[0]

export const RackLimitFilter = defineFilter({
  name: 'RackLimitFilter',
  help: 'Hosts whose rack (aggregate metadata "rack") holds fewer than max_instances_per_rack instances.',
  options: {
    max_instances_per_rack: int(40, { min: 1, help: 'Instances that the hosts of one rack may hold together.' }),
  },
  aggregateKeys: ['rack'],
  reasons: { rack_full: 'rack {rack} holds {used} instances, at most {limit} are allowed' },
  create({ conf }) {
    const limit = conf.max_instances_per_rack
    return {
      prepare(_request, hosts) {
        const instances = hosts.sumBy(rackOf, (host) => host.numInstances)
        return (host) => {
          const rack = rackOf(host)
          if (rack === undefined) return true
          const used = instances.get(rack) ?? 0
          return used < limit || reject('rack_full', { rack, used, limit, needed: 1, available: 0, unit: 'places' })
        }
      },
      changes: (_host, _request, { details }) => [
        { kind: 'option', option: 'max_instances_per_rack', value: Number(details['used']) + 1 },
      ],
    }
  },
})
