import { Decider } from './decider.ts'
import { NovaSchedError } from './errors.ts'
import type { Explanation, ExplainOptions } from './explain/explanation.ts'
import { Cloud, type InventoryChange } from './hosts/cloud.ts'
import { keepAlive } from './live-hosts.ts'
import { HostStates } from './hosts/host-states.ts'
import type { ClaimName } from './hosts/node-state.ts'
import type { Inventory } from './inventory/inventory.ts'
import type { Host } from './plugin/host.ts'
import { Recorder } from './record/recorder.ts'
import type { NovaRequest } from './request/nova-request.ts'
import type { ServiceGroup } from './servicegroup/servicegroup.ts'
import { setUp, type SetUp, type SetUpOptions } from './set-up.ts'
import type { Decision, TraceOptions } from './trace/trace.ts'
import { seededRng, type Rng } from './util/rng.ts'

/** What a scheduler is made of. */
export interface SchedulerOptions extends SetUpOptions {
  readonly inventory: Pick<Inventory, 'hosts'> & Partial<Pick<Inventory, 'aggregates'>>
  /** Source of random numbers, for `scheduler_host_subset_size` and the chance scheduler. Default: seeded with 0. */
  readonly rng?: Rng
  /** Who is alive, in place of what the inventory says; asked only where an enabled plugin reads it. */
  readonly liveness?: Pick<ServiceGroup, 'liveness' | 'follow'>
}

/** A scheduler as long as a Nova process lives: it remembers between requests what the release in force remembers. */
export interface Scheduler {
  /**
   * Decides where the instances of a request go, and claims their places. Requests are decided one after another.
   *
   * @returns the decision; that no host was found, or that a plugin broke, is one too
   */
  select(request: NovaRequest, trace?: TraceOptions): Promise<Decision>
  /**
   * Decides a request as {@link Scheduler.select} does, claims included, and explains one of its instances: what became
   * of every known host and why. Unlike a decision it goes on past a fault.
   *
   * @throws USAGE when there is no such instance or host
   */
  explain(request: NovaRequest, options?: ExplainOptions): Promise<Explanation>
  /** Takes note of something that happened in the cloud. */
  update(change: InventoryChange): void
  /**
   * Gives back one instance's claim.
   *
   * @returns false when there is none left: the node has reported since, and its report holds
   */
  release(claim: ClaimName): boolean
  /**
   * Goes on with another configuration: plugins are made anew, host states and claims stay. When it fails to load, the
   * running one stays in place.
   *
   * @throws USAGE when it is for another release; what {@link createScheduler} throws
   */
  reload(conf: SetUpOptions['conf']): Promise<void>
  /** The candidates as they stand after the last request, claims included. */
  hosts(): readonly Host[]
  /** What every decision is made without, or with a stand-in for. */
  readonly notes: readonly string[]
  /** Ends what plugins are still waiting for. */
  close(): void
}

/**
 * Makes a scheduler over an inventory.
 *
 * @throws RELEASE_NOT_BUILT, CONF_INVALID, or what is wrong with a plugin that the configuration names
 */
export async function createScheduler(options: SchedulerOptions): Promise<Scheduler> {
  const scheduler = new LivingScheduler(options, await setUp(options))
  await scheduler.followLiveness()
  return scheduler
}

class LivingScheduler implements Scheduler {
  #options: SchedulerOptions
  readonly #cloud: Cloud
  readonly #states: HostStates
  readonly #rng: Rng
  readonly #closing = new AbortController()
  #setUp: SetUp
  #decider: Decider
  #last: Promise<unknown> = Promise.resolve()
  #unfollow: (() => void) | null = null

  constructor(options: SchedulerOptions, made: SetUp) {
    this.#options = options
    this.#cloud = new Cloud(options.inventory, made.rules)
    this.#states = new HostStates(made.hostManager, made.rules, made.log)
    this.#rng = options.rng ?? seededRng(0)
    this.#setUp = made
    this.#decider = this.#deciderWith(made)
  }

  get notes(): readonly string[] {
    return this.#setUp.notes
  }

  select(request: NovaRequest, trace: TraceOptions = {}): Promise<Decision> {
    return this.#inTurn('select', () => this.#decider.decide(request, new Recorder(trace)))
  }

  explain(request: NovaRequest, options: ExplainOptions = {}): Promise<Explanation> {
    return this.#inTurn('explain', async () => {
      const [made, cloud, states] = [this.#setUp, this.#cloud, this.#states]
      const ground = { options: this.#options, setUp: made, cloud, states, signal: this.#closing.signal }
      // Loaded when it is needed: who only decides starts sooner.
      const { explainWith } = await import('./explainer.ts')
      return explainWith(this.#decider, ground, request, options)
    })
  }

  update(change: InventoryChange): void {
    this.#cloud.apply(change)
  }

  release(claim: ClaimName): boolean {
    return this.#states.release(claim)
  }

  async reload(conf: SetUpOptions['conf']): Promise<void> {
    if (conf.release !== this.#options.conf.release) {
      const message = `the running scheduler follows ${this.#options.conf.release}, the new configuration ${conf.release}: make a new scheduler`
      throw new NovaSchedError('USAGE', message)
    }
    const options = { ...this.#options, conf }
    const made = await setUp(options)
    await this.#last
    this.#options = options
    this.#setUp = made
    this.#states.manageWith(made.hostManager)
    this.#decider = this.#deciderWith(made)
    await this.followLiveness()
  }

  /** Begins to follow who is alive, once a plugin reads it. */
  async followLiveness(): Promise<void> {
    const { liveness } = this.#options
    if (liveness === undefined || this.#unfollow !== null || !this.#setUp.readsLiveness) return
    this.#unfollow = await keepAlive(this.#cloud, liveness)
  }

  hosts(): readonly Host[] {
    return this.#decider.candidates()
  }

  close(): void {
    this.#unfollow?.()
    this.#closing.abort()
  }

  #inTurn<T>(what: string, decide: () => Promise<T>): Promise<T> {
    const { signal } = this.#closing
    if (signal.aborted) throw new NovaSchedError('USAGE', `${what}: the scheduler is closed`)
    const decided = this.#last.then(decide)
    this.#last = decided.catch(() => undefined)
    return decided
  }

  #deciderWith(made: SetUp): Decider {
    const { signal } = this.#closing
    return new Decider({ setUp: made, cloud: this.#cloud, states: this.#states, rng: this.#rng, signal })
  }
}
