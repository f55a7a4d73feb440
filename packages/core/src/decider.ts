import { isNovaSchedError, NovaSchedError } from './errors.ts'
import type { Cloud } from './hosts/cloud.ts'
import { Engine } from './engine/engine.ts'
import type { HostStates } from './hosts/host-states.ts'
import { joiningInstance } from './hosts/join-group.ts'
import type { HostTable } from './hosts/host-table.ts'
import { OptionsFile } from './options-file.ts'
import type { Host } from './plugin/host.ts'
import type { Request } from './plugin/request.ts'
import type { Destination, SchedulerDriver, SchedulerEngine } from './plugin/scheduler-driver.ts'
import type { Recorder } from './record/recorder.ts'
import type { NovaRequest } from './request/nova-request.ts'
import { readRequest } from './request/read-request.ts'
import { schedule } from './schedule.ts'
import type { SetUp } from './set-up.ts'
import type { Decision } from './trace/trace.ts'
import { pluginFault } from './util/plugin-fault.ts'
import { choose, type Rng } from './util/rng.ts'

/** What decisions are made with, and on. */
export interface DeciderParts {
  readonly setUp: SetUp
  readonly cloud: Cloud
  readonly states: HostStates
  readonly rng: Rng
  readonly signal: AbortSignal
}

/** Makes decisions, one at a time: the plugins of one configuration at work on host states. */
export class Decider {
  readonly #parts: DeciderParts
  readonly #optionsFile: OptionsFile
  readonly #driver: SchedulerDriver
  #recorder: Recorder | null = null
  #engine: Engine | null = null
  #engineTable: HostTable | null = null
  /** Instances that the driver has placed of the request that is being decided. */
  #placed = 0
  #asked = 0
  /** The only cell whose hosts the last request was for; null: those of all. */
  #cell: string | null = null

  constructor(parts: DeciderParts) {
    this.#parts = parts
    this.#optionsFile = new OptionsFile(parts.setUp.optionsFilePath, parts.setUp.log)
    this.#driver = parts.setUp.makeDriver(this.#schedulerEngine())
  }

  /**
   * Decides a request, and claims the places of its instances. That no host was found, or that a plugin broke, is a
   * decision too.
   *
   * @param recorder - sees what happens
   * @throws what is wrong with the request itself
   */
  async decide(asked: NovaRequest, recorder: Recorder): Promise<Decision> {
    const { setUp, cloud } = this.#parts
    this.#recorder = recorder
    this.#placed = 0
    for (const note of setUp.notes) recorder.note(note)
    recorder.hostsRead(cloud.size, [])
    try {
      const request = readRequest(asked, setUp.release, this.#optionsFile.read())
      this.#asked = request.numInstances
      this.#cell = onlyCell(request)
      return recorder.decision(this.#checked(await this.#driver.selectDestinations(request), request.numInstances))
    } catch (error) {
      const known = isNovaSchedError(error)
        ? error
        : pluginFault(error, { plugin: setUp.driverName, host: null, instance: 0 })
      if (known.exitCode === 2) throw known
      if (known.cause instanceof Error) setUp.log.debug(known.cause.stack ?? known.cause.message)
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
    const isWhole = Array.isArray(destinations) && destinations.length === instances && destinations.every(isOne)
    const unknown = isWhole ? destinations.find((place) => !this.#isKnown(place)) : undefined
    if (isWhole && unknown === undefined) return destinations
    const reason =
      unknown === undefined
        ? `selectDestinations must give one {host, nodename, limits} for each of the ${instances} instances`
        : `selectDestinations gave ${unknown.host}, node ${unknown.nodename ?? 'null'}, which is not known`
    const cause = new NovaSchedError('PLUGIN_INVALID', reason)
    throw pluginFault(cause, { plugin: this.#parts.setUp.driverName, host: null, instance: 0 })
  }

  #isKnown({ host, nodename }: Destination): boolean {
    return nodename === null ? this.#parts.cloud.hasHost(host) : this.#parts.cloud.hasNode({ host, nodename })
  }

  #schedulerEngine(): SchedulerEngine {
    const { setUp, cloud, states, rng, signal } = this.#parts
    const { filters, weighers, rules, selection, mostAlternates } = setUp
    const engineOf = (table: HostTable): Engine | null => this.#engineOf(table)
    return {
      hostStates: () => this.#hostStates(),
      hostsUp: () => {
        return cloud.hostNames().filter((host) => {
          const { service } = cloud.knowledgeOf(host)
          return service !== null && !service.disabled && service.up
        })
      },
      schedule: (hosts, request) => {
        const observer = this.#recorder as Recorder
        const first = this.#firstOf(request)
        const onJoin = (host: string, uuid: string): void => {
          if (uuid in cloud.knowledgeOf(host).instances) return
          cloud.apply({ kind: 'update_instance_info', host, instances: [joiningInstance(request, uuid)] })
        }
        const flow = { states, rng, onJoin, observer, signal, first, engineOf }
        return schedule({ filters, weighers, rules, selection, mostAlternates, ...flow }, hosts, request).then(
          (placed) => {
            this.#placed = first + placed.length
            return placed
          },
        )
      },
      choose: (items) => choose(items, rng),
    }
  }

  /** A driver that places instances one after another goes on; one that asks for more than are left begins anew. */
  #firstOf({ numInstances }: Request): number {
    return this.#placed + numInstances <= this.#asked ? this.#placed : Math.max(0, this.#asked - numInstances)
  }

  /** The candidates of the last request as they stand now, claims included. */
  candidates(): readonly Host[] {
    const hosts = this.#parts.states.hosts()
    return this.#cell === null ? hosts : hosts.filter(({ cell }) => cell === this.#cell)
  }

  /** Places of another table are other places: what is remembered is of no use there. */
  #engineOf(table: HostTable): Engine | null {
    const { setUp } = this.#parts
    if (setUp.rememberedBytes === 0 || !Engine.serves(setUp.filters)) return null
    if (this.#engine === null || this.#engineTable !== table) {
      this.#engine = new Engine(setUp, table, setUp.rememberedBytes)
      this.#engineTable = table
    }
    return this.#engine
  }

  #hostStates(): readonly Host[] {
    const { states, cloud } = this.#parts
    const { hosts, skipped } = states.refresh(cloud, { cell: this.#cell, onFault: this.#recorder?.onFault })
    this.#recorder?.hostsRead(cloud.size, skipped)
    return hosts
  }
}

/** A move reads the hosts of its cell alone, unless it may leave it. */
function onlyCell({ requestedDestination: wanted }: Request): string | null {
  return wanted === null || wanted.allowCrossCellMove ? null : wanted.cell
}
