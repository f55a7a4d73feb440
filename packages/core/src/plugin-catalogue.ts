import { builtinPlugins } from './builtins.ts'
import type { Conf } from './conf/conf.ts'
import { findRelease, maskValue } from './conf/index.ts'
import { type KnownOption, optionsOf } from './conf/known.ts'
import type { PluginKind } from './plugin/brand.ts'
import { pluginChoice, servicegroupDriver } from './plugin-choice.ts'
import { type CataloguedPlugin, type Draft, inOrder, isNamed, releasesWith, shelve } from './plugin-shelf.ts'
import { SERVICEGROUP_DRIVERS } from './registry/aliases.ts'
import { findPlugins, inTree } from './registry/find.ts'
import type { LoadedPlugin, Plugin } from './registry/load.ts'
import type { Enabled, NamedValue, PluginChoice, PluginSources } from './registry/plugin-set.ts'
import { isPath } from './registry/resolve.ts'
import { lastPart, type PluginProblem, type PluginSurvey, surveyPlugins } from './registry/survey.ts'
import { IN_TREE_PLUGINS } from './releases.ts'
import { didYouMean } from './util/documents/near-names.ts'

/** Something that nova.conf, or the command, says of plugins and that does not hold. */
export interface CatalogueProblem {
  /** Where it says so: `file:line`, `the default of …`, or `--without`. */
  readonly place: string
  /** What it names. */
  readonly value: string
  readonly message: string
}

/** Everything that is found for a configuration. */
export interface PluginCatalogue {
  /** Filters, weighers, scheduler drivers, host managers; the enabled ones of a kind first, in order, then by name. */
  readonly plugins: readonly CataloguedPlugin[]
  readonly problems: readonly CatalogueProblem[]
  /** What is decided without, or with a stand-in for. */
  readonly notes: readonly string[]
}

/** Where plugins are looked for, and which are left out. */
export interface CatalogueOptions {
  /** Folders to look from, after the folder of the file that names a plugin. */
  readonly resolveFrom?: readonly string[]
  /** Names of plugins to decide without. */
  readonly without?: readonly string[]
}

const IN_TREE = [
  ['@nova-sched/filters', 'filter'],
  ['@nova-sched/weighers', 'weigher'],
] as const

/**
 * Finds every plugin: those of the release in force, and those that the configuration names. What cannot be found or
 * loaded is a problem beside the rest. What is enabled, and in which order, is what a scheduler would run.
 *
 * @throws PLUGIN_NOT_FOUND when the packages of the in-tree plugins are not installed
 */
export async function pluginCatalogue(conf: Conf, options: CatalogueOptions = {}): Promise<PluginCatalogue> {
  const { resolveFrom = [], without = [] } = options
  const sources = {
    builtins: builtinPlugins({
      taskPeriod: conf.core.periodic_task_interval,
      baremetalFilters: conf.core.use_baremetal_filters ? conf.core.baremetal_enabled_filters : null,
    }),
    inTree: IN_TREE_PLUGINS[conf.release],
    resolveFrom: [...resolveFrom, import.meta.dirname],
  }
  const choice = pluginChoice(conf, without)
  const survey = await surveyPlugins(choice, sources)
  const shelf = await filledShelf(choice, servicegroupDriver(conf), sources)
  const { schedulerDriver: driver, hostManager: manager } = survey
  const drivers = [driver, manager].filter((chosen) => chosen !== null).map((chosen) => [chosen])
  for (const enabled of [survey.filters, survey.weighers, ...drivers]) takePlaces(shelf, enabled)
  for (const loaded of await loadable(servicegroupDriver(conf), 'servicegroup-driver', sources)) {
    shelf.find((draft) => draft.plugin === loaded.plugin)?.order.push(1)
  }
  const met = without.filter((name) => !survey.idleWithout.includes(name))
  for (const draft of shelf) draft.isLeftOut = met.some((name) => isNamed(draft, name))
  const problems = [...survey.problems.map(problemOf), ...idle(survey, shelf)]
  return { plugins: inOrder(shelf), problems, notes: [...survey.notes, ...notBuilt(conf, shelf)] }
}

/** Filters and weighers that Nova's release has, and nova-sched does not. */
function notBuilt({ release }: Conf, shelf: readonly Draft[]): string[] {
  const missing = IN_TREE_PLUGINS[release].filter((name) => !shelf.some((draft) => draft.name === name))
  return missing.length === 0 ? [] : [`of ${release}, these are not built yet: ${missing.join(', ')}`]
}

