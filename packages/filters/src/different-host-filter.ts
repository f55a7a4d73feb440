import { askHolders, defineFilter, reject } from '@nova-sched/core/plugin'
import { instanceHint } from './lib/instance-hint.ts'

/** Hosts that hold none of the instances that the request wants to be apart from. */
export const DifferentHostFilter = defineFilter({
  name: 'DifferentHostFilter',
  help: 'Hosts that hold none of the instances of the hint different_host.',
  classPath: 'nova.scheduler.filters.affinity_filter.DifferentHostFilter',
  oncePerRequest: true,
  hints: ['different_host'],
  reasons: {
    holds_instance: 'holds instance {instance}, from which the hint different_host keeps away',
  },
  create: () => ({
    prepare(request) {
      const instances = instanceHint(request, 'different_host')?.()
      if (instances === undefined) return null
      return askHolders(instances, (host) => {
        const instance = instances.find((uuid) => host.instances[uuid] !== undefined)
        return reject('holds_instance', { instance })
      })
    },
    changes: () => [{ kind: 'hint', hint: 'different_host', value: null }],
  }),
})
