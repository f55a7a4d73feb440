import { mark, type Marked } from './brand.ts'
import type { PluginEnv } from './filter.ts'
import type { Host, Hosts } from './host.ts'
import type { OptionSpecs } from './options.ts'
import type { Request } from './request.ts'

/** What the engine knows of a host's weight beside the host. */
export interface WeighContext {
  /** The multiplier in force for this host. */
  readonly multiplier: number
}

/** The raw weight of one host. Null is Nova's None, and ends the request when weights are normalised. */
export type WeighHost = (host: Host, context: WeighContext) => number | null

/** Computes once per request what its weigh function needs. */
export type PrepareWeigher = (request: Request, hosts: Hosts) => WeighHost

/** Which option multiplies a weigher's normalised weights. */
export interface Multiplier {
  /** One of the weigher's options. */
  readonly option: string
  /** Key of aggregate metadata that overrides the option, in releases that have the rule. */
  readonly aggregateKey?: string
  /** -1 turns the option's sign. */
  readonly sign?: 1 | -1
}

/** What {@link defineWeigher} takes. */
export interface WeigherDefinition<O extends OptionSpecs = OptionSpecs> {
  /** The class name that Nova uses. */
  readonly name: string
  /** One sentence for operators: which hosts get more. */
  readonly help?: string
  /** Nova's dotted class path, where Nova has the weigher. */
  readonly classPath?: string
  readonly options?: O
  /** Absent: 1.0. */
  readonly multiplier?: Multiplier
  /** Lower end of the normalisation; what it does to raw weights below it is the release's rule. */
  readonly minval?: number
  /** Upper end of the normalisation. */
  readonly maxval?: number
  /** Depends on more than the request, the hosts and its options: never remembered. */
  readonly volatile?: boolean
  create(env: PluginEnv<O>): PrepareWeigher
}

/** A weigher: gives a host a raw number. */
export type Weigher = Marked<WeigherDefinition>

/** Declares a weigher. */
export function defineWeigher<const O extends OptionSpecs = Record<never, never>>(
  definition: WeigherDefinition<O>,
): Weigher {
  return mark('weigher', { ...definition })
}
