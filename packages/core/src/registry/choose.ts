import { maskValue } from '../conf/mask.ts'
import { NovaSchedError, type ErrorCode } from '../errors.ts'
import type { PluginKind } from '../plugin/brand.ts'
import type { Filter } from '../plugin/filter.ts'
import type { HostManagerPlugin } from '../plugin/host-manager.ts'
import type { SchedulerDriverPlugin } from '../plugin/scheduler-driver.ts'
import type { Weigher } from '../plugin/weigher.ts'
import { didYouMean, nearName } from '../util/documents/near-names.ts'
import { findPlugins, inTree } from './find.ts'
import type { LoadedPlugin, Plugin } from './load.ts'
import { isPath } from './resolve.ts'
import type { Enabled, NamedValue, PluginChoice, PluginSet, PluginSources } from './plugin-set.ts'

const ALL_FILTERS = 'nova.scheduler.filters.all_filters'

/**
 * Finds and loads the plugins that a configuration chooses.
 *
 * @throws FILTER_NOT_FOUND, WEIGHER_NOT_FOUND or DRIVER_NOT_FOUND, with every name that is not found at once;
 * PLUGIN_DUPLICATE when two plugins carry one name; what {@link findPlugins} throws
 */
export async function choosePlugins(choice: PluginChoice, sources: PluginSources): Promise<PluginSet> {
  const chooser = new Chooser(choice, sources)
  const hostManager = await chooser.driver<HostManagerPlugin>(choice.hostManager, 'host-manager')
  const filters = await chooser.filters(hostManager.plugin.filters?.map(ofHostManager) ?? choice.enabledFilters)
  const weighers = await chooser.weighers()
  const schedulerDriver = await chooser.driver<SchedulerDriverPlugin>(choice.schedulerDriver, 'scheduler-driver')
  chooser.refuseIdleWithout([...filters, ...weighers, schedulerDriver, hostManager].map(({ name }) => name))
  return { filters, weighers, schedulerDriver, hostManager, notes: chooser.notes }
}

class Chooser {
  readonly notes: string[] = []
  readonly #choice: PluginChoice
  readonly #sources: PluginSources
  /** Names of \`--without\` that were met. */
  readonly #leftOut = new Set<string>()

  constructor(choice: PluginChoice, sources: PluginSources) {
    this.#choice = choice
    this.#sources = sources
  }

