import { builtinPlugins } from './builtins.ts'
import type { Conf } from './conf/conf.ts'
import { describeFinding, NovaSchedError, type Finding } from './errors.ts'
import { filterAtWork, type FilterAtWork } from './filter/filter-at-work.ts'
import type { Filter, PluginEnv } from './plugin/filter.ts'
import type { HostManager, HostManagerPlugin } from './plugin/host-manager.ts'
import type { Rules } from './plugin/rules.ts'
import type { SchedulerDriver, SchedulerEngine } from './plugin/scheduler-driver.ts'
import type { Weigher } from './plugin/weigher.ts'
import { pluginChoice, servicegroupDriver } from './plugin-choice.ts'
import { choosePlugins } from './registry/choose.ts'
import type { Plugin } from './registry/load.ts'
import type { Enabled } from './registry/plugin-set.ts'
import { checkServicegroupName } from './registry/servicegroup-name.ts'
import { BUILT_RELEASES, IN_TREE_PLUGINS, isBuilt, RULES, rulesAt, type BuiltRelease } from './releases.ts'
import type { SelectionRules } from './select/select.ts'
import { SYSTEM_CLOCK, type Clock } from './util/clock.ts'
import { errorText } from './util/error-text.ts'
import { SILENT_LOG, type Log } from './util/log.ts'
import { weigherAtWork, type WeigherAtWork } from './weigh/weigher-at-work.ts'

/** Told of every decision by the rules of a release in which placement comes before the filters. */
export const CAPACITY_NOT_CHECKED = 'CAPACITY_NOT_CHECKED'
const CAPACITY_NOTE = `${CAPACITY_NOT_CHECKED}: RAM, vcpus, disk and zones are placement's to decide, and were not checked`

const BYTES_PER_MIB = 1 << 20

/** What plugins are chosen by and made with. */
export interface SetUpOptions {
  readonly conf: Conf
  /** Folders that plugins are looked for from, after the folder of the file that names them. */
  readonly resolveFrom?: readonly string[]
  /** Names of plugins to decide without. */
  readonly without?: readonly string[]
  /** False: every plugin is asked anew each time, which gives the same answers. Default true. */
  readonly remembersAnswers?: boolean
  /** The hosts are what placement has left: that filters do not look at capacity is not told. */
  readonly capacityIsChecked?: boolean
  readonly clock?: Clock
  readonly log?: Log
}

/** Everything that a configuration chooses, ready to work. */
export interface SetUp {
  readonly release: BuiltRelease
  readonly rules: Rules
  readonly log: Log
  /** How much memory remembered answers may take; 0: none are remembered. */
  readonly rememberedBytes: number
  readonly filters: readonly FilterAtWork[]
  readonly weighers: readonly WeigherAtWork[]
  readonly hostManager: HostManager
  readonly driverName: string
  /** Whether an enabled filter, or the driver, reads who is alive. */
  readonly readsLiveness: boolean
  readonly makeDriver: (engine: SchedulerEngine) => SchedulerDriver
  readonly selection: SelectionRules
  /** How many other hosts come with each choice, where the request asks for them. */
  readonly mostAlternates: number
  readonly optionsFilePath: string
  /** Codes of what a host that passes all filters was not checked for; notes tell what they stand for. */
  readonly unchecked: readonly string[]
  readonly notes: readonly string[]
}

/**
 * Chooses, loads and makes the plugins of a configuration.
 *
 * @throws RELEASE_NOT_BUILT, CONF_INVALID with every wrong value of all plugins, what `choosePlugins` throws, and
 * PLUGIN_INVALID when a plugin breaks as it is made
 */
