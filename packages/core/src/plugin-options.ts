import type { Conf } from './conf/conf.ts'
import type { PluginOptions } from './conf/index.ts'
import { isNovaSchedError } from './errors.ts'
import type { PluginKind } from './plugin/brand.ts'
import { pluginChoice } from './plugin-choice.ts'
import { findPlugins } from './registry/find.ts'
import type { NamedValue, PluginSources } from './registry/plugin-set.ts'
import { IN_TREE_PLUGINS } from './releases.ts'
import type { Log } from './util/log.ts'

/**
 * The options of every filter and weigher that a configuration makes available. One that cannot be loaded has none
 * here, and is told as a warning: looking at a configuration must not fail on it.
 *
 * @param resolveFrom - folders that plugins are looked for from, after the folder of the file that names them
 */
export async function findPluginOptions(
  conf: Conf,
  resolveFrom: readonly string[],
  log: Log,
): Promise<readonly PluginOptions[]> {
  const sources = {
    builtins: [],
    inTree: IN_TREE_PLUGINS[conf.release],
    resolveFrom: [...resolveFrom, import.meta.dirname],
  }
  const { availableFilters, weightClasses } = pluginChoice(conf, [])
  const found: PluginOptions[] = []
  for (const named of availableFilters) found.push(...(await optionsOf(named, 'filter', sources, log)))
  for (const named of weightClasses) found.push(...(await optionsOf(named, 'weigher', sources, log)))
  return found
}

async function optionsOf(
  named: NamedValue,
  kind: PluginKind,
  sources: PluginSources,
  log: Log,
): Promise<PluginOptions[]> {
  try {
    const plugins = (await findPlugins(named, kind, sources)) ?? []
    return plugins.map(({ plugin }) => ({ plugin: plugin.name, specs: plugin.options ?? {} }))
  } catch (error) {
    if (!isNovaSchedError(error)) throw error
    log.warn(error.message)
    return []
  }
}
