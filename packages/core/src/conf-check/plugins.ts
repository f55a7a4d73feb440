import type { CoreKey } from '../conf/index.ts'
import { maskValue } from '../conf/mask.ts'
import type { NovaSchedError } from '../errors.ts'
import type { NamedValue } from '../registry/plugin-set.ts'
import { lastPart } from '../registry/meant.ts'
import type { PluginProblem } from '../registry/survey.ts'
import { enabledName, lostFilters } from './enabled-names.ts'
import { bareNames, type Facts, nameOf, spotOf, spotOfItem } from './facts.ts'
import { type CheckFinding, finding, listed, shown, shownName } from './finding.ts'
import { pluginSource } from './plugin-sources.ts'

/** Plugins that cannot be had, are named in a way that Nova does not understand, or run twice. */
export function checkPlugins(facts: Facts): CheckFinding[] {
  const { survey, broken, choice } = facts
  return [
    ...[...survey.problems, ...broken].flatMap((problem) => ofProblem(facts, problem)),
    ...lostFilters(facts),
    ...listedTwice(facts, facts.filterKey, bareNames(survey.filterNames)),
    ...listedTwice(
      facts,
      'weight_classes',
      facts.weighers.map(({ name }) => name),
    ),
    ...choice.substitutes.flatMap((item) => idleStandIn(facts, item)),
  ]
}

function ofProblem(facts: Facts, problem: PluginProblem): CheckFinding[] {
  const key = keyOf(facts, problem)
  if (problem.error !== null) return [brokenPlugin(facts, key, problem.named, problem.error)]
  return key === facts.filterKey ? enabledName(facts, problem) : pluginSource(facts, key, problem)
}

/** The option that a problem's value stands in. */
function keyOf({ choice, filterKey }: Facts, { kind, named }: PluginProblem): CoreKey {
  if (kind === 'weigher') return 'weight_classes'
  if (kind === 'scheduler-driver') return 'driver'
  if (kind === 'host-manager') return 'host_manager'
  return choice.availableFilters.includes(named) ? 'available_filters' : filterKey
}

function brokenPlugin(facts: Facts, key: CoreKey, named: NamedValue, { code, message }: NovaSchedError): CheckFinding {
  const start = `${named.place}: `
  const text = maskValue(message.startsWith(start) ? message.slice(start.length) : message, false)
  const without = `decide without it: --without ${shownName(lastPart(named.value))}`
  const fix =
    code === 'PLUGIN_DUPLICATE'
      ? 'Rename one of the two, or name only one of them.'
      : code === 'PLUGIN_NOT_FOUND'
        ? 'Mind the path, or install the package.'
        : `Mend it, take it out of ${nameOf(facts, key)}, or ${without}`
  return finding('plugin-broken', { at: spotOfItem(facts, key, named), message: text, fix })
}

function listedTwice(facts: Facts, key: CoreKey, names: readonly string[]): CheckFinding[] {
  const twice = [...new Set(names.filter((name, index) => names.indexOf(name) < index))]
  return twice.map((name) => {
    const isWeigher = key === 'weight_classes'
    const message = `${shownName(name)} is listed ${names.filter((other) => other === name).length} times`
    const why = isWeigher ? 'Its weights are added each time.' : 'It runs each time, and gives the same answer.'
    const fix = isWeigher ? "Name it once: all_weighers has all of Nova's." : 'Name it once.'
    return finding('listed-twice', { at: spotOf(facts, key), message, why, fix })
  })
}

function idleStandIn(facts: Facts, item: NamedValue): CheckFinding[] {
  const { availableFilters, weightClasses, schedulerDriver, hostManager } = facts.choice
  const at = spotOfItem(facts, 'nova_sched_substitute', item)
  const colon = item.value.indexOf(':')
  if (colon < 1) {
    const message = `${shown(item.value)} is no stand-in`
    return [finding('stand-in-idle', { at, message, fix: 'Write NAME:PATH, such as ValetFilter:./valet.mjs' })]
  }
  const name = item.value.slice(0, colon)
  const sources = [...availableFilters, ...weightClasses, schedulerDriver, hostManager].map(({ value }) => value)
  if (sources.some((value) => value === name || lastPart(value) === name)) return []
  const message = `stands in for ${shownName(name)}, which nothing names`
  const names = listed(
    (['available_filters', 'weight_classes', 'driver', 'host_manager'] as const).map((key) => nameOf(facts, key)),
    'or',
  )
  return [finding('stand-in-idle', { at, message, fix: `Name what it stands in for in ${names}, or remove the line.` })]
}
