import { NovaSchedError } from '../errors.ts'
import { fault } from '../plugin/fault.ts'
import type { Aggregate, ComputeService, Instance } from '../plugin/host.ts'
import type { DataMap } from '../plugin/request.ts'
import type { Rules } from '../plugin/rules.ts'
import { computeService, type HostLiveness } from './compute-service.ts'
import type {
  Inventory,
  InventoryAggregate,
  InventoryHost,
  InstanceRecord,
  ServiceRecord,
} from '../inventory/inventory.ts'
import { intSetOrder } from '../plugin/python/int-set.ts'
import { dataMap, deepFreeze } from '../util/freeze.ts'
import { instancesOf, nodenameOf } from './node-record.ts'

/** Of a database's column. */
const LARGEST_ID = 2 ** 31 - 1

/** What is known of a host beside its nodes. The object stays the same until something in it changes. */
export interface HostKnowledge {
  /** Null: there is no record of a compute service. */
  readonly service: ComputeService | null
  readonly aggregates: readonly Aggregate[]
  readonly instances: DataMap<Instance>
}

/** Something that happened in the cloud since the inventory was taken; named as Nova's calls are. */
export type InventoryChange =
  | { readonly kind: 'update_node'; readonly node: InventoryHost }
  | { readonly kind: 'remove_node'; readonly host: string; readonly nodename?: string }
  | { readonly kind: 'update_service'; readonly host: string; readonly service: ServiceRecord | null }
  /** Its service is enabled; all else of the record stays. */
  | { readonly kind: 'enable_service'; readonly host: string }
  /** What a ServiceGroup says of a host; null: its record tells by itself. */
  | { readonly kind: 'update_liveness'; readonly host: string; readonly liveness: HostLiveness | null }
  | { readonly kind: 'update_aggregate'; readonly aggregate: InventoryAggregate }
  | { readonly kind: 'delete_aggregate'; readonly aggregate: Pick<InventoryAggregate, 'id' | 'hosts'> }
  | { readonly kind: 'update_instance_info'; readonly host: string; readonly instances: readonly InstanceRecord[] }
  | { readonly kind: 'delete_instance_info'; readonly host: string; readonly uuid: string }

/** The records that a scheduler reads its hosts from, and what has changed in them. */
export class Cloud {
  readonly #nodes = new Map<string, InventoryHost>()
  readonly #aggregates = new Map<number, Aggregate>()
  readonly #memberships = new Map<string, Set<number>>()
  /** Ids of aggregates that were deleted once. */
  readonly #deleted = new Set<number>()
  readonly #services = new Map<string, ServiceRecord | null | undefined>()
  readonly #live = new Map<string, HostLiveness>()
  readonly #instances = new Map<string, DataMap<Instance>>()
  readonly #knowledge = new Map<string, HostKnowledge>()
  readonly #rules: Rules
  #version = 0

  constructor(inventory: Pick<Inventory, 'hosts'> & Partial<Pick<Inventory, 'aggregates'>>, rules: Rules) {
    this.#rules = rules
    for (const node of inventory.hosts) this.#addNode(node)
    for (const aggregate of inventory.aggregates ?? []) this.#updateAggregate(aggregate)
  }

