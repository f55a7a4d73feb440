import type { InventoryHost, MetricRecord } from '../inventory/inventory.ts'
import { fault } from '../plugin/fault.ts'
import type { Metric } from '../plugin/host.ts'
import { parseIntText } from '../plugin/python.ts'
import type { DataMap } from '../plugin/request.ts'
import type { Rules } from '../plugin/rules.ts'
import { dataMap } from '../util/freeze.ts'

/** Metrics that computes report as parts of one, and Nova keeps as whole percents. */
const PERCENTS = [
  'cpu.user.percent',
  'cpu.kernel.percent',
  'cpu.idle.percent',
  'cpu.iowait.percent',
  'cpu.percent',
] as const

/** The metrics that releases with typed metrics know. */
const KNOWN: ReadonlySet<string> = new Set([
  ...PERCENTS,
  'cpu.frequency',
  'cpu.user.time',
  'cpu.kernel.time',
  'cpu.idle.time',
  'cpu.iowait.time',
  'numa.membw.max',
  'numa.membw.current',
])

/**
 * The metrics of a record by name; of several with one name the last counts.
 *
 * @throws KEY_MISSING when a metric lacks one of its four members; where metrics are typed, VALUE_MALFORMED for a name
 * that is not known, or a value that is no number
 */
export function metricsOf(record: InventoryHost, { metricsAreTyped, python }: Rules): DataMap<Metric> {
  if (metricsAreTyped) return dataMap((record.metrics ?? []).map(typedMetric))
  const named: [string, Metric][] = []
  for (const metric of record.metrics ?? []) {
    for (const member of ['name', 'value', 'timestamp', 'source'] as const) {
      if (!Object.hasOwn(metric, member)) throw fault('KEY_MISSING', `a metric has no ${member}`, { member })
    }
    const { name, value, timestamp, source } = metric
    if (name) named.push([name, Object.freeze({ value, timestamp, source })])
  }
  return dataMap(named)

  function typedMetric({ name, value, timestamp, source }: MetricRecord): [string, Metric] {
    if (name === null || !KNOWN.has(name)) {
      const known = [...KNOWN].join(', ')
      throw fault('VALUE_MALFORMED', `the metric ${name} is not known; known are ${known}`, { name })
    }
    return [name, Object.freeze({ value: wholeValue(name, value), timestamp, source })]
  }

  function wholeValue(name: string, value: unknown): number {
    const number = typeof value === 'string' ? parseIntText(value, python) : value
    const isNumber = typeof number === 'number' || typeof number === 'boolean'
    if (!isNumber || !Number.isFinite(Number(number))) {
      throw fault('VALUE_MALFORMED', `the metric ${name} is no number: ${JSON.stringify(value)}`, { name })
    }
    const isPercent = (PERCENTS as readonly string[]).includes(name) && typeof value !== 'string'
    return Math.trunc(Number(number) * (isPercent ? 100 : 1))
  }
}
