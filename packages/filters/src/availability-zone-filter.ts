import { defineFilter, reject, str } from '@nova-sched/core/plugin'
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
    return ({ availabilityZone: wanted }) => {
      if (!wanted) return null
      const isWanted = (zone: string): boolean => zone === wanted
      return (host) => {
        const listed = someItem(host, KEY, itemsOf, isWanted)
        const passes = listed ?? isWanted(defaultZone)
        if (passes) return true
        const zones = listed === null ? defaultZone : allItems(host, KEY, itemsOf)
        return reject('other_zone', { wanted, zones })
      }
    }
  },
})