  /** The same records, to go on with on the side: changes of the copy are not known here. */
  fork(): Cloud {
    const copy = new Cloud({ hosts: [] }, this.#rules)
    for (const [key, node] of this.#nodes) copy.#nodes.set(key, node)
    for (const [id, aggregate] of this.#aggregates) copy.#aggregates.set(id, aggregate)
    for (const id of this.#deleted) copy.#deleted.add(id)
    for (const [host, ids] of this.#memberships) copy.#memberships.set(host, new Set(ids))
    for (const [host, service] of this.#services) copy.#services.set(host, service)
    for (const [host, live] of this.#live) copy.#live.set(host, live)
    for (const [host, instances] of this.#instances) copy.#instances.set(host, instances)
    for (const [host, known] of this.#knowledge) copy.#knowledge.set(host, known)
    return copy
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  /** How many compute nodes there are. */
  get size(): number {
    return this.#nodes.size
  }

  /** The names of all hosts that have a node, in the order of the inventory. */
  hostNames(): readonly string[] {
    return [...new Set(Array.from(this.#nodes.values(), ({ host }) => host))]
  }

  /** All compute nodes, in the order of the inventory. */
  nodes(): Iterable<InventoryHost> {
    return this.#nodes.values()
  }

  /** Whether there is a node of that name. */
  hasNode(node: { readonly host: string; readonly nodename: string }): boolean {
    return this.#nodes.has(keyOf(node))
  }

  /** Whether there is a host of that name. */
  hasHost(host: string): boolean {
    return this.#services.has(host)
  }

  /**
   * What is known of a host.
   *
   * @throws KEY_MISSING when the host is still a member of an aggregate that was deleted (Kilo, after a deletion
   * that did not name the host)
   */
  knowledgeOf(host: string): HostKnowledge {
    let known = this.#knowledge.get(host)
    if (known === undefined) {
      known = Object.freeze({
        service: this.#serviceOf(host),
        aggregates: Object.freeze(this.#aggregatesOf(host)),
        instances: this.#instances.get(host) ?? dataMap([]),
      })
      this.#knowledge.set(host, known)
    }
    return known
  }

  /** Takes note of a change. */
  apply(change: InventoryChange): void {
    this.#version += 1
    switch (change.kind) {
      case 'update_node':
        if (change.node.instances !== undefined) this.#instances.delete(change.node.host)
        this.#addNode(change.node)
        this.#knowledge.delete(change.node.host)
        return
      case 'remove_node':
        this.#nodes.delete(nodeKey(change.host, change.nodename ?? change.host))
        return
      case 'update_service':
        this.#services.set(change.host, change.service)
        break
      case 'enable_service':
        this.#services.set(change.host, { ...this.#services.get(change.host), disabled: false })
        break
      case 'update_liveness':
        if (change.liveness === null) this.#live.delete(change.host)
        else this.#live.set(change.host, change.liveness)
        break
      case 'update_aggregate':
        return this.#updateAggregate(change.aggregate)
      case 'delete_aggregate':
        return this.#deleteAggregate(change.aggregate)
      case 'update_instance_info':
        this.#setInstances(change.host, instancesOf({ host: change.host, instances: change.instances }))
        break
      case 'delete_instance_info': {
        const left = Object.entries(this.#instances.get(change.host) ?? {}).filter(([uuid]) => uuid !== change.uuid)
        this.#instances.set(change.host, dataMap(left))
        break
      }
      default:
        throw new NovaSchedError('USAGE', `update: unknown kind of change: ${JSON.stringify(change)}`)
    }
    this.#knowledge.delete(change.host)
  }

  #addNode(node: InventoryHost): void {
    const key = nodeKey(node.host, nodenameOf(node))
    const isNewHost = !this.#services.has(node.host)
    this.#nodes.set(key, node)
    if (node.service !== undefined || isNewHost) this.#services.set(node.host, node.service)
    if (node.instances !== undefined) this.#setInstances(node.host, instancesOf(node))
  }

  #serviceOf(host: string): ComputeService | null {
    if (!this.#services.has(host)) return null
    return computeService(this.#services.get(host), this.#live.get(host) ?? null, this.#rules)
  }

  /** Known by host: every node of a host carries the instances of all its nodes, as in Nova. */
  #setInstances(host: string, added: DataMap<Instance>): void {
    this.#instances.set(host, dataMap([...Object.entries(this.#instances.get(host) ?? {}), ...Object.entries(added)]))
  }

  #updateAggregate({ id, name, hosts, metadata }: InventoryAggregate): void {
    const aggregate: Aggregate = {
      id,
      name: name ?? String(id),
      hosts: [...hosts],
      metadata: dataMap(Object.entries(metadata)),
    }
    // Former members, and where an aggregate of this id was deleted, those that its deletion did not name.
    const former = this.#aggregates.get(id)?.hosts ?? (this.#deleted.has(id) ? this.#memberships.keys() : [])
    const members = new Set(hosts)
    for (const host of former) if (!members.has(host)) this.#memberships.get(host)?.delete(id)
    this.#aggregates.set(id, deepFreeze(aggregate))
    for (const host of hosts) {
      const ids = this.#memberships.get(host)
      if (ids === undefined) this.#memberships.set(host, new Set([id]))
      else ids.add(id)
    }
    this.#knowledge.clear()
  }

  #deleteAggregate({ id, hosts }: Pick<InventoryAggregate, 'id' | 'hosts'>): void {
    this.#aggregates.delete(id)
    this.#deleted.add(id)
    for (const host of this.#rules.deletedAggregateLingers ? hosts : this.#memberships.keys()) {
      this.#memberships.get(host)?.delete(id)
    }
    this.#knowledge.clear()
  }

  /** In the order in which Python walks the set of their ids. */
  #aggregatesOf(host: string): Aggregate[] {
    const ids = [...(this.#memberships.get(host) ?? [])]
    const ordered = ids.every((id) => id >= 0 && id <= LARGEST_ID) ? intSetOrder(ids, this.#rules.python) : ids
    return ordered.map((id) => {
      const aggregate = this.#aggregates.get(id)
      if (aggregate !== undefined) return aggregate
      throw fault('KEY_MISSING', `aggregate ${id} was deleted, and its deletion did not name this member`, {
        aggregate: id,
      })
    })
  }
}

/** One key for a node of a host, as {@link nodeKey} makes it. */
export function keyOf({ host, nodename }: { readonly host: string; readonly nodename: string }): string {
  return nodeKey(host, nodename)
}

/** One key for a host and its node; no name holds a NUL. */
export function nodeKey(host: string, nodename: string): string {
  return `${host}\u0000${nodename}`
}
