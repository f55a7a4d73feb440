import { nodeKey } from './cloud.ts'
import type { NodeState } from './node-state.ts'

/** What is kept of all nodes, in the order in which they were first read. */
export class NodeStates {
  readonly #byKey = new Map<string, NodeState>()
  /** The first node of each host: most have no other, and to make no key is faster. */
  readonly #firsts = new Map<string, NodeState>()
  /** All that are stale, and some that were. */
  #stale: NodeState[] = []

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
    state.isStale = false
  }

  /** The same, to go on with on the side. */
  copy(): NodeStates {
    const copies = new NodeStates()
    for (const state of this) {
      const copy = { ...state, claims: [...state.claims] }
      copies.add(copy)
      if (copy.isStale) copies.#stale.push(copy)
    }
    return copies
  }

  /** It must be read again. */
  expire(state: NodeState): void {
    if (state.isStale) return
    if (this.#stale.length >= this.#byKey.size) this.stale()
    state.isStale = true
    this.#stale.push(state)
  }

  /** Those that must be read again. */
  stale(): readonly NodeState[] {
    this.#stale = this.#stale.filter(({ isStale }) => isStale)
    return this.#stale
  }

  [Symbol.iterator](): IterableIterator<NodeState> {
    return this.#byKey.values()
  }
}
