import { cachingScheduler } from './drivers/caching-scheduler.ts'
import { ChanceScheduler } from './drivers/chance-scheduler.ts'
import { FilterScheduler } from './drivers/filter-scheduler.ts'
import { ironicHostManager } from './hosts/ironic-host-manager.ts'
import { NovaHostManager } from './hosts/nova-host-manager.ts'
import type { LoadedPlugin } from './registry/load.ts'

/** What the plugins of the engine itself need of the configuration. */
export interface BuiltinOptions {
  /** Seconds, see {@link cachingScheduler}. */
  readonly taskPeriod: number
  /** See {@link ironicHostManager}. */
  readonly baremetalFilters: readonly string[] | null
}

/** The scheduler drivers and host managers of Nova, which come with the engine. */
export function builtinPlugins({ taskPeriod, baremetalFilters }: BuiltinOptions): readonly LoadedPlugin[] {
  const drivers = [FilterScheduler, cachingScheduler(taskPeriod), ChanceScheduler]
  const managers = [NovaHostManager, ironicHostManager(baremetalFilters)]
  return [
    ...drivers.map((plugin): LoadedPlugin => ({ kind: 'scheduler-driver', plugin, file: 'built in' })),
    ...managers.map((plugin): LoadedPlugin => ({ kind: 'host-manager', plugin, file: 'built in' })),
  ]
}
