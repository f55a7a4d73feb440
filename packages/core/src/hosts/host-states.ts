import { isNovaSchedError } from '../errors.ts'
import { cellOf, type InventoryHost } from '../inventory/inventory.ts'
import type { Claimed, HostManager } from '../plugin/host-manager.ts'
import { hostLabel, type Host } from '../plugin/host.ts'
import type { Limits, Request } from '../plugin/request.ts'
import type { Rules } from '../plugin/rules.ts'
import type { OnFault, SkippedHost } from '../trace/trace.ts'
import { dataMap } from '../util/freeze.ts'
import { HostTable } from './host-table.ts'
import type { Log } from '../util/log.ts'
import type { Cloud, HostKnowledge } from './cloud.ts'
import { nodenameOf } from './node-record.ts'
import type { ClaimName, NodeState, Reading, RefreshOptions, Snapshot } from './node-state.ts'
import { NodeStates } from './node-states.ts'
import { knowledgeOf, recordFault } from './record-fault.ts'

const NO_LIMITS: Limits = dataMap([])

/**
 * The host states of a scheduler, as Nova keeps them between requests: read again from the cloud's records at each
 * request, except where a claim is newer than the record.
 */
export class HostStates {
  #states = new NodeStates()
  #last: Reading | null = null
  #table: HostTable | null = null
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

  /** The candidates of the last snapshot, as they change. */
  get table(): HostTable {
    this.#table ??= new HostTable([])
    return this.#table
  }

