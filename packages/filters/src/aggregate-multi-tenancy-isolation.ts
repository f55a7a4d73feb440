import { defineFilter, reject, type Change, type HostTest, type Request } from '@nova-sched/core/plugin'
import { adding, allItems, itemsReader, metadataEdits, someItem } from './lib/aggregate-items.ts'
import { sufficing } from './lib/what-if.ts'

const KEY = 'filter_tenant_id'

/** Hosts that are open to everybody, or reserved for the project that asks. */
export const AggregateMultiTenancyIsolation = defineFilter({
  name: 'AggregateMultiTenancyIsolation',
  help: 'Hosts whose aggregates do not set filter_tenant_id, or name the project in it.',
  classPath: 'nova.scheduler.filters.aggregate_multitenancy_isolation.AggregateMultiTenancyIsolation',
  oncePerRequest: true,
  aggregateKeys: [KEY],
  reasons: {
    other_project: 'reserved for {reserved_for} by an aggregate, the project is {project}',
  },
  create() {
    const itemsOf = itemsReader()
    const prepare = ({ projectId: project }: Request): HostTest => {
      const isOurs = (item: string): boolean => item === project
      return (host) => {
        if (someItem(host, KEY, itemsOf, isOurs) ?? true) return true
        const reservedFor = allItems(host, KEY, itemsOf).join(', ') || 'nobody'
        return reject('other_project', { project: project ?? 'none', reserved_for: reservedFor })
      }
    }
    return {
      prepare,
      changes(host, request) {
        const opened = metadataEdits(host, KEY, adding(request.projectId ?? ''))
        const tried = (edits: readonly Change[]): readonly Change[] => sufficing(prepare, host, request, edits)
        return [...tried(opened).slice(0, 1), ...tried(metadataEdits(host, KEY, () => null))]
      },
    }
  },
})
