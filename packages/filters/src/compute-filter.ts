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
    prepare: () => (host) => {
      const { disabled, disabledReason, up, why = 'it has not been heard from in a while' } = host.service
      if (disabled) return reject('service_disabled', { why: disabledReason || 'no reason given' })
      return up || reject('service_down', { why })
    },
    // A rejection tells it already.
    notes: ({ service: { up, why } }) => (up && why !== undefined ? [`the compute service is up: ${why}`] : []),
    changes({ service: { disabled, up } }) {
      if (disabled && !up) return []
      return [{ kind: 'service', state: disabled ? 'enabled' : 'up' }]
    },
  }),
})
