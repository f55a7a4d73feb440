import { isNovaSchedError } from '../errors.ts'
import { cellOf, type InventoryHost } from '../inventory/inventory.ts'
import type { Claimed, HostManager } from '../plugin/host-manager.ts'
import { hostLabel, type Host } from '../plugin/host.ts'
import type { Limits, Request } from '../plugin/request.ts'
import type { Rules } from '../plugin/rules.ts'
import type { OnFault, SkippedHost } from '../trace/trace.ts'
import { dataMap } from '../util/freeze.ts'
import type { Log } from '../util/log.ts'
import { nodeKey, type Cloud, type HostKnowledge } from './cloud.ts'
import { nodenameOf } from './node-record.ts'
import type { ClaimName, NodeState, Reading, RefreshOptions, Snapshot } from './node-state.ts'
import { knowledgeOf, recordFault } from './record-fault.ts'

const NO_LIMITS: Limits = dataMap([])

/**
 * The host states of a scheduler, as Nova keeps them between requests: read again from the cloud's records at each
 * request, except where a claim is newer than the record.
 */
export class HostStates {
  readonly #states = new Map<string, NodeState>()
  /** Nodes that must be read again whatever their record says: they were claimed, or a claim was given back. */
  readonly #stale = new Set<string>()
  #last: Reading | null = null
  #manager: HostManager
  readonly #rules: Rules
  readonly #log: Log

  constructor(manager: HostManager, rules: Rules, log: Log) {
    this.#manager = manager
    this.#rules = rules
    this.#log = log
  }

  /**
   * Reads the nodes of the cloud again.
   *
   * @throws PLUGIN_FAULT when one record breaks the reading of all, as in Nova
   */
  refresh(cloud: Cloud, { cell = null, onFault }: RefreshOptions = {}): Snapshot {
    const last = this.#last
    const isKnown = last?.cloud === cloud && last.version === cloud.version && last.cell === cell
    const snapshot =
      isKnown && onFault === undefined ? this.#refreshStale(last) : this.#refreshAll(cloud, cell, onFault)
    this.#last = { cloud, version: cloud.version, cell, snapshot }
    return snapshot
  }

