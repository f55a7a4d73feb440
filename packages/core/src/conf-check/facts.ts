import type { Conf } from '../conf/conf.ts'
import type { CoreKey } from '../conf/index.ts'
import type { OptionNames } from '../conf/known.ts'
import type { Contents } from '../conf/lookup.ts'
import type { NovaSchedError } from '../errors.ts'
import type { Inventory } from '../inventory/inventory.ts'
import type { LoadedPlugin } from '../registry/load.ts'
import type { NamedValue, PluginChoice } from '../registry/plugin-set.ts'
import { lastPart } from '../registry/meant.ts'
import type { PluginProblem, PluginSurvey } from '../registry/survey.ts'
import { listed, type Spot } from './finding.ts'
import type { OptionReading } from './values.ts'

/** A weigher that a configuration runs. */
export interface WeigherFact {
  readonly name: string
  /** What its weights are multiplied by. */
  readonly multiplier: number
  /** It may tell hosts apart: its multiplier is not 0, and it has something to look at. */
  readonly speaks: boolean
  /** Nobody set the multiplier, or to what it is anyway. */
  readonly isDefault: boolean
  /** Nova's own. */
  readonly isInTree: boolean
  /** Where the multiplier is set, else where the weigher is named. */
  readonly at: Spot
}

/** All that the checks look at. */
export interface Facts {
  /** Wrong values stand as their defaults. */
  readonly conf: Conf
  readonly contents: Contents
  /** Of every option that the release reads. */
  readonly readings: readonly OptionReading[]
  /** The options of other releases too. */
  readonly options: readonly OptionNames[]
  /** Number of the release that was asked for: 11 for Kilo, 26 for Zed. */
  readonly number: number
  /** Somebody said which release it is; else it is a guess from the names in the files. */
  readonly isStated: boolean
  readonly choice: PluginChoice
  readonly survey: PluginSurvey
  /** Plugins that can be loaded and break as they are made. */
  readonly broken: readonly PluginProblem[]
  /** Names of the filters and weighers that the release has, built here or not. */
  readonly inTree: ReadonlySet<string>
  /** Nova's filters, weighers, drivers and host managers that are built here. */
  readonly builtIn: readonly LoadedPlugin[]
  /** The option that lists the filters. */
  readonly filterKey: 'enabled_filters' | 'baremetal_enabled_filters'
  /** Names of the filters that are enabled, found or not, and what misspelt ones were meant to be. */
  readonly enabled: ReadonlySet<string>
  readonly weighers: readonly WeigherFact[]
  /** Name of the scheduler driver; empty when it is not there. */
  readonly driver: string
  /** Why the ServiceGroup driver cannot be had. */
  readonly servicegroup: NovaSchedError | null
  /** What is wrong with the scheduler's options file. */
  readonly optionsFile: string | null
  readonly inventory: Inventory | null
}

/** Whether the driver asks filters and weighers: ChanceScheduler does not. */
export function asksFilters({ driver }: Facts): boolean {
  return driver !== 'ChanceScheduler'
}

/** An option's name in the release, without its group. */
export function nameOf({ options }: Pick<Facts, 'options'>, key: CoreKey): string {
  return options.find((option) => option.key === key)?.names[0]?.name ?? key
}

/** Whether a file sets an option, to a value that it takes. */
export function isSet({ readings }: Pick<Facts, 'readings'>, key: CoreKey): boolean {
  const reading = readings.find(({ option }) => option.key === key)
  return reading !== undefined && reading.places.length > 0 && reading.errors.length === 0
}

/** Where an option stands: the last of its values, else its name alone. */
export function spotOf({ readings }: Pick<Facts, 'readings'>, key: CoreKey): Spot {
  const reading = readings.find(({ option }) => option.key === key)
  return reading === undefined ? {} : spotOfReading(reading)
}

/** Where an option with this reading stands. */
export function spotOfReading({ option, places }: Pick<OptionReading, 'option' | 'places'>): Spot {
  const last = places.at(-1)
  const name = last?.name ?? option.names[0]
  if (name === undefined) return {}
  const path = `[${name.group}] ${name.name}`
  return last === undefined ? { path } : { file: last.file, line: last.line, path }
}

/** Where one value of an option that names plugins stands; of a list over several lines, the line of the item. */
export function spotOfItem({ readings }: Pick<Facts, 'readings'>, key: CoreKey, { value, place }: NamedValue): Spot {
  const reading = readings.find(({ option }) => option.key === key)
  if (reading === undefined) return {}
  const found = reading.places.find(({ file, line }) => `${file}:${line}` === place)
  if (found === undefined) return spotOfReading(reading)
  const line = found.line + linesAbove(found.value, value)
  return { ...spotOfReading({ option: reading.option, places: [found] }), line }
}

/** The lines of a list above an item; where that came of another value, above a line that holds it. */
function linesAbove(text: string, item: string): number {
  const pieces = text.split(',')
  const at = pieces.findIndex((piece) => [piece.trim(), piece.replaceAll(/^[\s"']+|[\s"']+$/g, '')].includes(item))
  if (at < 0)
    return item === ''
      ? 0
      : Math.max(
          0,
          text.split('\n').findIndex((line) => line.includes(item)),
        )
  const [blanks = ''] = /^\s*/.exec(pieces[at] as string) ?? []
  return [...pieces.slice(0, at), blanks].join(',').split('\n').length - 1
}

/** The names of filters as Nova knows them: without the path in front. */
export function bareNames(names: readonly NamedValue[]): string[] {
  return names.map(({ value }) => lastPart(value))
}

/** What an option that names plugins takes, in words. */
export function asksFor(facts: Pick<Facts, 'options' | 'builtIn'>, key: CoreKey): string {
  const kinds: Partial<Record<CoreKey, string>> = {
    available_filters: 'nova.scheduler.filters.all_filters',
    weight_classes: 'nova.scheduler.weights.all_weighers',
    driver: 'nova.scheduler.filter_scheduler.FilterScheduler',
    host_manager: 'nova.scheduler.host_manager.HostManager',
  }
  return `${kinds[key] ?? nameOf(facts, key)}, or a package, folder or file of your own`
}

/** Advice to enable filters: what to add to the line, or the whole line where none is written. */
export function addFilters(facts: Facts, filters: readonly string[]): string {
  const name = nameOf(facts, facts.filterKey)
  if (isSet(facts, facts.filterKey)) return `Add ${listed(filters)} to ${name}.`
  const names = facts.survey.filterNames.map(({ value }) => value)
  return `Write ${name} = ${[...names, ...filters].join(',')}`
}
