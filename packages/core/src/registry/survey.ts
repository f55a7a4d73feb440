import { isNovaSchedError, NovaSchedError } from '../errors.ts'
import type { PluginKind } from '../plugin/brand.ts'
import type { Filter } from '../plugin/filter.ts'
import type { HostManagerPlugin } from '../plugin/host-manager.ts'
import type { SchedulerDriverPlugin } from '../plugin/scheduler-driver.ts'
import type { Weigher } from '../plugin/weigher.ts'
import { errorText } from '../util/error-text.ts'
import { findPlugins, inTree } from './find.ts'
import type { LoadedPlugin, Plugin } from './load.ts'
import { lastPart, type Meant, meantBy, sourceMeant, UNKNOWN } from './meant.ts'
import type { Enabled, NamedValue, PluginChoice, PluginSources } from './plugin-set.ts'

export { lastPart } from './meant.ts'

/** A value of nova.conf that gives no plugin. */
export interface PluginProblem {
  readonly kind: PluginKind
  readonly named: NamedValue
  /** Why what is there cannot be used; null when nothing of that name is there. */
  readonly error: NovaSchedError | null
  readonly meant: Meant
}

/** The plugins that a configuration chooses, as far as they can be had, and what is wrong with the rest. */
export interface PluginSurvey {
  readonly filters: readonly Enabled<Filter>[]
  readonly weighers: readonly Enabled<Weigher>[]
  readonly schedulerDriver: Enabled<SchedulerDriverPlugin> | null
  readonly hostManager: Enabled<HostManagerPlugin> | null
  /** What was to be enabled, in order, found or not. */
  readonly filterNames: readonly NamedValue[]
  /** The filters that may be enabled. */
  readonly available: readonly LoadedPlugin[]
  /** Kind by kind: host manager, filters, weighers, driver. */
  readonly problems: readonly PluginProblem[]
  readonly notes: readonly string[]
  /** Names of `--without` that nothing bears. */
  readonly idleWithout: readonly string[]
}

/** Finds and loads the plugins that a configuration chooses. Never throws for what is wrong with one of them. */
export async function surveyPlugins(choice: PluginChoice, sources: PluginSources): Promise<PluginSurvey> {
  const surveyor = new Surveyor(choice, sources)
  const hostManager = await surveyor.driver<HostManagerPlugin>(choice.hostManager, 'host-manager')
  const filterNames = hostManager?.plugin.filters?.map(ofHostManager) ?? choice.enabledFilters
  const { filters, available } = await surveyor.filters(filterNames)
  const weighers = await surveyor.weighers()
  const schedulerDriver = await surveyor.driver<SchedulerDriverPlugin>(choice.schedulerDriver, 'scheduler-driver')
  const { problems, notes, idleWithout } = surveyor
  return { filters, weighers, schedulerDriver, hostManager, filterNames, available, problems, notes, idleWithout }
}

class Surveyor {
  readonly notes: string[] = []
  readonly problems: PluginProblem[] = []
  readonly #choice: PluginChoice
  readonly #sources: PluginSources
  /** Names of `--without` that were met. */
  readonly #leftOut = new Set<string>()

  constructor(choice: PluginChoice, sources: PluginSources) {
    this.#choice = choice
    this.#sources = sources
  }

  get idleWithout(): readonly string[] {
    return this.#choice.without.filter((name) => !this.#leftOut.has(name))
  }

  async filters(names: readonly NamedValue[]): Promise<Pick<PluginSurvey, 'filters' | 'available'>> {
    const plugins = new Map<string, LoadedPlugin>()
    const missing: NamedValue[] = []
    for (const named of this.#choice.availableFilters) {
      const found = await this.#find(named, 'filter')
      if (found === null) missing.push(named)
      for (const [name, plugin] of found ?? []) this.#addOnce(plugins, named, name, plugin)
    }
    const filters: Enabled<Filter>[] = []
    const unknown: NamedValue[] = []
    for (const named of names) {
      if (this.#isWithout(named.value)) continue
      const loaded = plugins.get(named.value)
      if (loaded !== undefined) filters.push(enable(named.value, loaded, named))
      else if (!missing.some(({ value }) => lastPart(value) === named.value)) unknown.push(named)
    }
    await this.#tellMissingFilters(missing, unknown, [...plugins.keys()])
    return { filters, available: [...plugins.values()] }
  }

  async weighers(): Promise<readonly Enabled<Weigher>[]> {
    const enabled: Enabled<Weigher>[] = []
    const files = new Map<string, LoadedPlugin>()
    for (const named of this.#choice.weightClasses) {
      const found = await this.#find(named, 'weigher')
      if (found === null) this.#tell('weigher', named, null)
      for (const [name, loaded] of found ?? []) {
        if (this.#addOnce(files, named, name, loaded) && !this.#isWithout(name)) {
          enabled.push(enable(name, loaded, named))
        }
      }
    }
    return enabled
  }

  /** Null where there is a problem. */
  async driver<P extends Plugin>(named: NamedValue, kind: PluginKind): Promise<Enabled<P> | null> {
    const told = this.problems.length
    const found = await this.#find(named, kind)
    if (this.problems.length > told) return null
    if (found === null) {
      this.#tell(kind, named, null)
      return null
    }
    const [first, second] = found
    if (first === undefined) return this.#defaultDriver<P>(kind, named)
    if (second === undefined) return enable(first[0], first[1], named)
    const what = kind.replace('-', ' ')
    const message = `${named.place}: ${named.value} holds several plugins of this kind (${first[0]}, ${second[0]}): name a file that holds one ${what}`
    this.#tell(kind, named, new NovaSchedError('PLUGIN_INVALID', message, { plugin: named.value }))
    return null
  }

  /** What runs where a site's own driver is left out: the first that is built in, which is Nova's default. */
  #defaultDriver<P extends Plugin>(kind: PluginKind, named: NamedValue): Enabled<P> {
    const loaded = this.#sources.builtins.find((builtin) => builtin.kind === kind)
    if (loaded === undefined) throw new RangeError(`no ${kind} is built in`)
    this.#note(`${loaded.plugin.name} decides in its place`)
    return enable(loaded.plugin.name, loaded, named)
  }

