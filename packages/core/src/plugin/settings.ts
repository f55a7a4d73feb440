import type { PluginEnv } from './filter.ts'
import { list } from './options.ts'
import { parseFloatText, type PythonRules } from './python.ts'

/** The option that says which metrics count: MetricsFilter and MetricsWeigher go by the same. */
export const METRICS_OPTIONS = Object.freeze({
  weight_setting: list([], {
    group: 'metrics',
    help: 'Metrics that count, as name=ratio: the weight is the sum of value × ratio.',
  }),
})

/** Settings of the form `name=number`, and the items that are none. */
export interface NumberSettings {
  /** In the order of the items; a name may occur twice. */
  readonly settings: readonly (readonly [name: string, number: number])[]
  readonly malformed: readonly string[]
}

/**
 * Reads a list option of `name=number` items, as Nova reads `[metrics] weight_setting`: names are not trimmed, numbers
 * may have blanks around them.
 */
export function parseNumberSettings(items: readonly string[], python: PythonRules): NumberSettings {
  const settings: [string, number][] = []
  const malformed: string[] = []
  for (const item of items) {
    const at = item.indexOf('=')
    const number = parseFloatText(item.slice(at + 1), python)
    if (at > 0 && number !== undefined) settings.push([item.slice(0, at), number])
    else malformed.push(item)
  }
  return { settings, malformed }
}

/** The metrics that count with their ratios, as {@link METRICS_OPTIONS} name them; what is malformed is left out, with a warning. */
export function metricSettings({
  conf,
  rules,
  log,
}: Pick<PluginEnv<typeof METRICS_OPTIONS>, 'conf' | 'rules' | 'log'>): NumberSettings['settings'] {
  const { settings, malformed } = parseNumberSettings(conf.weight_setting, rules.python)
  if (malformed.length > 0) log.warn(`[metrics] weight_setting: not of the form name=ratio: ${malformed.join(', ')}`)
  return settings
}
