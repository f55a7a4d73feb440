import { defineFilter, reject, required } from '@nova-sched/core/plugin'
import { allItems, commaList, itemsReader, someItem } from './lib/aggregate-items.ts'

const KEY = 'instance_type'

/** Hosts whose aggregates are open to the flavor that is asked for. */
export const AggregateTypeAffinityFilter = defineFilter({
  name: 'AggregateTypeAffinityFilter',
  help: 'Hosts whose aggregates do not set instance_type, or name the flavor in it.',
  classPath: 'nova.scheduler.filters.type_filter.AggregateTypeAffinityFilter',
  oncePerRequest: true,
  reasons: {
    other_flavor: 'reserved for flavors {reserved_for} by an aggregate, the flavor is {flavor}',
  },
  create({ rules }) {
    const itemsOf = itemsReader(rules.flavorNamesAreLists ? commaList : (value) => [value])
    return ({ flavor }) => {
      const name = flavor?.name
      const isOurs = (item: string): boolean => item === required(name, 'instance_type')
      return (host) => {
        if (someItem(host, KEY, itemsOf, isOurs) ?? true) return true
        return reject('other_flavor', { flavor: name, reserved_for: allItems(host, KEY, itemsOf) || 'none' })
      }
    }
  },
})
