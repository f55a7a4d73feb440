import type { OptionValues } from '../../plugin/options.ts'
import { COMPUTE_OPTIONS } from './compute.ts'
import { FILTER_SCHEDULER_OPTIONS, PLACEMENT_OPTIONS, SCHEDULER_OPTIONS } from './scheduler.ts'
import { CONDUCTOR_OPTIONS, OWN_OPTIONS, SERVICE_OPTIONS } from './services.ts'
import type { CoreOptions } from './shape.ts'

/** Every option that nova-sched itself reads, by the name that the engine knows it by: mostly the newest one in Nova. */
export const CORE_OPTIONS = {
  ...FILTER_SCHEDULER_OPTIONS,
  ...SCHEDULER_OPTIONS,
  ...PLACEMENT_OPTIONS,
  ...SERVICE_OPTIONS,
  ...CONDUCTOR_OPTIONS,
  ...COMPUTE_OPTIONS,
  ...OWN_OPTIONS,
} satisfies CoreOptions

/** Name of an option in {@link CORE_OPTIONS}. */
export type CoreKey = keyof typeof CORE_OPTIONS

/** The values of all core options, typed. */
export type CoreValues = OptionValues<{ [K in CoreKey]: (typeof CORE_OPTIONS)[K]['spec'] }>

export { LATER_PLUGIN_OPTIONS } from './later-plugins.ts'
export { PLUGIN_OPTION_CHANGES, PLUGIN_OPTION_NAMES } from './plugin-names.ts'
