import type { NovaSchedError } from '../errors.ts'
import { mark, type Marked } from './brand.ts'
import type { PluginEnv } from './filter.ts'
import type { Host, HostFields } from './host.ts'
import type { OptionSpecs } from './options.ts'
import type { Limits, Request } from './request.ts'

/** A compute node as it was reported, beside what the engine already knows of its host. */
export interface ComputeNode {
  /** The record, under the names of the inventory (see the inventory schema). */
  readonly record: Readonly<Record<string, unknown>>
  /** Aggregates, service and instances of its host. */
  readonly known: Pick<HostFields, 'aggregates' | 'service' | 'instances'>
  /** The host state before, in releases where host states live on. */
  readonly previous: Host | null
}

/** What a claim came to. */
export interface Claimed {
  /** The host as far as the claim came. */
  readonly host: Host
  /** The request as later instances see it. */
  readonly request: Request
  /** Why the claim broke, if it did. */
  readonly fault?: NovaSchedError
}

/** A host manager at work. */
export interface HostManager {
  /**
   * A compute node's record as a host.
   *
   * @throws a fault when the record breaks Nova's reading of it
   */
  refresh(node: ComputeNode): Host
  /**
   * Takes the resources of one instance, in Nova's order of steps.
   *
   * @param limits - what the filters left on the host
   */
  claim(host: Host, request: Request, limits: Limits): Claimed
}

/** What {@link defineHostManager} takes. */
export interface HostManagerDefinition<O extends OptionSpecs = OptionSpecs> {
  readonly name: string
  readonly help?: string
  readonly classPath?: string
  readonly options?: O
  /** Names of filters that run in place of those that nova.conf enables for every host manager. */
  readonly filters?: readonly string[]
  create(env: PluginEnv<O>): HostManager
}

/** A host manager: makes hosts of compute nodes, and takes claims on them. */
export type HostManagerPlugin = Marked<HostManagerDefinition>

/** Declares a host manager. */
export function defineHostManager<const O extends OptionSpecs = Record<never, never>>(
  definition: HostManagerDefinition<O>,
): HostManagerPlugin {
  return mark('host-manager', { ...definition })
}
