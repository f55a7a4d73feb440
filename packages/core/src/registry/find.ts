import { NovaSchedError } from '../errors.ts'
import type { PluginKind } from '../plugin/brand.ts'
import { ENTRY_POINTS, IN_TREE_FUNCTIONS, IN_TREE_PACKAGES, SERVICEGROUP_DRIVERS } from './aliases.ts'
import { loadPlugins, type LoadedPlugin } from './load.ts'
import { offerCore } from './offer-core.ts'
import { isThere, moduleUrl, noteImports, noticeChanges } from './plugin-modules.ts'
import type { NamedValue, PluginSources } from './plugin-set.ts'
import { resolveModules } from './resolve.ts'

/**
 * The plugins of one kind that a value of nova.conf names: Nova's dotted names, then a path, then a package.
 *
 * @returns null when nothing of that name is there
 * @throws PLUGIN_LOAD_FAILED or PLUGIN_INVALID when it is there and is no plugin, or may not be loaded from here
 */
export async function findPlugins(
  named: NamedValue,
  kind: PluginKind,
  sources: PluginSources,
): Promise<readonly LoadedPlugin[] | null> {
  const { value } = named
  const everything = IN_TREE_FUNCTIONS.get(value)
  if (everything !== undefined) return inTree(everything, kind, sources)
  for (const [prefix, packageName] of IN_TREE_PACKAGES) {
    if (!value.startsWith(prefix)) continue
    return nullIfEmpty((await inTree(packageName, kind, sources)).filter(({ plugin }) => plugin.classPath === value))
  }
  const builtin = sources.builtins.filter(({ kind: its, plugin }) => {
    return its === kind && (plugin.classPath === value || plugin.name === ENTRY_POINTS.get(value))
  })
  if (builtin.length > 0) return builtin
  const driverPackage = kind === 'servicegroup-driver' ? SERVICEGROUP_DRIVERS.get(value) : undefined
  if (driverPackage !== undefined) return ofPackage(driverPackage, kind, sources)
  return thirdParty(named, kind, sources)
}

/** The in-tree plugins of a kind that the release in force has, in the order of Nova's modules and classes. */
export async function inTree(
  packageName: string,
  kind: PluginKind,
  sources: PluginSources,
): Promise<readonly LoadedPlugin[]> {
  const known = new Set(sources.inTree)
  const loaded = await ofPackage(packageName, kind, sources)
  const placeOf = ({ plugin }: LoadedPlugin): string => plugin.classPath ?? plugin.name
  return loaded.filter(({ plugin }) => known.has(plugin.name)).sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
}

/**
 * The plugins of a kind that one of nova-sched's own packages holds.
 *
 * @throws PLUGIN_NOT_FOUND when the package is not installed
 */
export async function ofPackage(
  packageName: string,
  kind: PluginKind,
  { resolveFrom }: Pick<PluginSources, 'resolveFrom'>,
): Promise<readonly LoadedPlugin[]> {
  const files = resolveModules(packageName, resolveFrom)
  if (files !== null) return loadAll(files, kind)
  const message = `${packageName} is not installed: npm install ${packageName}`
  throw new NovaSchedError('PLUGIN_NOT_FOUND', message, { package: packageName })
}

/** What was found for a configuration: it is read once, and so are the plugins that it names. */
const found = new WeakMap<object, Map<string, readonly LoadedPlugin[]>>()

async function thirdParty(
  named: NamedValue,
  kind: PluginKind,
  { resolveFrom }: PluginSources,
): Promise<readonly LoadedPlugin[] | null> {
  const { value, folder, conf = {} } = named
  const bases = folder === null ? resolveFrom : [folder, ...resolveFrom]
  const known = found.get(conf) ?? new Map<string, readonly LoadedPlugin[]>()
  found.set(conf, known)
  const key = [kind, value, ...bases].join('\0')
  const plugins = known.get(key) ?? (await loadThirdParty(named, kind, bases))
  if (plugins !== null) known.set(key, plugins)
  return plugins
}

async function loadThirdParty(
  { value, place, distrust }: NamedValue,
  kind: PluginKind,
  bases: readonly string[],
): Promise<readonly LoadedPlugin[] | null> {
  const files = resolveModules(value, bases, isThere)
  if (files === null) return null
  if (distrust !== null) {
    throw new NovaSchedError('PLUGIN_INVALID', `${place}: ${value} was not loaded: ${distrust}`, {
      plugin: value,
      place,
    })
  }
  offerCore()
  noticeChanges()
  const loaded = await loadAll(files, kind, loadAnew)
  if (loaded.length > 0) return loaded
  throw new NovaSchedError('PLUGIN_INVALID', `${place}: ${value} holds no ${kind.replace('-', ' ')}`, {
    plugin: value,
    place,
  })
}

async function loadAll(
  files: readonly string[],
  kind: PluginKind,
  load: (file: string) => Promise<readonly LoadedPlugin[]> = (file) => loadPlugins(file),
): Promise<LoadedPlugin[]> {
  const loaded: LoadedPlugin[] = []
  for (const file of files) loaded.push(...(await load(file)))
  return loaded.filter((plugin) => plugin.kind === kind)
}

async function loadAnew(file: string): Promise<readonly LoadedPlugin[]> {
  try {
    return await loadPlugins(file, moduleUrl(file))
  } finally {
    noteImports()
  }
}

function nullIfEmpty<T>(items: readonly T[]): readonly T[] | null {
  return items.length === 0 ? null : items
}
