import type { NovaSchedError } from '../errors.ts'
import { nodeKey } from '../hosts/cloud.ts'
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

/** How one instance was decided, with the hosts as they were then. Hosts are named by {@link nodeKey}. */
export interface SeenRound extends RoundStart {
  readonly rejections: Map<string, SeenRejection>
  /** Places of the hosts that passed every filter. */
  passed: readonly number[]
  weighed: Weighed | null
  chosen: Host | null
}

/** Sees everything that happens to every host. It goes on past faults to the end of the round in which they came. */
export class Witness extends Recorder {
  readonly #until: number
  readonly rounds: SeenRound[] = []
  /** The first fault of each host, in the order in which they came. */
  readonly faults = new Map<string, NovaSchedError>()
  skipped: readonly SkippedHost[] = []
  override readonly onFault: OnFault = (fault, { host, nodename }) => {
    const key = nodeKey(host, nodename)
    if (!this.faults.has(key)) this.faults.set(key, fault)
  }

  /** @param until - number of the last instance that is worth deciding, from 0 */
  constructor(options: TraceOptions, until = Infinity) {
    super(options)
    this.#until = until
  }

  override hostsRead(known: number, skipped: readonly SkippedHost[]): void {
    super.hostsRead(known, skipped)
    this.skipped = skipped
  }

  override roundStarted(round: RoundStart): void {
    if (round.instance > this.#until) throw new Error('enough was seen')
    super.roundStarted(round)
    this.rounds.push({ ...round, rejections: new Map(), passed: [], weighed: null, chosen: null })
  }

  override rejected(host: Host, filter: string, verdict: false | Rejection): void {
    super.rejected(host, filter, verdict)
    this.#round.rejections.set(nodeKey(host.host, host.nodename), { filter, verdict })
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

  #endAtFault(): void {
    const [first] = this.faults.values()
    if (first !== undefined) throw first
  }
}