  /** Goes on with another host manager: every node is read again. */
  manageWith(manager: HostManager): void {
    this.#manager = manager
    for (const state of this.#states) this.#states.stale.add(state)
  }

  /** The same states, to go on with on the side: what happens to the copy is not known here. */
  fork(manager: HostManager): HostStates {
    const copy = new HostStates(manager, this.#rules, this.#log)
    copy.#states = this.#states.copy()
    return copy
  }

  /** All hosts as they stand, claims included, in the order of the inventory. */
  hosts(): readonly Host[] {
    return Array.from(this.#states, ({ host }) => host)
  }

  /** Hosts with all claims taken since they were handed out. */
  current(hosts: readonly Host[]): readonly Host[] {
    if (hosts === this.#table?.hosts) return hosts
    return hosts.map((host) => this.#states.of(host)?.host ?? host)
  }

  /** Limits that the filters of this and earlier requests left on a host. */
  limitsOf(host: Host): Limits {
    return this.#states.of(host)?.limits ?? NO_LIMITS
  }

  /** Leaves limits on a host, as Nova's filters do. */
  addLimits(host: Host, limits: Limits): void {
    if (Object.keys(limits).length === 0) return
    const state = this.#states.of(host)
    if (state === undefined) return
    state.limits = dataMap([...Object.entries(state.limits), ...Object.entries(limits)])
    if (!this.#rules.hostStatesLiveOn) this.#states.stale.add(state)
  }

  /** Takes a claim. One that breaks leaves the host as far as it came. */
  claim(host: Host, request: Request): Claimed {
    const state = this.#states.of(host)
    const limits = state?.limits ?? NO_LIMITS
    const claimed = this.#manager.claim(host, request, limits)
    if (state !== undefined) {
      state.claims.push({ request, limits })
      state.host = claimed.host
      this.#tell(state)
      this.#states.stale.add(state)
    }
    return claimed
  }

  /**
   * Gives a claim back.
   *
   * @returns false when there is none: the node has reported since, and its report holds
   */
  release({ host, nodename, uuid }: ClaimName): boolean {
    const state = this.#states.of({ host, nodename })
    const index = state?.claims.findIndex(({ request }) => request.uuid === uuid) ?? -1
    if (state === undefined || index < 0) return false
    state.claims.splice(index, 1)
    this.#states.stale.add(state)
    state.host = state.claims.reduce(
      (current, { request, limits }) => this.#manager.claim(current, request, limits).host,
      state.base,
    )
    this.#tell(state)
    return true
  }

  /** A host of another cell has no place in the table. */
  #tell({ place, host }: NodeState): void {
    if (isSameNode(host, this.table.hosts[place])) this.table.set(place, host)
  }

  /**
   * Takes the last claim on a host back, as if it had never been.
   *
   * @param before - the host as it was
   */
  takeBack(before: Host): void {
    const state = this.#states.of(before)
    if (state === undefined) return
    state.claims.pop()
    state.host = before
    this.#tell(state)
  }

  #refreshAll(cloud: Cloud, cell: string | null, onFault: OnFault | undefined): Snapshot {
    const hosts: Host[] = []
    const skipped: SkippedHost[] = []
    const seen = new Set<NodeState>()
    for (const record of cloud.nodes()) {
      const node = { host: record.host, nodename: nodenameOf(record) }
      if (cell !== null && cellOf(record) !== cell) {
        skipped.push({ ...node, reason: 'other_cell', detail: cellOf(record) })
        const known = this.#states.of(node)
        if (known !== undefined) seen.add(known)
        continue
      }
      try {
        const known = knowledgeOf(cloud, record)
        const skip = this.#skipOf(record, known)
        if (skip !== null) skipped.push(skip)
        else {
          const state = this.#refreshOne(record, known, hosts.length)
          hosts.push(state.host)
          seen.add(state)
        }
      } catch (error) {
        if (onFault === undefined || !isNovaSchedError(error)) throw error
        onFault(error, node)
      }
    }
    this.#forgetUnseen(seen)
    return { hosts: this.#tabulate(hosts), skipped }
  }

  /** Hosts that stand where they stood are changes of the table that there is. */
  #tabulate(hosts: readonly Host[]): readonly Host[] {
    const table = this.#table
    const isSame = table?.hosts.length === hosts.length && table.hosts.every((host, at) => isSameNode(host, hosts[at]))
    if (!isSame) this.#table = new HostTable(hosts)
    else for (const [slot, host] of hosts.entries()) table.set(slot, host)
    return this.table.hosts
  }

  #refreshStale({ snapshot, cell }: Reading): Snapshot {
    for (const { record, known, place } of this.#states.stale) {
      if (cell === null || cellOf(record) === cell) this.table.set(place, this.#refreshOne(record, known, place).host)
    }
    return snapshot
  }

  #refreshOne(record: InventoryHost, known: HostKnowledge, place: number): NodeState {
    const state = this.#states.of({ host: record.host, nodename: nodenameOf(record) })
    if (state === undefined) {
      const host = this.#read(record, known, null)
      const made = { host, base: host, claims: [], limits: NO_LIMITS, record, known, place }
      this.#states.add(made)
      return made
    }
    state.place = place
    if (state.record === record && state.known === known && !this.#states.stale.has(state)) return state
    const previous = state.host
    state.host = this.#read(record, known, this.#rules.hostStatesLiveOn ? previous : null)
    Object.assign(state, { record, known })
    this.#states.stale.delete(state)
    const keepsClaims = this.#rules.hostStatesLiveOn && state.claims.length > 0 && isKept(previous, state.host)
    if (!keepsClaims) Object.assign(state, { base: state.host, claims: [] })
    if (!this.#rules.hostStatesLiveOn) state.limits = NO_LIMITS
    return state
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

  #forgetUnseen(seen: ReadonlySet<NodeState>): void {
    for (const state of this.#states) {
      if (seen.has(state)) continue
      this.#log.info(`${hostLabel(state.host)}: removing dead compute node`)
      this.#states.delete(state)
    }
  }
}

/** A host manager that found its state newer than the record hands on the time of the last claim. */
function isKept(previous: Host, host: Host): boolean {
  return host.updatedAt !== null && host.updatedAt === previous.updatedAt
}

function isSameNode(one: Host, other: Host | undefined): boolean {
  return one.host === other?.host && one.nodename === other.nodename
}
