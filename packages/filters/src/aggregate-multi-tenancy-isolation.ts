import { defineFilter, reject } from '@nova-sched/core/plugin'
import { allItems, itemsReader, someItem } from './lib/aggregate-items.ts'

const KEY = 'filter_tenant_id'

/** Hosts that are open to everybody, or reserved for the project that asks. */
export const AggregateMultiTenancyIsolation = defineFilter({
  name: 'AggregateMultiTenancyIsolation',
  help: 'Hosts whose aggregates do not set filter_tenant_id, or name the project in it.',
  classPath: 'nova.scheduler.filters.aggregate_multitenancy_isolation.AggregateMultiTenancyIsolation',
  oncePerRequest: true,
  reasons: {
    other_project: 'reserved for {reserved_for} by an aggregate, the project is {project}',
  },
  create() {
    const itemsOf = itemsReader()
    return ({ projectId: project }) => {
      const isOurs = (item: string): boolean => item === project
      return (host) => {
        if (someItem(host, KEY, itemsOf, isOurs) ?? true) return true
        return reject('other_project', { project, reserved_for: allItems(host, KEY, itemsOf) || 'nobody' })
      }
    }
  },
})
