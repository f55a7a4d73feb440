import type { PluginEnv } from '../plugin/filter.ts'
import type { OptionSpecs } from '../plugin/options.ts'
import { RULES, type BuiltRelease } from '../releases.ts'
import { SILENT_LOG } from '../util/log.ts'

/** What a plugin under test is made with. */
export interface TestEnv {
  /** Values of options; the others have their defaults. */
  readonly conf?: Readonly<Record<string, unknown>>
  /** Whose rules apply; default kilo. */
  readonly release?: BuiltRelease
  /** The time in milliseconds since 1970; default 0. */
  readonly now?: number
}

/** The environment of a plugin under test: defaults of its options, and what the test says otherwise. */
export function testEnv(specs: OptionSpecs | undefined, { conf = {}, release = 'kilo', now = 0 }: TestEnv): PluginEnv {
  const unknown = Object.keys(conf).filter((name) => !Object.hasOwn(specs ?? {}, name))
  if (unknown.length > 0) throw new Error(`the plugin has no option ${unknown.join(', ')}`)
  const defaults = Object.entries(specs ?? {}).map(([name, spec]) => [name, spec.default])
  return {
    conf: Object.freeze({ ...(Object.fromEntries(defaults) as Readonly<Record<string, unknown>>), ...conf }),
    rules: RULES[release],
    log: SILENT_LOG,
    clock: () => now,
  }
}
