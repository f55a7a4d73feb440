import {
  defineFilter,
  reject,
  requestedFlavor,
  splitWords,
  type Change,
  type HostTest,
  type Request,
} from '@nova-sched/core/plugin'
import { adding, allItems, itemsReader, metadataEdits, someItem } from './lib/aggregate-items.ts'
import { requirementOf } from './lib/requirement.ts'
import { sufficing } from './lib/what-if.ts'

const SCOPE = 'aggregate_instance_extra_specs:'

/** Hosts whose aggregates have the metadata that the flavor asks for. */
export const AggregateInstanceExtraSpecsFilter = defineFilter({
  name: 'AggregateInstanceExtraSpecsFilter',
  help: 'Hosts whose aggregates meet the extra specs of the flavor: those of scope aggregate_instance_extra_specs, or none.',
  classPath: 'nova.scheduler.filters.aggregate_instance_extra_specs.AggregateInstanceExtraSpecsFilter',
  oncePerRequest: true,
  reasons: {
    no_metadata: 'extra spec {key} wants "{wanted}": no aggregate of the host sets {name}',
    value_differs: 'extra spec {key} wants "{wanted}": the aggregates of the host set {name} to {found}',
  },
  create({ rules }) {
    const itemsOf = itemsReader()
    const prepare = (request: Request): HostTest | null => {
      const specs = Object.entries(requestedFlavor(request, rules).extraSpecs ?? {}).flatMap(([key, wanted]) => {
        const name = metadataKey(key)
        return name === null ? [] : [{ key, name, wanted, isMet: requirementOf(key, wanted, rules.python) }]
      })
      if (specs.length === 0) return null
      return (host) => {
        for (const { key, name, wanted, isMet } of specs) {
          const met = someItem(host, name, itemsOf, isMet)
          if (met === null) return reject('no_metadata', { key, name, wanted })
          if (!met)
            return reject('value_differs', { key, name, wanted, found: allItems(host, name, itemsOf).join(', ') })
        }
        return true
      }
    }
    return {
      prepare,
      changes(host, request, { details }) {
        const [key, name, wanted] = [String(details['key']), String(details['name']), String(details['wanted'])]
        const ofFlavor = (value: string | null): Change => ({ kind: 'extra_spec', key, value })
        const tried = (...candidates: Change[]): readonly Change[] => sufficing(prepare, host, request, candidates)
        // A value that meets a requirement is most often the requirement itself, or what stands behind its operator.
        const values = [wanted, splitWords(wanted)[1] ?? wanted]
        return [
          ...tried(...allItems(host, name, itemsOf).map(ofFlavor)).slice(0, 1),
          ...tried(ofFlavor(null)),
          ...tried(...values.flatMap((value) => metadataEdits(host, name, adding(value)))).slice(0, 1),
        ]
      },
    }
  },
})

/** The metadata key that an extra spec asks about; null when the spec is of another scope, and for others to read. */
function metadataKey(key: string): string | null {
  if (key.startsWith(SCOPE)) return key.slice(SCOPE.length)
  return key.includes(':') ? null : key
}
