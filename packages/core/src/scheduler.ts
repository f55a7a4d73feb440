import { NovaSchedError, isNovaSchedError } from './errors.ts'
import { Cloud, type InventoryChange } from './hosts/cloud.ts'
import { HostStates, type ClaimName } from './hosts/host-states.ts'
import type { Inventory } from './inventory/inventory.ts'
import { OptionsFile } from './options-file.ts'
import type { Host } from './plugin/host.ts'
import type { Destination, SchedulerEngine } from './plugin/scheduler-driver.ts'
import { refuseNumaAndPci } from './request/needs.ts'
import type { NovaRequest } from './request/nova-request.ts'
import { readRequest } from './request/read-request.ts'
import { schedule } from './schedule.ts'
import { setUp, type SetUp, type SetUpOptions } from './set-up.ts'
import { Recorder } from './trace/recorder.ts'
import type { Decision, TraceOptions } from './trace/trace.ts'
import { pluginFault } from './util/plugin-fault.ts'
import { choose, seededRng, type Rng } from './util/rng.ts'

/** What a scheduler is made of. */
export interface SchedulerOptions extends SetUpOptions {
  readonly inventory: Pick<Inventory, 'hosts'> & Partial<Pick<Inventory, 'aggregates'>>
  /** Source of random numbers, for `scheduler_host_subset_size` and the chance scheduler. Default: seeded with 0. */
  readonly rng?: Rng
}

/** A scheduler as long as a Nova process lives: it remembers between requests what the release in force remembers. */
export interface Scheduler {
  /**
   * Decides where the instances of a request go, and claims their places. Requests are decided one after another.
   *
   * @returns the decision; that no host was found, or that a plugin broke, is one too
   */
  select(request: NovaRequest, trace?: TraceOptions): Promise<Decision>
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
  return new LivingScheduler(options, await setUp(options))
}

/** Instances of one request; more would only use up the memory. */
const MOST_INSTANCES = 100_000

function tooMany(instances: number): NovaSchedError {
  const message = `${instances} instances: at most ${MOST_INSTANCES} are decided in one request`
  return new NovaSchedError('REQUEST_INVALID', message, { path: 'num_instances' })
}

class LivingScheduler implements Scheduler {
  readonly #options: SchedulerOptions
  readonly #cloud: Cloud
  readonly #states: HostStates
  readonly #rng: Rng
  readonly #closing = new AbortController()
  #setUp: SetUp
  #optionsFile: OptionsFile
  #driver
  #recorder = new Recorder({})
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: SchedulerOptions, made: SetUp) {
    this.#options = options
    this.#cloud = new Cloud(options.inventory, made.rules)
    this.#states = new HostStates(made.hostManager, made.rules, made.log)
    this.#rng = options.rng ?? seededRng(0)
    this.#setUp = made
    this.#optionsFile = new OptionsFile(made.optionsFilePath, made.log)
    this.#driver = made.makeDriver(this.#engine())
  }

  get notes(): readonly string[] {
    return this.#setUp.notes
  }

  select(request: NovaRequest, trace: TraceOptions = {}): Promise<Decision> {
    if (this.#closing.signal.aborted) throw new NovaSchedError('USAGE', 'select: the scheduler is closed')
    const decided = this.#last.then(() => this.#decide(request, trace))
    this.#last = decided.catch(() => undefined)
    return decided
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
    const made = await setUp({ ...this.#options, conf })
    await this.#last
    this.#setUp = made
    this.#states.manageWith(made.hostManager)
    this.#optionsFile = new OptionsFile(made.optionsFilePath, made.log)
    this.#driver = made.makeDriver(this.#engine())
  }

  hosts(): readonly Host[] {
    return this.#states.hosts()
  }

  close(): void {
    this.#closing.abort()
  }

  async #decide(asked: NovaRequest, trace: TraceOptions): Promise<Decision> {
    const recorder = new Recorder(trace)
    this.#recorder = recorder
    for (const note of this.notes) recorder.note(note)
    recorder.hostsRead([...this.#cloud.nodes()].length, [])
    try {
      refuseNumaAndPci(asked)
      const request = readRequest(asked, this.#optionsFile.read())
      if (request.numInstances > MOST_INSTANCES) throw tooMany(request.numInstances)
      return recorder.decision(this.#checked(await this.#driver.selectDestinations(request), request.numInstances))
    } catch (error) {
      const known = isNovaSchedError(error)
        ? error
        : pluginFault(error, { plugin: this.#setUp.driverName, host: null, instance: 0 })
      if (known.exitCode === 2) throw known
      if (known.cause instanceof Error) this.#setUp.log.debug(known.cause.stack ?? known.cause.message)
      return recorder.failure(known)
    }
  }

  /** A driver may be anybody's: one destination for each instance, or a fault. */
  #checked(destinations: unknown, instances: number): readonly Destination[] {
    const isOne = (place: unknown): place is Destination => {
      const { host, nodename, limits } = (place ?? {}) as Partial<Destination>
      return (
        typeof host === 'string' && (nodename === null || typeof nodename === 'string') && typeof limits === 'object'
      )
    }
    if (Array.isArray(destinations) && destinations.length === instances && destinations.every(isOne))
      return destinations
    const reason = `selectDestinations must give one {host, nodename, limits} for each of the ${instances} instances`
    const cause = new NovaSchedError('PLUGIN_INVALID', reason)
    throw pluginFault(cause, { plugin: this.#setUp.driverName, host: null, instance: 0 })
  }

  #engine(): SchedulerEngine {
    return {
      hostStates: () => this.#hostStates(),
      hostsUp: () => {
        const services = new Map(
          Array.from(this.#cloud.nodes(), ({ host }) => [host, this.#cloud.knowledgeOf(host).service]),
        )
        return [...services]
          .filter(([, service]) => service !== null && !service.disabled && service.up)
          .map(([host]) => host)
      },
      schedule: (hosts, request) => {
        const { filters, weighers, rules, subsetSize } = this.#setUp
        const [states, rng, recorder, { signal }] = [this.#states, this.#rng, this.#recorder, this.#closing]
        return schedule({ filters, weighers, rules, subsetSize, states, rng, recorder, signal }, hosts, request)
      },
      choose: (items) => choose(items, this.#rng),
    }
  }

  #hostStates(): readonly Host[] {
    const { hosts, skipped } = this.#states.refresh(this.#cloud)
    this.#recorder.hostsRead(hosts.length + skipped.length, skipped)
    return hosts
  }
}
