import { nodeKey } from './cloud.ts'
import type { NodeState } from './node-state.ts'

/** What is kept of all nodes, in the order in which they were first read. */
export class NodeStates {
  readonly #byKey = new Map<string, NodeState>()
  /** The first node of each host: most have no other, and to make no key is faster. */
  readonly #firsts = new Map<string, NodeState>()
  /** Nodes that must be read again whatever their record says: they were claimed, or a claim was given back. */
  readonly stale = new Set<NodeState>()

  of({ host, nodename }: { readonly host: string; readonly nodename: string }): NodeState | undefined {
    const first = this.#firsts.get(host)
    return first?.host.nodename === nodename ? first : this.#byKey.get(nodeKey(host, nodename))
  }

  add(state: NodeState): void {
    const { host, nodename } = state.host
    this.#byKey.set(nodeKey(host, nodename), state)
    if (!this.#firsts.has(host)) this.#firsts.set(host, state)
  }

  delete(state: NodeState): void {
    const { host, nodename } = state.host
    this.#byKey.delete(nodeKey(host, nodename))
    if (this.#firsts.get(host) === state) this.#firsts.delete(host)
    this.stale.delete(state)
  }

  /** The same, to go on with on the side. */
  copy(): NodeStates {
    const copies = new NodeStates()
    for (const state of this) {
      const copy = { ...state, claims: [...state.claims] }
      copies.add(copy)
      if (this.stale.has(state)) copies.stale.add(copy)
    }
    return copies
  }

  [Symbol.iterator](): IterableIterator<NodeState> {
    return this.#byKey.values()
  }
}
