import type { NovaSchedError } from '../errors.ts'
import { keyOf } from '../hosts/cloud.ts'
import type { Host } from '../plugin/host.ts'
import type { Rejection } from '../plugin/verdict.ts'
import type { RoundStart } from '../record/observer.ts'
import { Recorder } from '../record/recorder.ts'
import type { OnFault, SkippedHost, TraceOptions, WeighedHost } from '../trace/trace.ts'
import type { Weighed } from '../weigh/run.ts'

/** A filter's no. */
export interface SeenRejection {
  readonly filter: string
  readonly verdict: false | Rejection
}

/** How one instance was decided, with the hosts as they were then. Hosts are named by {@link keyOf}. */
export interface SeenRound extends RoundStart {
  /** Empty where the round was forgotten: it rejected nobody, and will not be asked about. */
  readonly hosts: readonly Host[]
  readonly rejections: Map<string, SeenRejection>
  /** Places of the hosts that passed every filter. */
  passed: readonly number[]
  weighed: Weighed | null
  chosen: Host | null
}

/** Which rounds a witness keeps whole, and where it loses interest. */
export interface WitnessOptions extends TraceOptions {
  /** Number of the instance that will be asked about; absent: the last. */
  readonly instance?: number | undefined
  /** Number of the last instance that is worth deciding, from 0. Absent: every one is. */
  readonly until?: number | undefined
}

/** Sees everything that happens to every host. It goes on past faults to the end of the round in which they came. */
export class Witness extends Recorder {
  readonly rounds: SeenRound[] = []
  /** The first fault of each host, in the order in which they came. */
  readonly faults = new Map<string, NovaSchedError>()
  skipped: readonly SkippedHost[] = []
  override readonly onFault: OnFault = (fault, node) => {
    this.#fault ??= fault
    if (!this.faults.has(keyOf(node))) this.faults.set(keyOf(node), fault)
  }
  readonly #options: WitnessOptions
  /** The first fault that has not ended a round yet. */
  #fault: NovaSchedError | null = null

  constructor(options: WitnessOptions) {
    super(options)
    this.#options = options
  }

  override get countsOnly(): boolean {
    return false
  }

  override hostsRead(known: number, skipped: readonly SkippedHost[]): void {
    super.hostsRead(known, skipped)
    this.skipped = skipped
  }

  override isWanted(instance: number): boolean {
    return instance <= (this.#options.until ?? Infinity)
  }

  override roundStarted(round: RoundStart): void {
    super.roundStarted(round)
    this.#forgetLast(round)
    this.rounds.push({ ...round, rejections: new Map(), passed: [], weighed: null, chosen: null })
  }

  override rejected(host: Host, filter: string, verdict: false | Rejection): void {
    super.rejected(host, filter, verdict)
    this.#round.rejections.set(keyOf(host), { filter, verdict })
  }

  override filtered(passed: readonly number[]): void {
    super.filtered(passed)
    this.#round.passed = passed
    this.#endAtFault()
  }

  override weighed(weighed?: Weighed): void {
    this.#endAtFault()
    this.#round.weighed = weighed ?? null
  }

  override chosen(host: Host, weight: number, ranking: readonly WeighedHost[], notes: readonly string[]): void {
    super.chosen(host, weight, ranking, notes)
    this.#round.chosen = host
  }

  get #round(): SeenRound {
    return this.rounds.at(-1) as SeenRound
  }

  /** Of a long call most rounds reject nobody, and will not be asked about: their hosts would only fill the memory. */
  #forgetLast({ isLater }: RoundStart): void {
    const last = this.rounds.at(-1)
    // The first and the last round of a call stand for all that it offered.
    if (!isLater || last?.isLater !== true) return
    if (last.rejections.size > 0 || last.instance === this.#options.instance) return
    this.rounds[this.rounds.length - 1] = { ...last, hosts: [], passed: [], weighed: null }
  }

  #endAtFault(): void {
    const fault = this.#fault
    this.#fault = null
    if (fault !== null) throw fault
  }
}
