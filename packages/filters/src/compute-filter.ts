import { defineFilter, reject } from '@nova-sched/core/plugin'

/** Hosts whose compute service is enabled and up. */
export const ComputeFilter = defineFilter({
  name: 'ComputeFilter',
  help: 'Hosts whose compute service is enabled and alive.',
  classPath: 'nova.scheduler.filters.compute_filter.ComputeFilter',
  oncePerRequest: true,
  liveness: true,
  reasons: {
    service_disabled: 'the compute service is disabled: {why}',
    service_down: 'the compute service is down: {why}',
  },
  create: () => ({
    prepare:
      () =>
      ({ service }) => {
        // Whether it is up may be what nobody can tell, and is not asked of a disabled one.
        if (service.disabled) return reject('service_disabled', { why: service.disabledReason || 'no reason given' })
        return service.up || reject('service_down', { why: service.why ?? 'it has not been heard from in a while' })
      },
    // A rejection tells it already. Where nobody can tell whether it is up, there is no why.
    notes({ service }) {
      if (service.why === undefined || service.up === service.disabled) return []
      return [service.up ? `the compute service is up: ${service.why}` : `and it is down: ${service.why}`]
    },
    changes({ service: { disabled, up } }) {
      if (disabled && !up) return []
      return [{ kind: 'service', state: disabled ? 'enabled' : 'up' }]
    },
  }),
})
