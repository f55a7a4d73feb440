import type { NovaSchedError } from '../errors.ts'
import type { InventoryHost, MetricRecord } from '../inventory/inventory.ts'
import { fault } from '../plugin/fault.ts'
import type { Metric } from '../plugin/host.ts'
import { parseIntText, type PythonRules } from '../plugin/python.ts'
import type { DataMap } from '../plugin/request.ts'
import type { Rules } from '../plugin/rules.ts'
import { dataMap } from '../util/freeze.ts'
import { isIsoTime } from './time.ts'

/** Metrics that computes report as parts of one, and Nova keeps as whole percents. */
const PERCENTS: readonly string[] = [
  'cpu.user.percent',
  'cpu.kernel.percent',
  'cpu.idle.percent',
  'cpu.iowait.percent',
  'cpu.percent',
]

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
 * @throws where metrics are typed: KEY_MISSING for a value without a name, TYPE_MISMATCH for a part that is null,
 * VALUE_MALFORMED for a name that is not known, a value that is no number, a timestamp that is no time, a source that
 * is null. Elsewhere: KEY_MISSING when a metric lacks one of its four members
 */
export function metricsOf(record: InventoryHost, { metricsAreTyped, python }: Rules): DataMap<Metric> {
  const metrics = record.metrics ?? []
  if (metricsAreTyped) return dataMap(metrics.map((metric) => typedMetric(metric, python)))
  return dataMap(metrics.map(plainMetric).filter(([name]) => name !== ''))
}

function plainMetric(metric: MetricRecord): [string, Metric] {
  for (const member of ['name', 'value', 'timestamp', 'source'] as const) {
    if (!Object.hasOwn(metric, member)) throw fault('KEY_MISSING', `a metric has no ${member}`, { member })
  }
  const { name, value, timestamp = null, source = null } = metric
  return [name ?? '', Object.freeze({ value, timestamp, source })]
}

/** Only what is told is read; parts become percents before names are looked at. */
function typedMetric(metric: MetricRecord, python: PythonRules): [string, Metric] {
  const { name, value, timestamp, source } = metric
  if (value !== undefined && name === undefined) throw fault('KEY_MISSING', 'a metric has no name', { member: 'name' })
  const percent = value !== undefined && PERCENTS.includes(name ?? '') ? percentOf(name as string, value) : value
  if (name === undefined || name === null || !KNOWN.has(name)) {
    const known = [...KNOWN].join(', ')
    throw fault('VALUE_MALFORMED', `the metric ${name} is not known; known are ${known}`, { name })
  }
  if (timestamp !== undefined && !isIsoTime(timestamp)) throw malformed(name, 'the timestamp', timestamp, 'no time')
  if (source === null) throw malformed(name, 'the source', source, 'no text')
  if (Object.values(metric.numa_membw_values ?? {}).includes(null)) {
    throw malformed(name, 'a part', null, 'no number')
  }
  const whole = value === undefined ? undefined : wholeValue(name, percent, python)
  return [name, Object.freeze({ value: whole, timestamp: timestamp ?? null, source: source ?? null })]
}

/** Python multiplies a text by repeating it. */
function percentOf(name: string, part: unknown): unknown {
  if (part === null) throw fault('TYPE_MISMATCH', `the metric ${name} is null: Nova makes a percent of it`, { name })
  return typeof part === 'string' ? part.repeat(100) : Number(part) * 100
}

function wholeValue(name: string, value: unknown, python: PythonRules): number {
  const number = typeof value === 'string' ? parseIntText(value, python) : value
  const isNumber = typeof number === 'number' || typeof number === 'boolean'
  if (!isNumber || !Number.isFinite(Number(number))) throw malformed(name, 'the value', value, 'no number')
  return Math.trunc(Number(number))
}

function malformed(name: string, what: string, value: unknown, isNot: string): NovaSchedError {
  return fault('VALUE_MALFORMED', `${what} of the metric ${name} is ${isNot}: ${JSON.stringify(value)}`, { name })
}
