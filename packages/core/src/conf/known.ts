import type { OptionSpec, OptionSpecs } from '../plugin/options.ts'
import { CORE_OPTIONS, LATER_PLUGIN_OPTIONS, PLUGIN_OPTION_CHANGES, PLUGIN_OPTION_NAMES } from './options/index.ts'
import { type CoreOption, type CoreOptions, moved, named, type OptionName } from './options/shape.ts'

/** An option's names, as one release has them. */
export interface OptionNames {
  /** What the engine, or the plugin, calls it. */
  readonly key: string
  /** The names that the release reads, the newest first; none when it does not read the option. */
  readonly names: readonly OptionName[]
  /** The names that only other releases read. */
  readonly otherNames: readonly OptionName[]
}

/** An option as one release has it. */
export interface KnownOption extends OptionNames {
  /** Who reads it: `nova-sched`, or the name of a plugin. */
  readonly owner: string
  /** Type, default and bounds in the release. */
  readonly spec: OptionSpec
}

/** The options that a plugin declares. */
export interface PluginOptions {
  readonly plugin: string
  readonly specs: OptionSpecs
}

/** Owner of the core options. */
export const CORE_OWNER = 'nova-sched'

/** Options that compute nodes read, not filters: they never left [DEFAULT]. */
const KEPT_IN_DEFAULT = new Set(['cpu_allocation_ratio', 'ram_allocation_ratio', 'disk_allocation_ratio'])

/** A group's name as it is looked up: any letter case, except that only `DEFAULT` is the default group. */
export function groupKey(group: string): string {
  return group === 'DEFAULT' ? group : group.toLowerCase()
}

/** A name's place in nova.conf as a key of maps. */
export function nameKey(group: string, name: string): string {
  return `${groupKey(group)}\n${name}`
}

/** The core options, and those of plugins that are not built yet, as a release has them. */
export function builtInOptions(release: number): KnownOption[] {
  const later = Object.entries(LATER_PLUGIN_OPTIONS as Record<string, CoreOptions>)
  return [[CORE_OWNER, CORE_OPTIONS as CoreOptions] as const, ...later]
    .flatMap(([owner, options]) => {
      return Object.entries(options).map(([key, option]) => optionIn(release, key, owner, option))
    })
    .filter(({ key, names }) => names.length > 0 || !KEPT_IN_DEFAULT.has(key))
}

/** The options of plugins as a release has them; one that is known already, by place and name, is left out. */
export function pluginOptions(
  plugins: readonly PluginOptions[],
  release: number,
  known: readonly KnownOption[],
): KnownOption[] {
  const taken = new Set(known.flatMap(placeOf))
  const added: KnownOption[] = []
  for (const { plugin, specs } of plugins) {
    for (const option of optionsOf(specs, plugin, release)) {
      const places = placeOf(option)
      if (places.some((place) => taken.has(place))) continue
      for (const place of places) taken.add(place)
      added.push(option)
    }
  }
  return added
}

/** The names of options of Nova's own plugins, loaded or not: somebody who writes one in another release is told. */
export function pluginOptionNames(release: number): OptionNames[] {
  return [...PLUGIN_OPTION_NAMES]
    .map(([key, names]) => ({ key, ...namesIn(release, names) }))
    .filter(({ names, otherNames }) => names.length > 0 || !otherNames.some(({ name }) => KEPT_IN_DEFAULT.has(name)))
}

/** Declared options as a release has them. Without a group they stand where the release keeps scheduler options. */
export function optionsOf(specs: OptionSpecs, owner: string, release: number): KnownOption[] {
  return Object.entries(specs).map(([key, spec]) => {
    return optionIn(release, key, owner, {
      spec: changedSpec(key, spec, release),
      names: namesOf(key, spec),
      earlier: [],
    })
  })
}

function changedSpec(key: string, spec: OptionSpec, release: number): OptionSpec {
  const later = PLUGIN_OPTION_CHANGES.get(key)
  return later === undefined || release < later.since ? spec : { ...spec, ...later.change }
}

function placeOf({ names }: KnownOption): string[] {
  return names.slice(0, 1).map(({ group, name }) => nameKey(group, name))
}

function optionIn(release: number, key: string, owner: string, option: CoreOption): KnownOption {
  const spec = option.earlier.find(({ until }) => release <= until)?.spec ?? option.spec
  return { key, owner, spec, ...namesIn(release, option.names) }
}

function namesIn(release: number, names: readonly OptionName[]): Omit<OptionNames, 'key'> {
  const reads = ({ since, until }: OptionName): boolean => since <= release && release <= until
  return { names: names.filter(reads), otherNames: names.filter((name) => !reads(name)) }
}

function namesOf(key: string, spec: OptionSpec): readonly OptionName[] {
  if (spec.group !== undefined) return PLUGIN_OPTION_NAMES.get(key) ?? [named(spec.group, key)]
  if (KEPT_IN_DEFAULT.has(key)) return [named('DEFAULT', key)]
  const same = Object.values(CORE_OPTIONS as CoreOptions).find(({ names }) => names.some(({ name }) => name === key))
  return same?.names ?? PLUGIN_OPTION_NAMES.get(key) ?? moved(key, 'filter_scheduler', key)
}
