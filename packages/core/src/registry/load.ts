import { pathToFileURL } from 'node:url'
import { isNovaSchedError, NovaSchedError } from '../errors.ts'
import { markOf, PLUGIN_API, type PluginKind } from '../plugin/brand.ts'
import type { Filter } from '../plugin/filter.ts'
import type { HostManagerPlugin } from '../plugin/host-manager.ts'
import type { SchedulerDriverPlugin } from '../plugin/scheduler-driver.ts'
import type { ServiceGroupDriverPlugin } from '../plugin/servicegroup-driver.ts'
import type { ServiceStorePlugin } from '../plugin/service-store.ts'
import type { Weigher } from '../plugin/weigher.ts'
import { definitionProblem } from './definition.ts'
import { tryAgain } from './plugin-modules.ts'
import { errorText } from '../util/error-text.ts'

/** A plugin of any kind. */
export type Plugin =
  Filter | Weigher | SchedulerDriverPlugin | HostManagerPlugin | ServiceGroupDriverPlugin | ServiceStorePlugin

/** A plugin, and the file that it came from. */
export interface LoadedPlugin {
  readonly kind: PluginKind
  readonly plugin: Plugin
  /** Absolute path of its module, or `built in`. */
  readonly file: string
}

/** How long a module may take to load, in milliseconds. */
const LOAD_TIME_LIMIT = 10_000

/**
 * Loads a module and finds the plugins among its exports (lists of plugins count, each plugin once).
 *
 * @param url - what the module is imported by; Node loads a URL once a process, and so one that hangs is waited for once
 * @throws PLUGIN_LOAD_FAILED when the module cannot be loaded or takes longer than 10 s; PLUGIN_INVALID when it exports
 * no plugin, or one that is not whole or was written for another contract
 */
export function loadPlugins(file: string, url = pathToFileURL(file).href): Promise<readonly LoadedPlugin[]> {
  const known = imported.get(file)
  if (known?.url === url) return known.plugins
  const plugins = loadOnce(file, url)
  imported.set(file, { url, plugins })
  return plugins
}

const imported = new Map<string, { readonly url: string; readonly plugins: Promise<readonly LoadedPlugin[]> }>()

async function loadOnce(file: string, url: string): Promise<readonly LoadedPlugin[]> {
  const exported = await importModule(file, url)
  const found = new Map<unknown, LoadedPlugin>()
  for (const [name, value] of Object.entries(exported)) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const loaded = readExport(item, name, file)
      if (loaded !== null) found.set(item, loaded)
    }
  }
  if (found.size > 0) return [...found.values()]
  const names = Object.keys(exported)
  const has = names.length === 0 ? 'it exports nothing' : `it exports ${names.join(', ')}`
  const advice = 'export what defineFilter or defineWeigher of @nova-sched/core/plugin returns'
  throw new NovaSchedError('PLUGIN_INVALID', `${file}: no plugin found: ${has}; ${advice}`, { file, exports: names })
}

const loading = new Set<string>()

/** The plugin files that this process is loading now. */
export function loadingPlugins(): readonly string[] {
  return [...loading]
}

async function importModule(file: string, url: string): Promise<Record<string, unknown>> {
  loading.add(file)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, LOAD_TIME_LIMIT, null)))
  try {
    const module = (await Promise.race([import(url), late])) as Record<string, unknown> | null
    if (module !== null) return module
  } catch (error) {
    tryAgain(file)
    throw notLoaded(file, `${placeOf(error, file)}${errorText(error)}`, error)
  } finally {
    clearTimeout(timer)
    loading.delete(file)
  }
  throw notLoaded(file, `not loaded within ${LOAD_TIME_LIMIT / 1000} s`)
}

function notLoaded(file: string, reason: string, cause?: unknown): NovaSchedError {
  const message = `${file}: the plugin cannot be loaded: ${reason}`
  return new NovaSchedError('PLUGIN_LOAD_FAILED', message, { file }, { cause })
}

/** Node puts the place of a syntax error in front of its stack where it knows it; it may lie in what the module imports. */
function placeOf(error: unknown, file: string): string {
  if (!(error instanceof SyntaxError)) return ''
  const [, path, line] = /^(?:file:\/\/)?(.+?)(?:\?.*)?:(\d+)\n/.exec(error.stack ?? '') ?? []
  if (path === undefined) return ''
  return path === file ? `line ${line}: ` : `${path}:${line}: `
}

function readExport(value: unknown, name: string, file: string): LoadedPlugin | null {
  try {
    return checkExport(value, name, file)
  } catch (error) {
    if (isNovaSchedError(error)) throw error
    const message = `${file}: export '${name}' cannot be read: ${errorText(error)}`
    throw new NovaSchedError('PLUGIN_INVALID', message, { file, export: name }, { cause: error })
  }
}

function checkExport(value: unknown, name: string, file: string): LoadedPlugin | null {
  const mark = markOf(value)
  if (mark === undefined) return null
  const invalid = (reason: string): NovaSchedError =>
    new NovaSchedError('PLUGIN_INVALID', `${file}: export '${name}': ${reason}`, { file, export: name })
  if (mark.api !== PLUGIN_API) {
    throw invalid(
      `it is written for plugin contract ${mark.api}, and this nova-sched knows ${PLUGIN_API}: update one of them`,
    )
  }
  const plugin = value as Plugin
  const problem = definitionProblem(plugin)
  if (problem !== null) throw invalid(problem)
  return { kind: mark.kind, plugin, file }
}