export async function setUp(options: SetUpOptions): Promise<SetUp> {
  const { conf, resolveFrom = [], without = [], clock = SYSTEM_CLOCK, log = SILENT_LOG } = options
  const release = builtRelease(conf)
  const { core } = conf
  checkServicegroupName(servicegroupDriver(conf), core.memcached_servers, resolveFrom)
  const builtins = builtinPlugins({
    taskPeriod: core.periodic_task_interval,
    baremetalFilters: core.use_baremetal_filters ? core.baremetal_enabled_filters : null,
  })
  const chosen = await choosePlugins(pluginChoice(conf, without), {
    builtins,
    inTree: IN_TREE_PLUGINS[release],
    resolveFrom: [...resolveFrom, import.meta.dirname],
  })
  const rules = RULES[release]
  // Whatever rules stand in for those of the release: its filters leave to placement what placement decides.
  const { placementDecidesCapacity } = rulesAt(conf.releaseNumber)
  const unchecked = placementDecidesCapacity && options.capacityIsChecked !== true ? [CAPACITY_NOT_CHECKED] : []
  const valuesOf = optionValues(conf, [
    ...chosen.filters,
    ...chosen.weighers,
    chosen.hostManager,
    chosen.schedulerDriver,
  ])
  const envOf = (plugin: Plugin): PluginEnv => ({ conf: valuesOf(plugin), rules, log, clock })
  return {
    release,
    rules,
    log,
    rememberedBytes: options.remembersAnswers === false ? 0 : core.nova_sched_remembered_answers_mb * BYTES_PER_MIB,
    filters: chosen.filters.map((filter) => makeFilter(filter, envOf(filter.plugin))),
    weighers: chosen.weighers.map((weigher) => makeWeigher(weigher, envOf(weigher.plugin))),
    hostManager: makeHostManager(chosen.hostManager, envOf(chosen.hostManager.plugin)),
    driverName: chosen.schedulerDriver.name,
    readsLiveness: [...chosen.filters, chosen.schedulerDriver].some(({ plugin }) => plugin.liveness === true),
    makeDriver: (engine) => {
      const { name, file, plugin } = chosen.schedulerDriver
      return made(name, file, () => checkedDriver(plugin.create({ ...envOf(plugin), engine })))
    },
    selection: { subsetSize: core.host_subset_size, shufflesBest: core.shuffle_best_same_weighed_hosts },
    mostAlternates: core.max_attempts - 1,
    optionsFilePath: core.scheduler_json_config_location,
    unchecked,
    notes: [...unchecked.map(() => CAPACITY_NOTE), ...chosen.notes],
  }
}

/**
 * Makes an enabled filter ready to work.
 *
 * @throws PLUGIN_INVALID with its name and file when it breaks as it is made
 */
export function makeFilter({ plugin, name, file }: Enabled<Filter>, env: PluginEnv): FilterAtWork {
  return made(name, file, () => filterAtWork(plugin, env, name))
}

/**
 * Makes an enabled weigher ready to work.
 *
 * @throws PLUGIN_INVALID with its name and file when it breaks as it is made
 */
export function makeWeigher({ plugin, name, file }: Enabled<Weigher>, env: PluginEnv): WeigherAtWork {
  return made(name, file, () => weigherAtWork(plugin, env))
}

/**
 * Makes a host manager ready to work.
 *
 * @throws PLUGIN_INVALID with its name and file when it breaks as it is made
 */
export function makeHostManager({ plugin, name, file }: Enabled<HostManagerPlugin>, env: PluginEnv): HostManager {
  return made(name, file, () => plugin.create(env))
}

function builtRelease({ release }: Conf): BuiltRelease {
  if (isBuilt(release)) return release
  const message = `the rules of ${release} are not built yet: its options are read, but nothing is decided by them. To decide by the rules of another release, say --release ${BUILT_RELEASES.join(' or ')}`
  throw new NovaSchedError('RELEASE_NOT_BUILT', message, { release })
}

/** Reads the options of all plugins, so that everything that is wrong is told at once. */
function optionValues(
  conf: Conf,
  plugins: readonly { readonly plugin: Plugin }[],
): (plugin: Plugin) => PluginEnv['conf'] {
  const findings: Finding[] = []
  const values = new Map<Plugin, PluginEnv['conf']>()
  for (const { plugin } of plugins) {
    try {
      values.set(plugin, conf.read(plugin.options ?? {}))
    } catch (error) {
      if (!(error instanceof NovaSchedError) || error.code !== 'CONF_INVALID') throw error
      findings.push(...((error.details['findings'] ?? []) as Finding[]))
    }
  }
  const distinct = [...new Map(findings.map((finding) => [describeFinding(finding), finding])).values()]
  if (distinct.length === 0) return (plugin) => values.get(plugin) as PluginEnv['conf']
  throw new NovaSchedError('CONF_INVALID', distinct.map(describeFinding).join('\n'), { findings: distinct })
}

function checkedDriver(driver: SchedulerDriver | null | undefined): SchedulerDriver {
  if (typeof driver?.selectDestinations === 'function') return driver
  throw new NovaSchedError('PLUGIN_INVALID', 'create must return an object with selectDestinations')
}

/** A plugin that breaks as it is made is told with its name and file. */
function made<T>(name: string, file: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    const reason = errorText(error)
    throw new NovaSchedError(
      'PLUGIN_INVALID',
      `${name} (${file}) broke as it was made: ${reason}`,
      { plugin: name, file },
      { cause: error },
    )
  }
}
