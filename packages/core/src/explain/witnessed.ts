import type { FilterAtWork } from '../filter/filter-at-work.ts'
import type { NovaSchedError } from '../errors.ts'
import type { Filter } from '../plugin/filter.ts'
import type { HostManager } from '../plugin/host-manager.ts'
import type { Host } from '../plugin/host.ts'
import type { Rules } from '../plugin/rules.ts'
import type { SelectionRules } from '../select/select.ts'
import type { Decision } from '../trace/trace.ts'
import type { Log } from '../util/log.ts'
import type { WeigherAtWork } from '../weigh/weigher-at-work.ts'
import type { NodeName } from './explanation.ts'
import type { Proposal } from './nearest.ts'
import type { Witness } from './witness.ts'

/** A decision that was witnessed, and what more can be found out about it. */
export interface WitnessedDecision {
  readonly decision: Decision
  readonly witness: Witness
  readonly requested: number
  /** Every known node, in the order of the inventory. */
  readonly known: readonly NodeName[]
  readonly filters: readonly FilterAtWork[]
  readonly weighers: readonly WeigherAtWork[]
  readonly rules: Rules
  readonly driver: string
  /** What a host that passes all filters was not checked for. */
  readonly unchecked: readonly string[]
  readonly selection: SelectionRules
  /** How often a request is tried, and the option that says so. */
  readonly attempts: { readonly option: string; readonly max: number }
  readonly log: Log
  /** Filters that could be enabled. */
  readonly otherFilters: () => Promise<readonly Filter[]>
  /** Takes the resources of an instance, and leaves nothing behind. */
  readonly claim: HostManager['claim']
  /** Aborted when nobody waits for the explanation any longer. */
  readonly signal: AbortSignal
  /** A host that no filter saw, as they would see it; why its record cannot be read, when it cannot. */
  readonly readSkipped: (node: NodeName) => Host | NovaSchedError
  /** The same with its service enabled. */
  readonly readEnabled: (node: NodeName) => Host | NovaSchedError
  /**
   * Decides the request again with something changed, and leaves nothing behind.
   *
   * @param until - number of the last instance that is worth deciding
   * @returns null when the change changes nothing, or cannot be made
   */
  readonly tryChange: (proposal: Proposal, until: number) => Promise<Witness | null>
  readonly changeText: (proposal: Proposal) => string
}
