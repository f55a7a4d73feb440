import type { FilterAtWork } from '../filter/filter-at-work.ts'
import type { Preselected } from '../filter/preselect.ts'
import type { Host } from '../plugin/host.ts'
import type { Request } from '../plugin/request.ts'
import type { Rules } from '../plugin/rules.ts'
import type { Rejection } from '../plugin/verdict.ts'
import type { FunnelStep, OnFault, SkippedHost, WeighedHost } from '../trace/trace.ts'
import type { Weighed } from '../weigh/run.ts'

/** One instance about to be decided. */
export interface RoundStart {
  /** The request as it has become by now: its group has grown. */
  readonly request: Request
  /** All hosts that were offered, claims of the rounds before included. */
  readonly hosts: readonly Host[]
  /** Number of the instance within the request, from 0. A driver may have tried it before, on other hosts. */
  readonly instance: number
  /** Whether it goes on with the hosts of the instance before. */
  readonly isLater: boolean
  readonly rules: Rules
  readonly preselected: Preselected
  /** The filters that are asked; none for forced hosts. */
  readonly filters: readonly FilterAtWork[]
}

/** Is told of every step of a request's placement, in order. */
export interface Observer {
  /** How many rows of the ranking are wanted. */
  readonly top: number
  /** Rejected and passed hosts are not looked at one by one. */
  readonly countsOnly: boolean
  /** Goes on past faults; undefined where the first one ends the request, as in Nova. */
  readonly onFault: OnFault | undefined
  /** Something worth telling about the request as a whole. */
  note(text: string): void
  /** Hosts as they were read for the request. */
  hostsRead(known: number, skipped: readonly SkippedHost[]): void
  /** Whether an instance is worth deciding; the request ends before one that is not. */
  isWanted(instance: number): boolean
  /** Whether the request goes on to its next instance. Where somebody may say no, the event loop gets its turn before. */
  goesOn(): boolean | Promise<boolean>
  /** Gives what takes back all that is told from here on: the request begins anew. */
  checkpoint(): () => void
  roundStarted(round: RoundStart): void
  rejected(host: Host, filter: string, verdict: false | Rejection): void
  /** Some hosts were rejected by a filter for one reason; told in place of each of them where counts suffice. */
  lost(filter: string, reason: string | null, count: number): void
  /** A filter is through. */
  step(step: FunnelStep): void
  /**
   * All filters are through.
   *
   * @param passed - places in the hosts of the round
   * @throws the first fault of the round, where it went on past it
   */
  filtered(passed: readonly number[]): void
  /**
   * All weighers are through.
   *
   * @throws the first fault of the round, where it went on past it
   */
  weighed(weighed: Weighed): void
  /**
   * The hosts were filtered and weighed once more, for the alternates of several instances.
   *
   * @param passed - places in the hosts after the last round
   */
  rankedAgain(passed: readonly number[], ranking: readonly WeighedHost[]): void
  /** Hosts passed, and none of them could be claimed. */
  unclaimed(ranking: readonly WeighedHost[]): void
  /** A host was chosen in this round. */
  chosen(host: Host, weight: number, ranking: readonly WeighedHost[], notes: readonly string[]): void
}
