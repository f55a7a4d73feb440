import {
  defineFilter,
  reject,
  requestedFlavor,
  required,
  type Change,
  type HostTest,
  type Request,
} from '@nova-sched/core/plugin'
import { adding, allItems, commaList, itemsReader, metadataEdits, someItem } from './lib/aggregate-items.ts'
import { sufficing } from './lib/what-if.ts'

const KEY = 'instance_type'

/** Hosts whose aggregates are open to the flavor that is asked for. */
export const AggregateTypeAffinityFilter = defineFilter({
  name: 'AggregateTypeAffinityFilter',
  help: 'Hosts whose aggregates do not set instance_type, or name the flavor in it.',
  classPath: 'nova.scheduler.filters.type_filter.AggregateTypeAffinityFilter',
  oncePerRequest: true,
  aggregateKeys: [KEY],
  reasons: {
    other_flavor: 'reserved for flavors {reserved_for} by an aggregate, the flavor is {flavor}',
  },
  create({ rules }) {
    const itemsOf = itemsReader(rules.flavorNamesAreLists ? commaList : (value) => [value])
    const listsOf = itemsReader()
    const prepare = ({ flavor }: Request): HostTest => {
      const name = rules.requestsAreTyped ? requestedFlavor({ flavor }, rules).name : flavor?.name
      const isOurs = (item: string): boolean => item === required(name, 'instance_type')
      return (host) => {
        if (someItem(host, KEY, itemsOf, isOurs) ?? true) return true
        const reservedFor = allItems(host, KEY, itemsOf).join(', ') || 'none'
        return reject('other_flavor', { flavor: name ?? 'none', reserved_for: reservedFor })
      }
    }
    return {
      prepare,
      notes(host, { flavor }) {
        const isOurs = (item: string): boolean => item === flavor?.name
        if (someItem(host, KEY, itemsOf, isOurs) !== false || someItem(host, KEY, listsOf, isOurs) !== true) return []
        const names = allItems(host, KEY, itemsOf).join(', ')
        return [`the release in force takes ${KEY} '${names}' for one name; later ones read a list`]
      },
      changes(host, request) {
        const name = request.flavor?.name ?? ''
        const opened = metadataEdits(host, KEY, rules.flavorNamesAreLists ? adding(name) : () => name)
        const tried = (edits: readonly Change[]): readonly Change[] => sufficing(prepare, host, request, edits)
        return [...tried(opened).slice(0, 1), ...tried(metadataEdits(host, KEY, () => null))]
      },
    }
  },
})