  async filters(names: readonly NamedValue[]): Promise<readonly Enabled<Filter>[]> {
    const available = new Map<string, LoadedPlugin>()
    const missing: NamedValue[] = []
    for (const named of this.#choice.availableFilters) {
      const found = await this.#find(named, 'filter')
      if (found === null) missing.push(named)
      else for (const [name, plugin] of found) addOnce(available, name, plugin)
    }
    const enabled: Enabled<Filter>[] = []
    const unknown: NamedValue[] = []
    for (const named of names) {
      if (this.#isWithout(named.value)) continue
      const loaded = available.get(named.value)
      if (loaded !== undefined) enabled.push(enable(named.value, loaded))
      else if (!missing.some(({ value }) => lastPart(value) === named.value)) unknown.push(named)
    }
    if (missing.length + unknown.length > 0) throw await this.#filtersNotFound(missing, unknown, [...available.keys()])
    return enabled
  }

  async weighers(): Promise<readonly Enabled<Weigher>[]> {
    const enabled: Enabled<Weigher>[] = []
    const missing: NamedValue[] = []
    const files = new Map<string, LoadedPlugin>()
    for (const named of this.#choice.weightClasses) {
      const found = await this.#find(named, 'weigher')
      if (found === null) missing.push(named)
      for (const [name, loaded] of found ?? []) {
        addOnce(files, name, loaded)
        if (!this.#isWithout(name)) enabled.push(enable(name, loaded))
      }
    }
    if (missing.length > 0) throw notFound('WEIGHER_NOT_FOUND', 'weigher class', missing, () => '')
    return enabled
  }

  async driver<P extends Plugin>(named: NamedValue, kind: PluginKind): Promise<Enabled<P>> {
    const what = kind.replace('-', ' ')
    const found = await this.#find(named, kind)
    if (found === null) throw notFound('DRIVER_NOT_FOUND', what, [named], () => '')
    const [first, second] = found
    if (first === undefined) return this.#defaultDriver<P>(kind)
    if (second === undefined) return enable(first[0], first[1])
    const message = `${named.place}: ${named.value} holds several plugins of this kind (${first[0]}, ${second[0]}): name a file that holds one ${what}`
    throw new NovaSchedError('PLUGIN_INVALID', message, { plugin: named.value })
  }

  /** What runs where a site's own driver is left out: the first that is built in, which is Nova's default. */
  #defaultDriver<P extends Plugin>(kind: PluginKind): Enabled<P> {
    const loaded = this.#sources.builtins.find((builtin) => builtin.kind === kind)
    if (loaded === undefined) throw new RangeError(`no ${kind} is built in`)
    this.#note(`${loaded.plugin.name} decides in its place`)
    return enable(loaded.plugin.name, loaded)
  }

  /**
   * Every name that was to be left out must have been met.
   *
   * @throws USAGE with those that were not
   */
  refuseIdleWithout(running: readonly string[]): void {
    const idle = this.#choice.without.filter((name) => !this.#leftOut.has(name))
    if (idle.length === 0) return
    const lines = idle.map((name) => `--without ${name}: nothing of that name would run${didYouMean(name, running)}`)
    throw new NovaSchedError('USAGE', lines.join('\n'), { names: idle })
  }

  /** Plugins by the name that they run under; empty when the decision is made without them; null when not found. */
  async #find(named: NamedValue, kind: PluginKind): Promise<readonly (readonly [string, LoadedPlugin])[] | null> {
    const substitute = this.#substituteOf(named.value)
    if (substitute !== undefined) return [await this.#standIn(named, substitute, kind)]
    if (this.#isWithout(named.value)) return []
    const found = await findPlugins(named, kind, this.#sources)
    return found?.map((loaded) => [loaded.plugin.name, loaded] as const) ?? null
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

  async #filtersNotFound(
    missing: readonly NamedValue[],
    unknown: readonly NamedValue[],
    available: readonly string[],
  ): Promise<NovaSchedError> {
    const inTreeFilters = await inTree('@nova-sched/filters', 'filter', this.#sources)
    const builtIn = new Set(inTreeFilters.map(({ plugin }) => plugin.name))
    const advice = (value: string): string => {
      if (builtIn.has(value)) {
        return `it is built in but not available, because scheduler_available_filters no longer lists ${ALL_FILTERS}: repeat the option with that value`
      }
      const name = lastPart(value)
      if (name !== value && available.includes(name))
        return `filters are enabled by name, not by class path: write ${name}`
      const near = nearName(value, [...available, ...builtIn])
      return near === undefined ? '' : `did you mean ${near}?`
    }
    return notFound('FILTER_NOT_FOUND', 'Scheduler Host Filter', [...missing, ...unknown], advice)
  }
}

function ofHostManager(value: string): NamedValue {
  return { value, folder: null, place: 'the filters of the host manager', distrust: null }
}

function enable<P extends Plugin>(name: string, { plugin, file }: LoadedPlugin): Enabled<P> {
  return { name, plugin: plugin as P, file }
}

function addOnce(plugins: Map<string, LoadedPlugin>, name: string, loaded: LoadedPlugin): void {
  const other = plugins.get(name)
  if (other !== undefined && other.plugin !== loaded.plugin) {
    const message = `two plugins carry the name ${name}: ${other.file} and ${loaded.file}. Rename one, or name only one in nova.conf`
    throw new NovaSchedError('PLUGIN_DUPLICATE', message, { plugin: name, files: [other.file, loaded.file] })
  }
  plugins.set(name, loaded)
}

function lastPart(value: string): string {
  return value.slice(value.lastIndexOf('.') + 1)
}

function notFound(
  code: ErrorCode,
  what: string,
  unknown: readonly NamedValue[],
  advice: (value: string) => string,
): NovaSchedError {
  const lines = unknown.map(({ value, place }) => {
    const text = advice(value)
    return `${place}: ${what} ${maskValue(value, false)} could not be found${text === '' ? siteAdvice(value) : `: ${text}`}`
  })
  return new NovaSchedError(code, lines.join('\n'), { names: unknown.map(({ value }) => value) })
}

/** A dotted name that no package bears is most likely a site's own Python class. */
function siteAdvice(value: string): string {
  if (isPath(value)) return ': no such file or folder'
  if (!/^\w+(\.\w+)+$/.test(value)) return ''
  const name = lastPart(value)
  return `: a Python class is not run here. Decide without it (--without ${name}), or with a stand-in ([nova_sched] substitute = ${name}:./${name}.mjs)`
}