  /**
   * Plugins by the name that they run under; empty when the decision is made without them, or when they cannot be used,
   * which is a problem told; null when not found.
   */
  async #find(named: NamedValue, kind: PluginKind): Promise<readonly (readonly [string, LoadedPlugin])[] | null> {
    try {
      const substitute = this.#substituteOf(named.value)
      if (substitute !== undefined) return [await this.#standIn(named, substitute, kind)]
      if (this.#isWithout(named.value)) return []
      const found = await findPlugins(named, kind, this.#sources)
      return found?.map((loaded) => [loaded.plugin.name, loaded] as const) ?? null
    } catch (error) {
      this.#tell(kind, named, asProblem(error, named))
      return []
    }
  }

  async #standIn(
    named: NamedValue,
    substitute: NamedValue,
    kind: PluginKind,
  ): Promise<readonly [string, LoadedPlugin]> {
    const [first, second] = (await findPlugins(substitute, kind, this.#sources)) ?? []
    const name = lastPart(named.value)
    if (first === undefined || second !== undefined) {
      const has = first === undefined ? 'is not there' : 'holds more than one plugin'
      const message = `${substitute.place}: ${substitute.value}, the stand-in for ${name}, ${has}: name a file that holds one`
      throw new NovaSchedError(first === undefined ? 'PLUGIN_NOT_FOUND' : 'PLUGIN_INVALID', message, { plugin: name })
    }
    this.#note(`${name} is decided by a stand-in: ${first.file}`)
    return [name, first]
  }

  #substituteOf(value: string): NamedValue | undefined {
    for (const item of this.#choice.substitutes) {
      const colon = item.value.indexOf(':')
      const name = item.value.slice(0, colon)
      if (name === value || name === lastPart(value)) return { ...item, value: item.value.slice(colon + 1) }
    }
    return undefined
  }

  #isWithout(value: string): boolean {
    const without = this.#choice.without.find((name) => name === value || name === lastPart(value))
    if (without === undefined) return false
    this.#leftOut.add(without)
    this.#note(`decided without ${lastPart(value)}`)
    return true
  }

  #note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text)
  }

  #tell(kind: PluginKind, named: NamedValue, error: NovaSchedError | null, meant: Meant = UNKNOWN): void {
    this.problems.push({ kind, named, error, meant })
  }

  /** Whether the name was free: two plugins of one name are a problem. */
  #addOnce(plugins: Map<string, LoadedPlugin>, named: NamedValue, name: string, loaded: LoadedPlugin): boolean {
    const other = plugins.get(name)
    if (other === undefined || other.plugin === loaded.plugin) {
      plugins.set(name, loaded)
      return true
    }
    const message = `two plugins carry the name ${name}: ${other.file} and ${loaded.file}. Rename one, or name only one in nova.conf`
    const details = { plugin: name, files: [other.file, loaded.file] }
    this.#tell(loaded.kind, named, new NovaSchedError('PLUGIN_DUPLICATE', message, details))
    return false
  }

  async #tellMissingFilters(
    missing: readonly NamedValue[],
    unknown: readonly NamedValue[],
    available: readonly string[],
  ): Promise<void> {
    const [first] = [...missing, ...unknown]
    if (first === undefined) return
    try {
      const inTreeFilters = await inTree('@nova-sched/filters', 'filter', this.#sources)
      const builtIn = new Set(inTreeFilters.map(({ plugin }) => plugin.name))
      for (const named of missing) this.#tell('filter', named, null, sourceMeant(named.value, inTreeFilters))
      for (const named of unknown) this.#tell('filter', named, null, meantBy(named.value, available, builtIn))
    } catch (error) {
      this.#tell('filter', first, asProblem(error, first))
    }
  }
}

/** What a plugin's folder or module does to whoever looks at it is a problem of the plugin. */
function asProblem(error: unknown, { value, place }: NamedValue): NovaSchedError {
  if (isNovaSchedError(error)) return error
  const message = `${place}: ${value} cannot be loaded: ${errorText(error)}`
  return new NovaSchedError('PLUGIN_LOAD_FAILED', message, { plugin: value, place }, { cause: error })
}

function ofHostManager(value: string): NamedValue {
  return { value, folder: null, place: 'the filters of the host manager', distrust: null }
}

function enable<P extends Plugin>(name: string, { plugin, file }: LoadedPlugin, named: NamedValue): Enabled<P> {
  return { name, plugin: plugin as P, file, named }
}
