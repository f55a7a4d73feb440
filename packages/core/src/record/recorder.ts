import type { ErrorCode, NovaSchedError } from '../errors.ts'
import type { Host } from '../plugin/host.ts'
import type { Destination } from '../plugin/scheduler-driver.ts'
import type { Rejection } from '../plugin/verdict.ts'
import { reasonKey } from '../trace/reason-key.ts'
import { Breather } from '../util/breather.ts'
import { dataMap } from '../util/freeze.ts'
import type {
  AlternatesTrace,
  Decision,
  DecisionError,
  FunnelStep,
  InstanceTrace,
  OnFault,
  PlacedInstance,
  RejectedHost,
  SkippedHost,
  TraceOptions,
  WeighedHost,
} from '../trace/trace.ts'
import type { Observer, RoundStart } from './observer.ts'

type Round = Omit<{ -readonly [K in keyof InstanceTrace]: InstanceTrace[K] }, 'funnel'> & {
  funnel: FunnelStep[]
  weight: number | null
  counts: Map<string, number>
  rows: RejectedHost[]
}

/** Errors whose details a decision tells. */
const TELLS_DETAILS: ReadonlySet<ErrorCode> = new Set(['NO_VALID_HOST', 'PLUGIN_FAULT', 'INTERRUPTED'])

/** Collects what one request comes to: counts always, rows when they are asked for. */
export class Recorder implements Observer {
  readonly onFault: OnFault | undefined = undefined
  readonly #options: Required<Omit<TraceOptions, 'signal'>>
  readonly #breather: Breather | null
  readonly #rounds: Round[] = []
  readonly #notes: string[] = []
  /** Over all rounds, tries that came to nothing included. */
  readonly #reasons = new Map<string, number>()
  #hosts: readonly Host[] = []
  #alternates: AlternatesTrace | null = null
  #known = 0
  #skipped: readonly SkippedHost[] = []

  constructor(options: TraceOptions) {
    this.#options = {
      top: options.top ?? 10,
      hosts: options.hosts ?? false,
      onInstance: options.onInstance ?? (() => {}),
    }
    this.#breather = options.signal === undefined ? null : new Breather(options.signal)
  }

  goesOn(): boolean | Promise<boolean> {
    return this.#breather?.goesOn() ?? true
  }

  /** Every instance is. */
  isWanted(instance: number): boolean {
    this.#options.onInstance(instance)
    return true
  }

  get countsOnly(): boolean {
    return !this.#options.hosts
  }

  get top(): number {
    return this.#options.top
  }

  hostsRead(known: number, skipped: readonly SkippedHost[]): void {
    this.#known = known
    this.#skipped = skipped
  }

  note(text: string): void {
    if (!this.#notes.includes(text)) this.#notes.push(text)
  }

  checkpoint(): () => void {
    const [rounds, notes, reasons] = [this.#rounds.length, this.#notes.length, [...this.#reasons]]
    return () => {
      this.#rounds.splice(rounds)
      this.#notes.splice(notes)
      this.#reasons.clear()
      for (const [reason, count] of reasons) this.#reasons.set(reason, count)
    }
  }

  /** An instance that is tried again, on other hosts, takes the place of the try before. */
  roundStarted({ hosts, instance }: RoundStart): void {
    this.#hosts = hosts
    this.#rounds.splice(instance)
    this.#rounds.push({
      funnel: [],
      weighed: [],
      chosen: null,
      notes: [],
      reasons: dataMap([]),
      rejected: [],
      passed: [],
      weight: null,
      counts: new Map(),
      rows: [],
    })
  }

  rejected(host: Host, filter: string, verdict: false | Rejection): void {
    const reason = verdict === false ? null : verdict.reason
    this.lost(filter, reason, 1)
    if (!this.#options.hosts) return
    const { rows } = this.#round
    const details = verdict === false ? dataMap<unknown>([]) : verdict.details
    rows.push({ host: host.host, nodename: host.nodename, filter, reason, details })
  }

  lost(filter: string, reason: string | null, count: number): void {
    const key = reasonKey(filter, reason)
    for (const each of [this.#round.counts, this.#reasons]) each.set(key, (each.get(key) ?? 0) + count)
  }

  step(step: FunnelStep): void {
    this.#round.funnel.push(step)
  }

  filtered(passed: readonly number[]): void {
    if (!this.#options.hosts) return
    this.#round.passed = this.#named(passed)
  }

  /** The ranking comes with the chosen host. */
  weighed(): void {}

  unclaimed(weighed: readonly WeighedHost[]): void {
    this.#round.weighed = weighed
  }

  chosen({ host, nodename }: Host, weight: number, weighed: readonly WeighedHost[], notes: readonly string[]): void {
    const round = this.#round
    round.chosen = { host, nodename }
    round.weight = weight
    round.weighed = weighed
    round.notes = notes
  }

  rankedAgain(passed: readonly number[], weighed: readonly WeighedHost[]): void {
    this.#alternates = { passed: this.#options.hosts ? this.#named(passed) : [], weighed }
  }

  /** The request is decided. */
  decision(destinations: readonly Destination[]): Decision {
    const placed = destinations.map(({ host, nodename, limits, alternates = [] }, index): PlacedInstance => {
      return { host, nodename, limits, weight: this.#rounds[index]?.weight ?? null, alternates }
    })
    return this.#decide(placed, null)
  }

  /** The request came to nothing. */
  failure(error: NovaSchedError): Decision {
    const { code, message, details } = error
    const isNoHost = code === 'NO_VALID_HOST'
    const known: DecisionError = isNoHost
      ? { code, message, reasons: dataMap(this.#reasons), placed: [] }
      : { code, message }
    return this.#decide([], { ...known, ...(TELLS_DETAILS.has(code) ? details : {}) })
  }

  get #round(): Round {
    return this.#rounds.at(-1) as Round
  }

  #named(slots: readonly number[]): InstanceTrace['passed'] {
    return slots.map((slot) => {
      const { host, nodename } = this.#hosts[slot] as Host
      return { host, nodename }
    })
  }

  #decide(destinations: readonly PlacedInstance[], error: DecisionError | null): Decision {
    const instances = this.#rounds.map(({ funnel, weighed, chosen, notes, counts, rows, passed }): InstanceTrace => {
      return { funnel, weighed, chosen, notes, reasons: dataMap(counts), rejected: rows, passed }
    })
    return {
      destinations,
      error,
      instances,
      alternates: this.#alternates,
      known: this.#known,
      skipped: this.#skipped,
      notes: this.#notes,
    }
  }
}
