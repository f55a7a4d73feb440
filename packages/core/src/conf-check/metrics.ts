import { KILO } from '../conf/release-names.ts'
import { PYTHON_2, PYTHON_3 } from '../plugin/python.ts'
import { parseNumberSettings } from '../plugin/settings.ts'
import { asksFilters, type Facts, nameOf, spotOf, spotOfReading } from './facts.ts'
import { type CheckFinding, finding, listed, shownName } from './finding.ts'

/** The metrics that MetricsFilter and MetricsWeigher look at. */
export function checkMetrics(facts: Facts): CheckFinding[] {
  const reading = facts.readings.find(({ option }) => option.key === 'weight_setting')
  if (!asksFilters(facts) || reading === undefined || !Array.isArray(reading.value)) return []
  const python = facts.number === KILO ? PYTHON_2 : PYTHON_3
  const { settings, malformed } = parseNumberSettings(reading.value as readonly string[], python)
  const at = spotOfReading(reading)
  return [
    ...malformedItems(malformed, at),
    ...idleFilter(facts, settings.length),
    ...requiredMetrics(facts, settings.length, at),
  ]
}

type Spot = ReturnType<typeof spotOfReading>

function malformedItems(malformed: readonly string[], at: Spot): CheckFinding[] {
  if (malformed.length === 0) return []
  const message = `not of the form name=ratio: ${listed(malformed.map((item) => `"${shownName(item)}"`))}`
  return [finding('metrics-malformed', { at, message, fix: 'Write each item as name=ratio, such as cpu.percent=-1.0' })]
}

function idleFilter(facts: Facts, count: number): CheckFinding[] {
  if (count > 0 || !facts.enabled.has('MetricsFilter')) return []
  const message = 'MetricsFilter does nothing: [metrics] weight_setting names no metric'
  const fix = 'Write in the section [metrics]: weight_setting = name=ratio, or take the filter out of the list.'
  return [finding('filter-idle', { at: spotOf(facts, facts.filterKey), message, fix })]
}

function requiredMetrics(facts: Facts, count: number, at: Spot): CheckFinding[] {
  const required = facts.readings.find(
    ({ option }) => option.key === 'required' && option.names[0]?.group === 'metrics',
  )
  const weighs = facts.weighers.some(({ name }) => name === 'MetricsWeigher')
  if (count === 0 || !weighs || facts.enabled.has('MetricsFilter') || required?.value !== true) return []
  const message = 'the metrics are required, and MetricsFilter is not enabled'
  const fix = `Add MetricsFilter to ${nameOf(facts, facts.filterKey)}, or write required = False in the section [metrics].`
  return [finding('metric-required', { at, message, fix })]
}
