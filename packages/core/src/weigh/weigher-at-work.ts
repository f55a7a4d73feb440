import { NovaSchedError } from '../errors.ts'
import type { PluginEnv } from '../plugin/filter.ts'
import type { Host } from '../plugin/host.ts'
import { multiplierOf } from './multiplier.ts'
import type { Extremes } from './normalize.ts'
import type { PrepareWeigher, Weigher } from '../plugin/weigher.ts'

/** An enabled weigher, made with its options, and the extremes that it remembers. */
export interface WeigherAtWork {
  readonly definition: Weigher
  readonly name: string
  readonly prepare: PrepareWeigher
  /** The multiplier in force for a host. */
  readonly multiplierOf: (host: Host) => number
  /** The ends that the weigher declares; where the release remembers extremes, the ones ever seen. Null is "none". */
  readonly extremes: Extremes
}

/**
 * Makes a weigher ready to work.
 *
 * @throws PLUGIN_INVALID when it makes something else, or its multiplier is no option of it
 */
export function weigherAtWork(definition: Weigher, env: PluginEnv): WeigherAtWork {
  const { multiplier, minval, maxval } = definition
  const prepare: unknown = definition.create(env)
  if (typeof prepare !== 'function') {
    throw new NovaSchedError('PLUGIN_INVALID', 'create must return a prepare function')
  }
  const factor = multiplier === undefined ? 1 : (env.conf as Readonly<Record<string, unknown>>)[multiplier.option]
  if (typeof factor !== 'number') {
    throw new NovaSchedError(
      'PLUGIN_INVALID',
      `its multiplier ${multiplier?.option} is none of its options with a number`,
    )
  }
  return {
    definition,
    name: definition.name,
    prepare: prepare as PrepareWeigher,
    multiplierOf: multiplierOf(multiplier, factor * (multiplier?.sign ?? 1), env),
    extremes: { min: minval ?? null, max: maxval ?? null },
  }
}