/** The options that a plugin declares, as the release of a configuration has them. */
export function pluginOptionsIn(conf: Conf, { name, options = {} }: Plugin): readonly KnownOption[] {
  return optionsOf(options, name, findRelease(conf.releaseName)?.number ?? 0)
}

/** Every plugin that can be had, enabled or not. */
async function filledShelf(choice: PluginChoice, servicegroup: NamedValue, sources: PluginSources): Promise<Draft[]> {
  const shelf: Draft[] = []
  for (const builtin of sources.builtins) shelve(shelf, builtin, { package: '@nova-sched/core' })
  for (const [name, kind] of IN_TREE) {
    for (const loaded of await inTree(name, kind, sources)) shelve(shelf, loaded, { package: name })
  }
  for (const [name, packageName] of SERVICEGROUP_DRIVERS) {
    const named = { ...servicegroup, value: name }
    for (const loaded of await loadable(named, 'servicegroup-driver', sources)) {
      shelve(shelf, loaded, { package: packageName })
    }
  }
  const named: readonly (readonly [PluginKind, readonly NamedValue[]])[] = [
    ['filter', choice.availableFilters],
    ['weigher', choice.weightClasses],
    ['scheduler-driver', [choice.schedulerDriver]],
    ['host-manager', [choice.hostManager]],
    ['servicegroup-driver', SERVICEGROUP_DRIVERS.has(servicegroup.value) ? [] : [servicegroup]],
  ]
  for (const [kind, values] of named) {
    for (const value of values) await shelveNamed(shelf, value, kind, choice, sources)
  }
  return shelf
}

async function shelveNamed(
  shelf: Draft[],
  named: NamedValue,
  kind: PluginKind,
  { substitutes }: PluginChoice,
  sources: PluginSources,
): Promise<void> {
  const substitute = substitutes.find(({ value }) => {
    return [named.value, lastPart(named.value)].includes(value.slice(0, value.indexOf(':')))
  })
  const source = { ...(substitute ?? named), value: substitute?.value.replace(/^[^:]*:/, '') ?? named.value }
  const standsIn = substitute === undefined ? {} : { name: lastPart(named.value), standsInFor: named.value }
  for (const loaded of await loadable(source, kind, sources)) {
    const draft = shelve(shelf, loaded, { package: isPath(source.value) ? null : source.value, ...standsIn })
    draft.isAvailable = true
  }
}

/** What cannot be loaded is a problem of the survey. */
async function loadable(named: NamedValue, kind: PluginKind, sources: PluginSources): Promise<readonly LoadedPlugin[]> {
  try {
    return (await findPlugins(named, kind, sources)) ?? []
  } catch {
    return []
  }
}

function takePlaces(shelf: readonly Draft[], enabled: readonly Enabled<Plugin>[]): void {
  for (const [index, { name, plugin }] of enabled.entries()) {
    shelf.find((draft) => draft.name === name && draft.plugin === plugin)?.order.push(index + 1)
  }
}

function problemOf({ kind, named: { place, value }, error, meant }: PluginProblem): CatalogueProblem {
  const shown = maskValue(value, false)
  const text = error?.message ?? `the ${kind.replace('-', ' ')} ${shown} ${whyNot(value, meant)}`
  return { place, value: shown, message: maskValue(text.replace(`${place}: `, ''), false) }
}

function whyNot(value: string, { how, name }: PluginProblem['meant']): string {
  switch (how) {
    case 'lost':
      return 'is built in but not available: the available filters no longer list nova.scheduler.filters.all_filters'
    case 'class_path':
      return `is not found: filters are enabled by name, not by class path: write ${name}`
    case 'near':
      return `is not found: did you mean ${name}?`
    case 'unknown':
      return `is not found${whyUnknown(value)}`
  }
}

function whyUnknown(value: string): string {
  if (isPath(value)) return ': no such file or folder'
  const name = lastPart(value)
  const releases = releasesWith(name)
  if (releases.length > 0) return `: it is one of ${releases.join(' and ')}, not of the release in force`
  return name === value
    ? ''
    : `: a Python class is not run here; decide without it (--without ${name}), or with a stand-in`
}

function idle({ idleWithout }: PluginSurvey, shelf: readonly Draft[]): CatalogueProblem[] {
  const running = shelf.filter(({ order }) => order.length > 0).map(({ name }) => name)
  return idleWithout.map((value) => {
    const message = `nothing of the name ${value} would run${didYouMean(value, running)}`
    return { place: '--without', value, message }
  })
}
