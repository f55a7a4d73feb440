import { NovaSchedError } from '../errors.ts'
import type {
  Liveness,
  LivenessListener,
  MemberLiveness,
  ServiceGroupDriver,
  ServiceGroupRules,
} from '../plugin/servicegroup-driver.ts'
import type { Service, ServiceStore } from '../plugin/service-store.ts'
import type { Clock } from '../util/clock.ts'
import type { Timer } from '../util/timer.ts'
import { livenessAt } from './liveness-at.ts'
import { followLiveness } from './follow-liveness.ts'

/** What of a service says whether it is up. */
export type AskedService = Pick<Service, 'host' | 'topic' | 'forcedDown'>

/** What a {@link ServiceGroup} is made of. */
export interface ServiceGroupParts {
  /** The name of the driver. */
  readonly name: string
  readonly driver: ServiceGroupDriver
  readonly store: ServiceStore | null
  readonly rules: ServiceGroupRules
  /** `service_down_time` in seconds, mended as Nova mends it. */
  readonly serviceDownTime: number
  readonly clock: Clock
  readonly timer: Timer
  readonly random: () => number
}

/** Nova's ServiceGroup API over any driver. Groups are topics, members hosts; times in milliseconds since 1970. */
export class ServiceGroup {
  /** The name of the driver. */
  readonly name: string
  /** The records of services; null without `[database] connection`. */
  readonly store: ServiceStore | null
  /** `service_down_time` in seconds, mended as Nova mends it. */
  readonly serviceDownTime: number
  readonly #parts: ServiceGroupParts

  constructor(parts: ServiceGroupParts) {
    this.name = parts.name
    this.store = parts.store
    this.serviceDownTime = parts.serviceDownTime
    this.#parts = parts
  }

  /**
   * Makes a host a member of a topic, for as long as this process keeps it one.
   *
   * @param binary - such as `nova-compute`
   * @throws what the driver throws, see {@link ServiceGroupDriver.join}
   */
  join(host: string, topic: string, binary: string): Promise<void> {
    return this.#parts.driver.join(host, topic, { binary })
  }

  /** Ends a membership of this process. */
  leave(host: string, topic: string): Promise<void> {
    return this.#parts.driver.leave(host, topic)
  }

  /**
   * Whether a service is up.
   *
   * @throws SERVICE_GROUP_UNAVAILABLE when the store cannot tell
   */
  async serviceIsUp(service: AskedService): Promise<boolean> {
    if (this.#isForcedDown(service)) return false
    const { state, why } = (await this.liveness(service.topic, [service.host])).of(service.host)
    if (state === 'unknown') throw new NovaSchedError('SERVICE_GROUP_UNAVAILABLE', why, { host: service.host })
    return state === 'up'
  }

  /** What is known of a service by the liveness of its topic: what is forced down is down, in releases that have it. */
  memberOf(service: AskedService, liveness: Liveness): MemberLiveness {
    const member = liveness.of(service.host)
    if (!this.#isForcedDown(service)) return member
    return { ...member, state: 'down', validUntil: null, why: 'it is forced down' }
  }

  /**
   * The members of a topic that are up.
   *
   * @throws SERVICE_GROUP_UNAVAILABLE when the store cannot be asked
   */
  async getAll(topic: string): Promise<readonly string[]> {
    return (await this.liveness(topic)).members
  }

  /** Any member of a topic that is up, each as likely as the others; null when there is none. */
  async getOne(topic: string): Promise<string | null> {
    const members = await this.getAll(topic)
    return members[Math.floor(this.#parts.random() * members.length)] ?? null
  }

  /** When a service was last heard of; null when the store does not tell. */
  async updatedAt({ host, topic }: AskedService): Promise<number | null> {
    return (await this.liveness(topic, [host])).of(host).updatedAt
  }

  /**
   * Who of a topic is there now: one question for all.
   *
   * @param names - whose state is asked for, which a store that cannot list its members must be told
   * @throws SERVICE_GROUP_UNAVAILABLE when the store cannot be asked
   */
  async liveness(topic: string, names: readonly string[] = []): Promise<Liveness> {
    return livenessAt(await this.#parts.driver.snapshot(topic, names), this.#parts.clock)
  }

  /**
   * Tells who of a topic is there whenever that changes: by what the store tells, or because nothing was heard.
   *
   * @returns ends it
   */
  follow(topic: string, listener: LivenessListener): () => void {
    return followLiveness(this.#parts.driver, topic, this.#parts, listener)
  }

  #isForcedDown({ forcedDown }: AskedService): boolean {
    return forcedDown && this.#parts.rules.forcedDownCounts
  }

  /** Ends memberships of this process, connections and timers. */
  async close(): Promise<void> {
    await this.#parts.driver.close()
    await this.#parts.store?.close()
  }
}
