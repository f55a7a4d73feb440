import { defineFilter, reject, required } from '@nova-sched/core/plugin'

/** Hosts on which all instances have the flavor that is asked for. */
export const TypeAffinityFilter = defineFilter({
  name: 'TypeAffinityFilter',
  help: 'Hosts without instances of other flavors; flavors are compared by id.',
  classPath: 'nova.scheduler.filters.type_filter.TypeAffinityFilter',
  reasons: {
    other_flavor: 'holds an instance ({instance}) whose flavor has id {found}, wanted {wanted}',
  },
  create: () => (request) => {
    const wanted = required(request.flavor, 'instance_type').id
    return (host) => {
      for (const uuid in host.instances) {
        const found = host.instances[uuid]?.instanceTypeId
        if (found !== wanted) return reject('other_flavor', { instance: uuid, found, wanted })
      }
      return true
    }
  },
})
