import type { Filter } from '../plugin/filter.ts'
import type { HostManagerPlugin } from '../plugin/host-manager.ts'
import type { SchedulerDriverPlugin } from '../plugin/scheduler-driver.ts'
import type { Weigher } from '../plugin/weigher.ts'
import type { LoadedPlugin } from './load.ts'

/** A value of nova.conf that names a plugin, and where it stands. */
export interface NamedValue {
  readonly value: string
  /** Folder of the file that names it; null when no file does. */
  readonly folder: string | null
  /** `file:line`, for messages. */
  readonly place: string
  /** Why a path may not be loaded from here; null when it may. */
  readonly distrust: string | null
  /** The configuration that names it. What is found for it stays the same as long as the configuration lives. */
  readonly conf?: object
}

/** What nova.conf and the command say of plugins. */
export interface PluginChoice {
  readonly availableFilters: readonly NamedValue[]
  readonly enabledFilters: readonly NamedValue[]
  readonly weightClasses: readonly NamedValue[]
  readonly schedulerDriver: NamedValue
  readonly hostManager: NamedValue
  /** `Name:path` items: a plugin that stands in for a Python class. */
  readonly substitutes: readonly NamedValue[]
  /** Names of plugins to decide without. */
  readonly without: readonly string[]
}

/** Where plugins come from. */
export interface PluginSources {
  /** Drivers and host managers of the engine itself. */
  readonly builtins: readonly LoadedPlugin[]
  /** In-tree plugins of the release in force. */
  readonly inTree: readonly string[]
  /** Folders to look from, after the folder of the naming file. */
  readonly resolveFrom: readonly string[]
}

/** An enabled plugin under the name that nova.conf uses for it. */
export interface Enabled<P> {
  readonly name: string
  readonly plugin: P
  readonly file: string
  /** The value that it came by. */
  readonly named: NamedValue
}

/** The plugins that a scheduler runs, in order. */
export interface PluginSet {
  readonly filters: readonly Enabled<Filter>[]
  readonly weighers: readonly Enabled<Weigher>[]
  readonly schedulerDriver: Enabled<SchedulerDriverPlugin>
  readonly hostManager: Enabled<HostManagerPlugin>
  /** What the decision is made without, or with a stand-in for: told in every output. */
  readonly notes: readonly string[]
}
