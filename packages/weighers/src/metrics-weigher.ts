import {
  bool,
  defineWeigher,
  fault,
  float,
  hostLabel,
  METRICS_OPTIONS,
  metricSettings,
  type Host,
} from '@nova-sched/core/plugin'

/** Hosts by their monitored metrics, each counted at its ratio. */
export const MetricsWeigher = defineWeigher({
  name: 'MetricsWeigher',
  help: 'The sum of metric × ratio over [metrics] weight_setting.',
  classPath: 'nova.scheduler.weights.metrics.MetricsWeigher',
  options: {
    weight_multiplier: float(1, { group: 'metrics', help: 'Multiplier of the weight that the metrics give.' }),
    ...METRICS_OPTIONS,
    required: bool(true, { group: 'metrics', help: 'A host that lacks a metric ends the request.' }),
    weight_of_unavailable: float(-10000, {
      group: 'metrics',
      help: 'Weight of a host that lacks a metric, where it is not required.',
    }),
  },
  multiplier: { option: 'weight_multiplier', aggregateKey: 'metrics_weight_multiplier' },
  create(env) {
    const { conf } = env
    const settings = metricSettings(env)
    return () =>
      (host, { multiplier }) => {
        let sum = 0
        for (const [name, ratio] of settings) {
          const metric = host.metrics[name]
          if (metric !== undefined) sum += number(metric.value, name, host) * ratio
          else if (conf.required) throw metricNotFound(name, host)
          else if (ratio * multiplier !== 0) return conf.weight_of_unavailable
        }
        return sum
      }
  },
})

function number(value: unknown, name: string, host: Host): number {
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value)
  if (value === undefined)
    throw fault('NOT_IMPLEMENTED', `the metric ${name} of ${hostLabel(host)} has no value`, { name })
  throw fault('TYPE_MISMATCH', `the metric ${name} of ${hostLabel(host)} is no number: ${JSON.stringify(value)}`, {
    name,
  })
}

function metricNotFound(name: string, host: Host): Error {
  const message = `metric ${name} could not be found on the compute node host ${hostLabel(host)}`
  return fault('METRIC_NOT_FOUND', message, { name })
}
