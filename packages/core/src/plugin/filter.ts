import type { Log } from '../util/log.ts'
import { mark, type Marked } from './brand.ts'
import type { Change } from './change.ts'
import type { Host, Hosts } from './host.ts'
import type { OptionSpecs, OptionValues } from './options.ts'
import type { Limits, Request } from './request.ts'
import type { Rules } from './rules.ts'
import type { Rejection, Verdict } from './verdict.ts'

/** What a plugin is made with. */
export interface PluginEnv<O extends OptionSpecs = OptionSpecs> {
  /** Values of the plugin's own options. */
  readonly conf: OptionValues<O>
  /** How the release in force behaves. */
  readonly rules: Rules
  readonly log: Log
  /** The time in milliseconds since 1970. Whoever asks for it says `volatile: true`. */
  readonly clock: () => number
}

/** Answers for one host. Synchronous. */
export type HostTest = (host: Host) => Verdict

/**
 * Computes once per request what its test needs. Null: this request does not concern the filter, everything passes.
 *
 * @param request - records what is read; reading on after prepare returned is a fault
 * @param hosts - all known hosts; who looks at them is asked again whenever any host changes
 * @param loaded - what `load` resolved to
 */
export type PrepareFilter = (request: Request, hosts: Hosts, loaded: unknown) => HostTest | null

/** A filter with more than its prepare function; the functions share the closure of `create`. */
export interface FilterParts {
  readonly prepare: PrepareFilter
  /** For I/O: runs when prepare would, before it. */
  readonly load?: (request: Request, hosts: Hosts, signal: AbortSignal) => Promise<unknown>
  /** What Nova's filter writes to a passing host's `limits`; asked of the chosen host, before its claim. */
  readonly limits?: (host: Host, request: Request) => Limits
  /** Things worth telling that are not a no, of the chosen host; `explain` also asks of hosts that passed, or were rejected here. */
  readonly notes?: (host: Host, request: Request) => readonly string[]
  /**
   * What would let a rejected host through this filter: each change alone, the smallest first. `explain` tries them, and
   * tells only those by which the host passes all filters.
   */
  readonly changes?: (host: Host, request: Request, rejection: Rejection) => readonly Change[]
}

/** What {@link defineFilter} takes. */
export interface FilterDefinition<O extends OptionSpecs = OptionSpecs> {
  /** The name that nova.conf uses. */
  readonly name: string
  /** One sentence for operators: which hosts pass. */
  readonly help?: string
  /** Nova's dotted class path, where Nova has the filter. */
  readonly classPath?: string
  readonly options?: O
  /** Text of each reason for a no; `{name}` stands for a detail. */
  readonly reasons?: Readonly<Record<string, string>>
  /** Reads whether the service of a host is up: who is alive is asked for only where an enabled plugin reads it. */
  readonly liveness?: boolean
  /** Scheduler hints that it honours: a hint that no enabled filter honours is told. */
  readonly hints?: readonly string[]
  /** Aggregate metadata without which it lets every host pass: one of these keys, or any key at all. */
  readonly aggregateKeys?: readonly string[] | 'any'
  /** What of a host it keeps instances from using up. */
  readonly resources?: readonly ('vcpus' | 'memory' | 'disk')[]
  /** Nova's run_filter_once_per_request: skipped for the second and later instances of a request. */
  readonly oncePerRequest?: boolean
  /** Nova's RUN_ON_REBUILD: asked on a rebuild too, in releases that have the rule. */
  readonly onRebuild?: boolean
  /** Depends on more than the request, the hosts and its options: never remembered. */
  readonly volatile?: boolean
  create(env: PluginEnv<O>): PrepareFilter | FilterParts
}

/** A filter: tests a host for a request. */
export type Filter = Marked<FilterDefinition>

/** Declares a filter. */
export function defineFilter<const O extends OptionSpecs = Record<never, never>>(
  definition: FilterDefinition<O>,
): Filter {
  return mark('filter', { ...definition })
}
