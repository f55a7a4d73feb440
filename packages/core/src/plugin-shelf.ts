import type { Conf } from './conf/conf.ts'
import { NovaSchedError } from './errors.ts'
import type { PluginKind } from './plugin/brand.ts'
import { ENTRY_POINTS } from './registry/aliases.ts'
import type { LoadedPlugin, Plugin } from './registry/load.ts'
import { IN_TREE_PLUGINS, type Release, RELEASES } from './releases.ts'
import { didYouMean } from './util/documents/near-names.ts'

/** A plugin that is found for a configuration. */
export interface CataloguedPlugin {
  readonly kind: PluginKind
  /** The name that it runs under. */
  readonly name: string
  readonly plugin: Plugin
  /** The npm package that it comes from; null for one that nova.conf names by its path. */
  readonly package: string | null
  /** Absolute path of its module; null for what the engine itself brings. */
  readonly file: string | null
  /** Whether nova.conf may enable it as it stands: a filter must be among the available ones. */
  readonly isAvailable: boolean
  /** Its places, from 1, among the enabled plugins of its kind; none when it is not enabled. */
  readonly order: readonly number[]
  /** The name or class path of nova.conf that it stands in for. */
  readonly standsInFor: string | null
  /** It would be enabled, had it not been left out (`--without`). */
  readonly isLeftOut: boolean
}

/** Kinds in the order in which they are listed. */
export const PLUGIN_KINDS = [
  'filter',
  'weigher',
  'scheduler-driver',
  'host-manager',
  'servicegroup-driver',
  'service-store',
] as const satisfies PluginKind[]

/** A plugin whose part in the configuration is still being found out. */
export type Draft = { -readonly [K in keyof CataloguedPlugin]: CataloguedPlugin[K] } & { order: number[] }

/** Whether a text names a plugin: by the name that it runs under or its own, by its class path, or by its short name. */
export function isNamed({ name, plugin }: CataloguedPlugin, text: string): boolean {
  return [name, plugin.name, plugin.classPath].includes(text) || plugin.name === ENTRY_POINTS.get(text)
}

/** The place on the shelf of a plugin. One may be found twice: by a class path, and among all of a package. */
export function shelve(
  shelf: Draft[],
  { kind, plugin, file }: LoadedPlugin,
  { package: from, name = plugin.name, standsInFor = null }: Pick<Draft, 'package'> & Partial<Draft>,
): Draft {
  const known = shelf.find((draft) => draft.plugin === plugin && draft.name === name)
  if (known !== undefined) return known
  const about = { kind, name, plugin, package: from, file: file === 'built in' ? null : file, standsInFor }
  const draft: Draft = { ...about, isAvailable: kind !== 'filter', order: [], isLeftOut: false }
  shelf.push(draft)
  return draft
}

/** Kind by kind, the enabled ones first and in order, then by name. */
export function inOrder(plugins: readonly CataloguedPlugin[]): CataloguedPlugin[] {
  const rank = ({ kind, order }: CataloguedPlugin): number => PLUGIN_KINDS.indexOf(kind) * 1e6 + (order[0] ?? 1e5)
  return plugins.toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
}

/**
 * The plugins that a text names: by the name that they run under or their own, by their class path in Nova, or by a
 * short name such as `filter_scheduler`. The one that counts comes first.
 *
 * @throws PLUGIN_NOT_FOUND, with the nearest name, or the releases that have such a plugin
 */
export function pluginsNamed(
  plugins: readonly CataloguedPlugin[],
  text: string,
  conf: Conf,
): readonly CataloguedPlugin[] {
  const rank = ({ order, isAvailable }: CataloguedPlugin): number => (order.length > 0 ? 0 : isAvailable ? 1 : 2)
  const named = plugins.filter((plugin) => isNamed(plugin, text)).sort((a, b) => rank(a) - rank(b))
  if (named.length > 0) return named
  const message =
    ofOtherReleases(text.slice(text.lastIndexOf('.') + 1), conf) ??
    `no plugin of the name ${text} is found${nearest(text, plugins)}`
  throw new NovaSchedError('PLUGIN_NOT_FOUND', message, { plugin: text })
}

function ofOtherReleases(name: string, { release, releaseName }: Conf): string | null {
  const releases = releasesWith(name)
  if (releases.includes(release)) return `${name} of ${releaseName} is not built yet`
  if (releases.length === 0) return null
  return `${name} is no plugin of ${releaseName}, it is one of ${releases.join(' and ')}: ask with --release ${releases[0]}`
}

function nearest(text: string, plugins: readonly CataloguedPlugin[]): string {
  const names = plugins.flatMap(({ name, plugin }) => [name, plugin.classPath ?? name])
  const near = didYouMean(text, [...names, ...ENTRY_POINTS.keys()])
  if (near !== '') return near
  const alike = plugins.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).map(({ name }) => name)
  return alike.length > 0 && alike.length < 10
    ? `; there are ${alike.join(', ')}`
    : ': nova-sched plugins list tells what is'
}

/** The releases whose in-tree filters and weighers have one of this name. */
export function releasesWith(name: string): readonly Release[] {
  return RELEASES.filter((release) => IN_TREE_PLUGINS[release].includes(name))
}
