import type { Host } from '../plugin/host.ts'

/** Changes that are remembered one by one, at least; who is further behind looks at every host again. */
const LEAST_JOURNAL = 1 << 12

/** Where more than one place in so many has changed, they are told in order. */
const WORTH_ORDERING = 64

const NOTHING_ASKED = { since: 0, until: 0, changes: [] }

/** The hosts of a scheduler in their places, and which places have changed. */
export class HostTable {
  readonly hosts: Host[]
  /** Whether a host has several nodes. */
  readonly hasSiblings: boolean
  #unreported: number
  readonly #journal: Int32Array
  #version = 0
  #regrouped = 0
  /** The list of changes that a place was put in last. */
  readonly #listedIn: Float64Array
  #listing = 0
  /** What was asked last of {@link changesSince}. */
  #asked: { readonly since: number; readonly until: number; readonly changes: readonly number[] } = NOTHING_ASKED

  constructor(hosts: readonly Host[]) {
    this.hosts = [...hosts]
    this.hasSiblings = new Set(hosts.map(({ host }) => host)).size < hosts.length
    this.#journal = new Int32Array(Math.max(LEAST_JOURNAL, hosts.length))
    this.#listedIn = new Float64Array(hosts.length)
    this.#unreported = hosts.filter(({ hasReported }) => !hasReported).length
  }

  /** How many nodes never reported. */
  get unreported(): number {
    return this.#unreported
  }

  /** Grows by one with each change. */
  get version(): number {
    return this.#version
  }

  /** Grows with each change of the aggregates that a host is in. */
  get regrouped(): number {
    return this.#regrouped
  }

  /** Puts another host in a place. */
  set(slot: number, host: Host): void {
    const before = this.hosts[slot]
    if (before === host) return
    this.#unreported += (before?.hasReported === false ? -1 : 0) + (host.hasReported ? 0 : 1)
    if (before?.aggregates !== host.aggregates) this.#regrouped += 1
    this.hosts[slot] = host
    this.#journal[this.#version % this.#journal.length] = slot
    this.#version += 1
  }

  /** The places that changed since a version, each once; null when too many did. */
  changesSince(version: number): readonly number[] | null {
    const { length } = this.#journal
    if (version < 0 || this.#version - version > length) return null
    // Those who follow the table mostly ask one after the other, about the same changes.
    const { since, until } = this.#asked
    if (since === version && until === this.#version) return this.#asked.changes
    const changes = this.#listChanges(version)
    this.#asked = { since: version, until: this.#version, changes }
    return changes
  }

  #listChanges(since: number): readonly number[] {
    const journal = this.#journal
    const listedIn = this.#listedIn
    const changes: number[] = []
    this.#listing += 1
    for (let at = since; at < this.#version; at++) {
      const slot = journal[at % journal.length] as number
      if (listedIn[slot] !== this.#listing) changes.push(slot)
      listedIn[slot] = this.#listing
    }
    if (changes.length * WORTH_ORDERING < listedIn.length) return changes
    // Many places are read faster in the order in which they stand.
    const ordered: number[] = []
    for (let slot = 0; slot < listedIn.length; slot++) if (listedIn[slot] === this.#listing) ordered.push(slot)
    return ordered
  }
}
