import { NovaSchedError } from '../../src/errors.ts'
import type {
  Liveness,
  LivenessListener,
  MemberLiveness,
  ServiceGroupDriver,
} from '../../src/plugin/servicegroup-driver.ts'
import type { Timer } from '../../src/util/timer.ts'

/** Time that passes only when it is told to. */
export class GivenTime implements Timer {
  now = 1_000_000
  #waiting: { at: number; run: () => void }[] = []

  after(milliseconds: number, run: () => void): () => void {
    const entry = { at: this.now + milliseconds, run }
    this.#waiting.push(entry)
    return () => void (this.#waiting = this.#waiting.filter((each) => each !== entry))
  }

  readonly clock = (): number => this.now

  /** Lets time pass, and everything that waits for it happen in order. */
  async pass(seconds: number): Promise<void> {
    const end = this.now + seconds * 1000
    for (;;) {
      const [next] = this.#waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (next === undefined) break
      this.#waiting = this.#waiting.filter((each) => each !== next)
      this.now = Math.max(this.now, next.at)
      next.run()
      await new Promise(setImmediate)
    }
    this.now = end
  }
}

/** Members with the time until which each is up, which processes share. */
export class SharedStore {
  readonly groups = new Map<string, Map<string, Map<object, number>>>()
  readonly listeners = new Set<() => void>()
  isAway = false

  changed(): void {
    for (const listener of this.listeners) listener()
  }
}

const LIMIT = 5

/** A driver that keeps members in memory: each stays up for five seconds after its last beat. */
export class MemoryDriver implements ServiceGroupDriver {
  readonly #store: SharedStore
  readonly #time: GivenTime
  readonly #joined = new Map<string, () => void>()
  isFrozen = false

  constructor(store: SharedStore, time: GivenTime) {
    this.#store = store
    this.#time = time
  }

  start(): Promise<void> {
    return Promise.resolve()
  }

  join(member: string, group: string): Promise<void> {
    const key = JSON.stringify([group, member])
    if (this.#joined.has(key)) return Promise.resolve()
    const beat = (): void => {
      this.#joined.set(key, this.#time.after(1000, beat))
      if (this.#store.isAway || this.isFrozen) return
      const members = this.#store.groups.get(group) ?? new Map<string, Map<object, number>>()
      this.#store.groups.set(group, members)
      const beats = members.get(member) ?? new Map<object, number>()
      members.set(member, beats)
      beats.set(this, this.#time.now + LIMIT * 1000)
      this.#store.changed()
    }
    beat()
    return Promise.resolve()
  }

  leave(member: string, group: string): Promise<void> {
    const key = JSON.stringify([group, member])
    this.#joined.get(key)?.()
    this.#joined.delete(key)
    this.#store.groups.get(group)?.get(member)?.delete(this)
    this.#store.changed()
    return Promise.resolve()
  }

  snapshot(group: string): Promise<Liveness> {
    if (this.#store.isAway) return Promise.reject(new NovaSchedError('SERVICE_GROUP_UNAVAILABLE', 'the memory is away'))
    const until = new Map(
      [...(this.#store.groups.get(group) ?? [])].map(([name, beats]) => [name, Math.max(0, ...beats.values())]),
    )
    const of = (member: string): MemberLiveness => {
      const validUntil = until.get(member) ?? 0
      if (validUntil < this.#time.now) return { state: 'down', updatedAt: null, validUntil: null, why: 'not heard of' }
      return { state: 'up', updatedAt: validUntil - LIMIT * 1000, validUntil, why: 'heard of' }
    }
    return Promise.resolve({ of, members: [...until.keys()].filter((name) => of(name).state === 'up') })
  }

  watch(group: string, listener: LivenessListener): () => void {
    const tell = (): void => void this.snapshot(group).then(listener, () => listener(null))
    this.#store.listeners.add(tell)
    return () => this.#store.listeners.delete(tell)
  }

  close(): Promise<void> {
    for (const key of [...this.#joined.keys()]) {
      const [group, member] = JSON.parse(key) as [string, string]
      void this.leave(member, group)
    }
    return Promise.resolve()
  }

  /** The process is gone: nothing beats any more, and nothing was said. */
  crash(): void {
    for (const forget of this.#joined.values()) forget()
    this.#joined.clear()
  }
}
