import { defineFilter, reject, type Host } from '@nova-sched/core/plugin'
import { instanceHint } from './lib/instance-hint.ts'

/** Hosts that hold one of the instances that the request wants to be with. */
export const SameHostFilter = defineFilter({
  name: 'SameHostFilter',
  help: 'Hosts that hold one of the instances of the hint same_host.',
  classPath: 'nova.scheduler.filters.affinity_filter.SameHostFilter',
  oncePerRequest: true,
  hints: ['same_host'],
  reasons: {
    holds_no_instance: 'holds none of the instances {instances}, which the hint same_host asks for',
  },
  create({ rules }) {
    const passesEmpty = ({ instances }: Host): boolean =>
      rules.sameHostEmptyPasses && Object.keys(instances).length === 0
    return {
      prepare(request) {
        const wanted = instanceHint(request, 'same_host')
        if (wanted === null) return null
        return (host) => {
          if (passesEmpty(host)) return true
          for (const instance of wanted()) if (host.instances[instance] !== undefined) return true
          return reject('holds_no_instance', { instances: wanted().join(', ') })
        }
      },
      changes: () => [{ kind: 'hint', hint: 'same_host', value: null }],
      notes(host, request) {
        if (instanceHint(request, 'same_host') === null || !passesEmpty(host)) return []
        return ['SameHostFilter: the release in force lets a host without instances pass; later ones do not']
      },
    }
  },
})
