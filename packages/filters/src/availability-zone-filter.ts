import { defineFilter, reject, str, type Change, type Host } from '@nova-sched/core/plugin'
import { allItems, itemsReader, someItem } from './lib/aggregate-items.ts'

const KEY = 'availability_zone'

/** Hosts of the availability zone that was asked for. */
export const AvailabilityZoneFilter = defineFilter({
  name: 'AvailabilityZoneFilter',
  help: 'Hosts of the requested availability zone; a host in no zone belongs to default_availability_zone.',
  classPath: 'nova.scheduler.filters.availability_zone_filter.AvailabilityZoneFilter',
  oncePerRequest: true,
  options: {
    default_availability_zone: str('nova', {
      group: 'DEFAULT',
      help: 'Zone of the hosts that no aggregate puts into one.',
    }),
  },
  reasons: {
    other_zone: 'in availability zone {zones}, wanted {wanted}',
  },
  create({ conf: { default_availability_zone: defaultZone } }) {
    const itemsOf = itemsReader()
    const zonesOf = (host: Host): readonly string[] =>
      host.aggregates.some(({ metadata }) => metadata[KEY] !== undefined) ? allItems(host, KEY, itemsOf) : [defaultZone]
    return {
      prepare({ availabilityZone: wanted }) {
        if (!wanted) return null
        const isWanted = (zone: string): boolean => zone === wanted
        return (host) => {
          if (someItem(host, KEY, itemsOf, isWanted) ?? isWanted(defaultZone)) return true
          return reject('other_zone', { wanted, zones: zonesOf(host).join(', ') || 'none' })
        }
      },
      changes(host) {
        const own = zonesOf(host).find((zone) => zone !== '') ?? null
        return [...new Set([own, null])].map((value): Change => ({ kind: 'availability_zone', value }))
      },
    }
  },
})