  /** Goes on with another host manager: every node is read again. */
  manageWith(manager: HostManager): void {
    this.#manager = manager
    for (const key of this.#states.keys()) this.#stale.add(key)
  }

  /** The same states, to go on with on the side: what happens to the copy is not known here. */
  fork(manager: HostManager): HostStates {
    const copy = new HostStates(manager, this.#rules, this.#log)
    for (const [key, state] of this.#states) copy.#states.set(key, { ...state, claims: [...state.claims] })
    for (const key of this.#stale) copy.#stale.add(key)
    return copy
  }

  /** All hosts as they stand, claims included, in the order of the inventory. */
  hosts(): readonly Host[] {
    return Array.from(this.#states.values(), ({ host }) => host)
  }

  /** Hosts with all claims taken since they were handed out. */
  current(hosts: readonly Host[]): readonly Host[] {
    if (hosts === this.#last?.snapshot.hosts && this.#stale.size === 0) return hosts
    return hosts.map((host) => this.#states.get(nodeKey(host.host, host.nodename))?.host ?? host)
  }

  /** Limits that the filters of this and earlier requests left on a host. */
  limitsOf(host: Host): Limits {
    return this.#states.get(nodeKey(host.host, host.nodename))?.limits ?? NO_LIMITS
  }

  /** Leaves limits on a host, as Nova's filters do. */
  addLimits(host: Host, limits: Limits): void {
    const key = nodeKey(host.host, host.nodename)
    const state = this.#states.get(key)
    if (state === undefined || Object.keys(limits).length === 0) return
    state.limits = dataMap([...Object.entries(state.limits), ...Object.entries(limits)])
    if (!this.#rules.hostStatesLiveOn) this.#stale.add(key)
  }

  /** Takes a claim. One that breaks leaves the host as far as it came. */
  claim(host: Host, request: Request): Claimed {
    const key = nodeKey(host.host, host.nodename)
    const state = this.#states.get(key)
    const limits = state?.limits ?? NO_LIMITS
    const claimed = this.#manager.claim(host, request, limits)
    if (state !== undefined) {
      state.claims.push({ request, limits })
      state.host = claimed.host
      this.#stale.add(key)
    }
    return claimed
  }

  /**
   * Gives a claim back.
   *
   * @returns false when there is none: the node has reported since, and its report holds
   */
  release({ host, nodename, uuid }: ClaimName): boolean {
    const key = nodeKey(host, nodename)
    const state = this.#states.get(key)
    const index = state?.claims.findIndex(({ request }) => request.uuid === uuid) ?? -1
    if (state === undefined || index < 0) return false
    state.claims.splice(index, 1)
    this.#stale.add(key)
    state.host = state.claims.reduce(
      (current, { request, limits }) => this.#manager.claim(current, request, limits).host,
      state.base,
    )
    return true
  }

  #refreshAll(cloud: Cloud, cell: string | null, onFault: OnFault | undefined): Snapshot {
    const hosts: Host[] = []
    const skipped: SkippedHost[] = []
    const seen = new Set<string>()
    for (const record of cloud.nodes()) {
      const key = nodeKey(record.host, nodenameOf(record))
      if (cell !== null && cellOf(record) !== cell) {
        skipped.push({ host: record.host, nodename: nodenameOf(record), reason: 'other_cell', detail: cellOf(record) })
        if (this.#states.has(key)) seen.add(key)
        continue
      }
      try {
        const known = knowledgeOf(cloud, record)
        const skip = this.#skipOf(record, known)
        if (skip === null) hosts.push(this.#refreshOne(key, record, known, hosts.length))
        else skipped.push(skip)
        if (skip === null) seen.add(key)
      } catch (error) {
        if (onFault === undefined || !isNovaSchedError(error)) throw error
        onFault(error, { host: record.host, nodename: nodenameOf(record) })
      }
    }
    this.#forgetUnseen(seen)
    return { hosts, skipped }
  }

  #refreshStale({ snapshot, cell }: Reading): Snapshot {
    if (this.#stale.size === 0) return snapshot
    const hosts = [...snapshot.hosts]
    for (const key of this.#stale) {
      const { record, known, place } = this.#states.get(key) as NodeState
      if (cell === null || cellOf(record) === cell) hosts[place] = this.#refreshOne(key, record, known, place)
    }
    return { ...snapshot, hosts }
  }

  #refreshOne(key: string, record: InventoryHost, known: HostKnowledge, place: number): Host {
    const state = this.#states.get(key)
    if (state === undefined) {
      const host = this.#read(record, known, null)
      this.#states.set(key, { host, base: host, claims: [], limits: NO_LIMITS, record, known, place })
      return host
    }
    state.place = place
    if (state.record === record && state.known === known && !this.#stale.has(key)) return state.host
    const previous = state.host
    state.host = this.#read(record, known, this.#rules.hostStatesLiveOn ? previous : null)
    Object.assign(state, { record, known })
    this.#stale.delete(key)
    if (!this.#rules.hostStatesLiveOn) Object.assign(state, { base: state.host, claims: [], limits: NO_LIMITS })
    if (!this.#rules.hostStatesLiveOn) return state.host
    const keeps = state.claims.length > 0 && keepsClaims(previous, state.host)
    if (!keeps) Object.assign(state, { base: state.host, claims: [] })
    return state.host
  }

  #read(record: InventoryHost, { service, aggregates, instances }: HostKnowledge, previous: Host | null): Host {
    if (service === null) throw new TypeError(`${record.host} has no service record`)
    try {
      const fields = record as unknown as Readonly<Record<string, unknown>>
      return this.#manager.refresh({ record: fields, known: { service, aggregates, instances }, previous })
    } catch (error) {
      throw recordFault(error, record)
    }
  }

  #skipOf(record: InventoryHost, { service }: HostKnowledge): SkippedHost | null {
    const place = { host: record.host, nodename: nodenameOf(record) }
    if (service === null) {
      this.#log.info(`No compute service record found for host ${record.host}`)
      return { ...place, reason: 'no_service_record', detail: null }
    }
    if (!service.disabled || this.#rules.disabledServicesAreCandidates) return null
    this.#log.debug(`${record.host}: skipped, its service is disabled, reason: ${service.disabledReason ?? 'none'}`)
    return { ...place, reason: 'service_disabled', detail: service.disabledReason }
  }

  #forgetUnseen(seen: ReadonlySet<string>): void {
    for (const [key, { host }] of this.#states) {
      if (seen.has(key)) continue
      this.#log.info(`${hostLabel(host)}: removing dead compute node`)
      this.#states.delete(key)
      this.#stale.delete(key)
    }
  }
}

/** A host manager that found its state newer than the record hands on the time of the last claim. */
function keepsClaims(previous: Host, host: Host): boolean {
  return host.updatedAt !== null && host.updatedAt === previous.updatedAt
}
