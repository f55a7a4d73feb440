import { mark, type Marked } from './brand.ts'
import type { PluginEnv } from './filter.ts'
import type { Host } from './host.ts'
import type { OptionSpecs } from './options.ts'
import type { Limits, Request } from './request.ts'

/** A place chosen for one instance. */
export interface Destination {
  readonly host: string
  /** Null from drivers that choose services instead of nodes (chance). */
  readonly nodename: string | null
  /** What the compute may still claim there; null from drivers that set none. */
  readonly limits: Limits | null
  /** Other hosts that would do, best first; absent where none are told. */
  readonly alternates?: readonly Omit<Destination, 'alternates'>[]
}

/** What a scheduler driver works with: the engine's own steps, in Nova's terms. */
export interface SchedulerEngine {
  /** All host states, read again from the inventory as the release does it. */
  hostStates(): readonly Host[]
  /** Hosts whose compute service is enabled and up, in the order of the inventory; a name appears once a service. */
  hostsUp(): readonly string[]
  /** Filter, weigh, select and claim for every instance of the request, among these hosts. */
  schedule(hosts: readonly Host[], request: Request): Promise<readonly Destination[]>
  /** One of the items at random; all equally likely. */
  choose<T>(items: readonly T[]): T
}

/** What a scheduler driver is made with. */
export interface SchedulerDriverEnv<O extends OptionSpecs = OptionSpecs> extends PluginEnv<O> {
  readonly engine: SchedulerEngine
}

/** A scheduler driver at work. */
export interface SchedulerDriver {
  /**
   * Places every instance of a request.
   *
   * @throws NO_VALID_HOST when not all of them find a place
   */
  selectDestinations(request: Request): Promise<readonly Destination[]>
}

/** What {@link defineSchedulerDriver} takes. */
export interface SchedulerDriverDefinition<O extends OptionSpecs = OptionSpecs> {
  readonly name: string
  readonly help?: string
  readonly classPath?: string
  readonly options?: O
  /** Asks for the hosts that are up: see the filters' flag of this name. */
  readonly liveness?: boolean
  create(env: SchedulerDriverEnv<O>): SchedulerDriver
}

/** A scheduler driver: decides how requests are placed at all. */
export type SchedulerDriverPlugin = Marked<SchedulerDriverDefinition>

/** Declares a scheduler driver. */
export function defineSchedulerDriver<const O extends OptionSpecs = Record<never, never>>(
  definition: SchedulerDriverDefinition<O>,
): SchedulerDriverPlugin {
  return mark('scheduler-driver', { ...definition })
}
