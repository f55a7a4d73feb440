import {
  defineFilter,
  fault,
  isDict,
  pythonStr,
  reject,
  str,
  truthy,
  type Change,
  type Host,
  type HostTest,
  type Request,
  type Rules,
} from '@nova-sched/core/plugin'
import { adding, allItems, itemsReader, metadataEdits, someItem } from './lib/aggregate-items.ts'
import { sufficing } from './lib/what-if.ts'

/** Metadata that other filters read: Nova compares it all the same, but nobody means to isolate images by it. */
const KEYS_OF_OTHERS: ReadonlySet<string> = new Set([
  'availability_zone',
  'cpu_allocation_ratio',
  'disk_allocation_ratio',
  'filter_tenant_id',
  'instance_type',
  'max_instances_per_host',
  'max_io_ops_per_host',
  'ram_allocation_ratio',
])

interface LookUp {
  readonly found: unknown
  readonly isAllowed: (item: string) => boolean
}

/** Hosts whose aggregates do not contradict the properties of the image. */
export const AggregateImagePropertiesIsolation = defineFilter({
  name: 'AggregateImagePropertiesIsolation',
  help: 'Hosts whose aggregates set no property of the image to another value; a property that the image lacks does not count.',
  classPath: 'nova.scheduler.filters.aggregate_image_properties_isolation.AggregateImagePropertiesIsolation',
  oncePerRequest: true,
  onRebuild: true,
  aggregateKeys: 'any',
  options: {
    aggregate_image_properties_isolation_namespace: str(null, {
      help: 'Only properties and metadata keys that begin with this and the separator count. Not set: all count.',
    }),
    aggregate_image_properties_isolation_separator: str('.', {
      help: 'What stands between the namespace and the rest of a key.',
    }),
  },
  reasons: {
    value_differs: 'the image has {key} {found}, the aggregates of the host set it to {wanted}',
  },
  create({ conf, rules }) {
    const namespace = conf.aggregate_image_properties_isolation_namespace
    const prefix = namespace ? namespace + conf.aggregate_image_properties_isolation_separator : ''
    const itemsOf = itemsReader()
    const prepare = ({ image: { properties } }: Request): HostTest | null => {
      if (properties === null && !rules.requestsAreTyped) {
        return (host) => keysOf(host, prefix).length === 0 || breakOnNull()
      }
      const counted = Object.entries(properties ?? {})
        .filter(([key, value]) => key.startsWith(prefix) && truthy(value))
        .map(([key, value]) => ({ key, ...lookUp(key, value, rules) }))
      if (counted.length === 0) return null
      return (host) => {
        for (const { key, found, isAllowed } of counted) {
          if (someItem(host, key, itemsOf, isAllowed) ?? true) continue
          return reject('value_differs', { key, found, wanted: allItems(host, key, itemsOf).join(', ') })
        }
        return true
      }
    }
    return {
      prepare,
      notes(host, { image: { properties } }) {
        const lacking = keysOf(host, prefix).filter((key) => !KEYS_OF_OTHERS.has(key) && !truthy(properties?.[key]))
        if (lacking.length === 0) return []
        return [
          `image lacks ${lacking.join(', ')}; AggregateImagePropertiesIsolation only rejects on a differing value`,
        ]
      },
      changes(host, request, { details }) {
        const key = String(details['key'])
        const ofImage = (value: string | null): Change => ({ kind: 'image_property', key, value })
        const tried = (...candidates: Change[]): readonly Change[] => sufficing(prepare, host, request, candidates)
        return [
          ...tried(...allItems(host, key, itemsOf).map(ofImage)).slice(0, 1),
          ...tried(ofImage(null)),
          ...tried(...metadataEdits(host, key, adding(String(details['found'])))).slice(0, 1),
        ]
      },
    }
  },
})

/** Compares metadata with an image property: with its text where it is typed, else as Python looks it up in a set of texts. */
function lookUp(key: string, property: unknown, { requestsAreTyped, python }: Rules): LookUp {
  const found = requestsAreTyped ? pythonStr(property, python) : property
  if (!Array.isArray(found) && !isDict(found)) return { found, isAllowed: (item) => item === found }
  const isAllowed = (): never => {
    throw fault('TYPE_MISMATCH', `the image property ${key} is a list or an object: Nova cannot look it up`, { key })
  }
  return { found, isAllowed }
}

/** The keys that the aggregates of a host set, as far as they count. */
function keysOf({ aggregates }: Host, prefix: string): string[] {
  const keys = new Set(aggregates.flatMap(({ metadata }) => Object.keys(metadata)))
  return [...keys].filter((key) => key.startsWith(prefix))
}

function breakOnNull(): never {
  throw fault(
    'ATTRIBUTE_MISSING',
    'the properties of the image are null: Nova looks for the keys of the aggregates in them',
  )
}
