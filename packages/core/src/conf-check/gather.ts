import { builtinPlugins } from '../builtins.ts'
import { Conf } from '../conf/conf.ts'
import { builtInOptions, pluginOptionNames, pluginOptions } from '../conf/known.ts'
import { contentsOf } from '../conf/lookup.ts'
import { readContext, readOption } from '../conf/read.ts'
import { KILO } from '../conf/release-names.ts'
import { isNovaSchedError, NovaSchedError } from '../errors.ts'
import type { Inventory } from '../inventory/inventory.ts'
import { OptionsFile } from '../options-file.ts'
import { pluginChoice, servicegroupDriver } from '../plugin-choice.ts'
import type { PluginEnv } from '../plugin/filter.ts'
import { inTree } from '../registry/find.ts'
import type { LoadedPlugin, Plugin } from '../registry/load.ts'
import type { Enabled, PluginSources } from '../registry/plugin-set.ts'
import { UNKNOWN } from '../registry/meant.ts'
import { checkServicegroupName } from '../registry/servicegroup-name.ts'
import { type PluginProblem, type PluginSurvey, surveyPlugins } from '../registry/survey.ts'
import { isBuilt, RULES } from '../releases.ts'
import { makeFilter, makeHostManager, makeWeigher } from '../set-up.ts'
import { SYSTEM_CLOCK } from '../util/clock.ts'
import { errorText } from '../util/error-text.ts'
import { SILENT_LOG } from '../util/log.ts'
import { bareNames, type Facts } from './facts.ts'
import { inTreeAt } from './plugin-history.ts'
import type { ReadConf } from './read.ts'
import { weigherFacts } from './weigher-facts.ts'

/** Beside the configuration: where plugins are looked for, what is decided without, and what is known of the cloud. */
export interface GatherOptions {
  /** Folders that plugins are looked for from, after the folder of the file that names them. */
  readonly resolveFrom?: readonly string[]
  /** Names of plugins to decide without. */
  readonly without?: readonly string[]
  readonly inventory?: Inventory | null
}

/** Collects what the checks look at. Plugins are found, loaded and made; what is wrong with one is a fact of its own. */
export async function gatherFacts({ parts, isStated }: ReadConf, options: GatherOptions): Promise<Facts> {
  const { resolveFrom = [], without = [], inventory = null } = options
  const { number } = parts.choice.asked
  const bare = new Conf(parts)
  const choice = pluginChoice(bare, without)
  const sources = pluginSources(bare, number, resolveFrom)
  const survey = await surveyPlugins(choice, sources)
  const builtIn = [...(await inTreePlugins(sources)), ...sources.builtins]
  const contents = contentsOf(parts.documents)
  const known = optionsKnown(bare, [...builtIn, ...survey.available, ...survey.weighers], number)
  const context = readContext(contents, known.conf.options, number > KILO)
  const readings = known.conf.options.map((option) => ({ option, ...readOption(context, option) }))
  const names = new Set(sources.inTree)
  return {
    ...known,
    contents,
    readings,
    number,
    isStated,
    choice,
    survey,
    broken: brokenAsMade(survey, known.conf),
    inTree: names,
    builtIn,
    filterKey: survey.hostManager?.plugin.filters === undefined ? 'enabled_filters' : 'baremetal_enabled_filters',
    enabled: enabledNames(survey),
    weighers: weigherFacts({ conf: known.conf, choice, survey, readings, inTree: names, number }),
    driver: survey.schedulerDriver?.plugin.name ?? '',
    servicegroup: servicegroupError(known.conf, resolveFrom),
    optionsFile: optionsFileProblem(known.conf.core.scheduler_json_config_location),
    inventory,
  }
}

function pluginSources({ core }: Conf, number: number, resolveFrom: readonly string[]): PluginSources {
  const baremetalFilters = core.use_baremetal_filters ? core.baremetal_enabled_filters : null
  return {
    builtins: builtinPlugins({ taskPeriod: core.periodic_task_interval, baremetalFilters }),
    inTree: inTreeAt(number),
    resolveFrom: [...resolveFrom, import.meta.dirname],
  }
}

/** The options of all plugins beside the core options: those of plugins too that nothing enables. */
function optionsKnown(
  bare: Conf,
  loaded: readonly { readonly plugin: Plugin }[],
  number: number,
): Pick<Facts, 'conf' | 'options'> {
  const plugins = loaded.map(({ plugin }) => ({ plugin: plugin.name, specs: plugin.options ?? {} }))
  const core = builtInOptions(number)
  const options = [...pluginOptionNames(number), ...core, ...pluginOptions(plugins, number, core)]
  return { conf: bare.withPlugins(plugins), options }
}

/** The names that are enabled, and what misspelt ones were meant to be: one slip of the pen is one finding. */
function enabledNames({ filterNames, problems }: PluginSurvey): ReadonlySet<string> {
  const meant = problems.filter(({ named }) => filterNames.includes(named)).map((problem) => problem.meant.name)
  return new Set([...bareNames(filterNames), ...meant])
}

/** Nova's own filters and weighers that are built; where their package is not installed, the survey tells. */
async function inTreePlugins(sources: PluginSources): Promise<LoadedPlugin[]> {
  try {
    const filters = await inTree('@nova-sched/filters', 'filter', sources)
    return [...filters, ...(await inTree('@nova-sched/weighers', 'weigher', sources))]
  } catch (error) {
    if (isNovaSchedError(error)) return []
    throw error
  }
}

/** Makes the plugins as a scheduler would, where the rules of the release are built. */
function brokenAsMade({ filters, weighers, hostManager }: PluginSurvey, conf: Conf): PluginProblem[] {
  const { release } = conf
  if (!isBuilt(release)) return []
  const envOf = (plugin: Plugin): PluginEnv => {
    return { conf: conf.read(plugin.options ?? {}), rules: RULES[release], log: SILENT_LOG, clock: SYSTEM_CLOCK }
  }
  const managers = hostManager === null ? [] : [hostManager]
  return [
    ...filters.flatMap((each) => problemOf('filter', each, () => makeFilter(each, envOf(each.plugin)))),
    ...weighers.flatMap((each) => problemOf('weigher', each, () => makeWeigher(each, envOf(each.plugin)))),
    ...managers.flatMap((each) => problemOf('host-manager', each, () => makeHostManager(each, envOf(each.plugin)))),
  ]
}

function problemOf(kind: PluginProblem['kind'], { named }: Enabled<Plugin>, make: () => unknown): PluginProblem[] {
  try {
    make()
    return []
  } catch (error) {
    if (!isNovaSchedError(error)) throw error
    return [{ kind, named, error, meant: UNKNOWN }]
  }
}

function servicegroupError(conf: Conf, resolveFrom: readonly string[]): NovaSchedError | null {
  try {
    checkServicegroupName(servicegroupDriver(conf), conf.core.memcached_servers, resolveFrom)
    return null
  } catch (error) {
    return isNovaSchedError(error) ? error : new NovaSchedError('DRIVER_NOT_FOUND', errorText(error))
  }
}

function optionsFileProblem(path: string): string | null {
  const odd: string[] = []
  try {
    new OptionsFile(path, { ...SILENT_LOG, warn: (message) => void odd.push(message) }).read()
  } catch (error) {
    odd.push(errorText(error))
  }
  return odd[0] ?? null
}
