import { isDeepStrictEqual } from 'node:util'
import type { Conf } from './conf/conf.ts'
import { escapeDollars, type Entry } from './conf/render.ts'
import { Decider } from './decider.ts'
import { isNovaSchedError, NovaSchedError } from './errors.ts'
import { changedCloud, changedRequest, changeText, type Changed } from './explain/change.ts'
import type { NodeName } from './explain/explanation.ts'
import type { Proposal } from './explain/nearest.ts'
import { Witness } from './explain/witness.ts'
import { keyOf, type Cloud } from './hosts/cloud.ts'
import type { HostStates } from './hosts/host-states.ts'
import { nodenameOf } from './hosts/node-record.ts'
import type { InventoryHost } from './inventory/inventory.ts'
import type { ComputeService, Host } from './plugin/host.ts'
import type { NovaRequest } from './request/nova-request.ts'
import { setUp, type SetUp, type SetUpOptions } from './set-up.ts'
import { errorText } from './util/error-text.ts'
import { SILENT_LOG } from './util/log.ts'
import { seededRng } from './util/rng.ts'

/** What a scheduler stands on as a request is decided. */
export interface Ground {
  readonly options: SetUpOptions
  readonly setUp: SetUp
  readonly cloud: Cloud
  readonly states: HostStates
  readonly signal: AbortSignal
}

/** Decides a request again as it was, except for one change, on copies of what the scheduler stood on. */
export class Trials {
  readonly #ground: Ground
  readonly #request: NovaRequest
  readonly #cloud: Cloud
  readonly #states: HostStates
  readonly #records: ReadonlyMap<string, InventoryHost>

  constructor(ground: Ground, request: NovaRequest) {
    this.#ground = ground
    this.#request = request
    this.#cloud = ground.cloud.fork()
    // Read before they are copied: a trial reads again only what its change is about.
    ground.states.refresh(ground.cloud, { onFault: () => {} })
    this.#states = ground.states.fork(ground.setUp.hostManager)
    this.#records = new Map(
      Array.from(this.#cloud.nodes(), (node) => [keyOf({ ...node, nodename: nodenameOf(node) }), node]),
    )
  }

  /**
   * Decides with a change.
   *
   * @param until - number of the last instance that is worth deciding
   * @returns null when the change changes nothing, or configuration or request would be refused with it
   */
  async tryChange(proposal: Proposal, until: number): Promise<Witness | null> {
    const { options, signal } = this.#ground
    const changed = this.#changed(proposal.node)
    const request = changedRequest(proposal.change, changed)
    const inCloud = changedCloud(proposal.change, changed)
    const isAsBefore = isDeepStrictEqual(request, this.#request) && inCloud.length === 0
    if (isAsBefore && proposal.change.kind !== 'option') return null
    try {
      const conf = this.#changedConf(proposal)
      const made = conf === null ? null : await setUp({ ...options, conf, log: SILENT_LOG })
      if (made === null) return null
      const cloud = this.#cloud.fork()
      for (const each of inCloud) cloud.apply(each)
      const states = this.#states.fork(made.hostManager)
      const witness = new Witness({ top: 0, until })
      await new Decider({ setUp: made, cloud, states, rng: seededRng(0), signal }).decide(request, witness)
      return witness
    } catch (error) {
      if (isNovaSchedError(error) && (error.code === 'CONF_INVALID' || error.code.startsWith('REQUEST_'))) return null
      throw error
    }
  }

  /** A change for people: an option as nova.conf would have it. */
  textOf({ node, change, filter }: Proposal): string {
    if (change.kind !== 'option') return changeText(change, this.#changed(node))
    const { options = {} } = filter?.definition ?? {}
    const [after, now] = [this.#changedConf({ node, change, filter }), this.#ground.options.conf].map((conf) =>
      conf?.entryOf(options, change.option),
    )
    if (after === undefined || after === null) return change.option
    const shown = (value: Entry['value'] = ''): string => escapeDollars([value].flat().join(',')) || '(empty)'
    return `[${after.group}] ${after.name} = ${shown(after.value)} (now ${shown(now?.value)})`
  }

  /** A host that no filter saw, with a service: one that is down where it has none. */
  readSkipped(node: NodeName): Host | NovaSchedError {
    return this.#read(node, (service) => service ?? { disabled: false, disabledReason: null, up: false })
  }

  /** The same with its service enabled. */
  readEnabled(node: NodeName): Host | NovaSchedError {
    return this.#read(node, (service) => {
      const known = service ?? { disabledReason: null, up: true }
      return Object.defineProperties({ disabled: false } as ComputeService, {
        disabledReason: { value: known.disabledReason },
        up: { get: () => known.up },
      })
    })
  }

  #read(node: NodeName, serviceOf: (known: ComputeService | null) => ComputeService): Host | NovaSchedError {
    const record = this.#records.get(keyOf(node))
    try {
      const { service, aggregates, instances } = this.#cloud.knowledgeOf(node.host)
      const known = { service: serviceOf(service), aggregates, instances }
      const fields = record as unknown as Readonly<Record<string, unknown>>
      return this.#ground.setUp.hostManager.refresh({ record: fields, known, previous: null })
    } catch (error) {
      if (isNovaSchedError(error)) return error
      return new NovaSchedError('PLUGIN_FAULT', `${node.host}: its record cannot be read: ${errorText(error)}`)
    }
  }

  /** Null when the option has that value, or is none of the filter's. */
  #changedConf({ change, filter }: Proposal): Conf | null {
    const { conf } = this.#ground.options
    if (change.kind !== 'option') return conf
    const { options = {} } = filter?.definition ?? {}
    const after = conf.withValue(options, change.option, change.value)
    const isSame = isDeepStrictEqual(after.entryOf(options, change.option), conf.entryOf(options, change.option))
    return isSame ? null : after
  }

  #changed(node: NodeName): Changed {
    const { aggregates, service } = this.#cloud.knowledgeOf(node.host)
    const { default_schedule_zone: defaultZone } = this.#ground.options.conf.core
    return { node, aggregates, service, request: this.#request, defaultZone }
  }
}
