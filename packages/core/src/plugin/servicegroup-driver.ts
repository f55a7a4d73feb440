import { mark, type Marked } from './brand.ts'
import type { PluginEnv } from './filter.ts'
import type { OptionSpecs } from './options.ts'
import type { Timer } from '../util/timer.ts'
import type { ServiceStore } from './service-store.ts'

/** Whether a member is alive. `unknown`: the store cannot be asked, which is not a no. */
export type MemberState = 'up' | 'down' | 'unknown'

/** What is known of one member of a group. Times in milliseconds since 1970. */
export interface MemberLiveness {
  readonly state: MemberState
  /** Its last sign of life; null when the store does not tell. */
  readonly updatedAt: number | null
  /** When the state changes by itself if nothing more is heard; null when it does not. */
  readonly validUntil: number | null
  /** Why, for people, such as `last heartbeat 75 s ago, the limit is 60 s`. */
  readonly why: string
}

/** The members of a group at one moment. Nothing in it changes. */
export interface Liveness {
  /** Everything is known of any name: who never joined is down. Only a store that cannot list leaves others unknown. */
  readonly of: (member: string) => MemberLiveness
  /** The members that are up, as Nova's `get_all` lists them. */
  readonly members: readonly string[]
}

/** Is told of a group's new liveness; null when the store can no longer be asked. */
export type LivenessListener = (liveness: Liveness | null) => void

/** Who joins: the process that keeps it up. */
export interface JoiningService {
  /** The binary, such as `nova-compute`. */
  readonly binary: string
}

/** A ServiceGroup driver at work. Groups are Nova's topics, members its hosts. */
export interface ServiceGroupDriver {
  /** Connects as far as the driver needs it; a store that is away is not waited for. */
  start(signal: AbortSignal): Promise<void>
  /**
   * Makes a member of this process, and keeps it one until it leaves or ends. Joining twice is joining once.
   *
   * @throws SERVICE_GROUP_UNAVAILABLE when the store cannot be asked, SERVICE_GROUP_TAKEN when another process holds
   * the same membership
   */
  join(member: string, group: string, service: JoiningService): Promise<void>
  /** Ends a membership of this process; one that is none is left as it is. */
  leave(member: string, group: string): Promise<void>
  /**
   * Who is there now.
   *
   * @param names - whose state is asked for: a store that cannot list its members answers for these too
   * @throws SERVICE_GROUP_UNAVAILABLE when the store cannot be asked
   */
  snapshot(group: string, names?: readonly string[]): Promise<Liveness>
  /**
   * Tells what changes from now on, as it happens or as often as the store is asked.
   *
   * @returns ends it
   */
  watch(group: string, listener: LivenessListener): () => void
  /** Ends memberships, connections and timers. */
  close(): Promise<void>
}

/** How the ServiceGroup of a release behaves. */
export interface ServiceGroupRules {
  /**
   * The time that counts as a service's heartbeat: that of any write to its row (Kilo); that of its last risen report
   * count, else any write (Liberty to Newton); or of the report count alone, else its creation (Ocata and later).
   */
  readonly heartbeat: 'any_write' | 'report_or_write' | 'report'
  /** A service that is forced down is down, whatever its heartbeat. */
  readonly forcedDownCounts: boolean
  /** The memcached key is the service's own name, and its presence alone counts (Kilo); else oslo.cache's form. */
  readonly plainCacheKeys: boolean
}

/** What a ServiceGroup driver is made with. */
export interface ServiceGroupEnv<O extends OptionSpecs = OptionSpecs> extends Omit<PluginEnv<O>, 'rules'> {
  readonly rules: ServiceGroupRules
  /** `report_interval` in seconds; 0: no heartbeat is ever sent. */
  readonly reportInterval: number
  /** `service_down_time` in seconds, mended as Nova mends it. */
  readonly serviceDownTime: number
  /** The records of services; null without `[database] connection`. */
  readonly store: ServiceStore | null
  readonly timer: Timer
  /** Number of this process. */
  readonly pid: number
  /** From 0 up to 1. */
  readonly random: () => number
}

/** What {@link defineServiceGroupDriver} takes. */
export interface ServiceGroupDriverDefinition<O extends OptionSpecs = OptionSpecs> {
  readonly name: string
  readonly help?: string
  /** Nova's dotted class path, where Nova has the driver. */
  readonly classPath?: string
  readonly options?: O
  create(env: ServiceGroupEnv<O>): ServiceGroupDriver
}

/** A ServiceGroup driver: knows who of a group is alive. */
export type ServiceGroupDriverPlugin = Marked<ServiceGroupDriverDefinition>

/** Declares a ServiceGroup driver. */
export function defineServiceGroupDriver<const O extends OptionSpecs = Record<never, never>>(
  definition: ServiceGroupDriverDefinition<O>,
): ServiceGroupDriverPlugin {
  return mark('servicegroup-driver', { ...definition })
}
