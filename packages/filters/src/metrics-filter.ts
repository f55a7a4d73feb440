import {
  defineFilter,
  fault,
  METRICS_OPTIONS,
  metricSettings,
  parseNumberSettings,
  reject,
} from '@nova-sched/core/plugin'

/** Hosts that report every metric that weighing needs. */
export const MetricsFilter = defineFilter({
  name: 'MetricsFilter',
  help: 'Hosts that report every metric of [metrics] weight_setting.',
  classPath: 'nova.scheduler.filters.metrics_filter.MetricsFilter',
  options: METRICS_OPTIONS,
  reasons: {
    no_metric: 'does not report the metrics {metrics}',
  },
  create(env) {
    const { conf, rules } = env
    const names = [...new Set(metricSettings(env).map(([name]) => name))]
    return {
      prepare:
        () =>
        ({ hasReported, metrics }) => {
          if (!hasReported) throw fault('TYPE_MISMATCH', 'the node has never reported: Nova looks through its metrics')
          const lacking = names.filter((name) => metrics[name] === undefined)
          return lacking.length === 0 || reject('no_metric', { metrics: lacking.join(', ') })
        },
      changes({ metrics }) {
        const isReported = (item: string): boolean =>
          parseNumberSettings([item], rules.python).settings.every(([name]) => metrics[name] !== undefined)
        return [{ kind: 'option', option: 'weight_setting', value: conf.weight_setting.filter(isReported) }]
      },
    }
  },
})
