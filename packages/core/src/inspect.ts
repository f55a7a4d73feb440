import { Cloud } from './hosts/cloud.ts'
import { HostStates } from './hosts/host-states.ts'
import { runFilters } from './filter/run.ts'
import { hostsView } from './memory/hosts-view.ts'
import { newRecorder } from './memory/request-view.ts'
import type { Inventory } from './inventory/inventory.ts'
import { fault } from './plugin/fault.ts'
import type { Host } from './plugin/host.ts'
import type { Limits, Request } from './plugin/request.ts'
import type { Verdict } from './plugin/verdict.ts'
import { clamp } from './weigh/normalize.ts'
import { setUp, type SetUp, type SetUpOptions } from './set-up.ts'

/** What one filter says of one host, and the limits that it would leave on it. */
export interface FilterAnswer {
  readonly verdict: Verdict
  readonly limits: Limits
}

/** Asks single plugins about single hosts, beside any decision: nothing is claimed or remembered. */
export interface Inspector {
  readonly hosts: readonly Host[]
  /** Names of the enabled filters, in order; one may occur twice. */
  readonly filters: readonly string[]
  readonly weighers: readonly string[]
  /**
   * What a filter says of a host, whatever others say.
   *
   * @throws PLUGIN_FAULT when it breaks
   */
  askFilter(name: string, host: Host, request: Request): Promise<FilterAnswer>
  /** The raw weight of a host, clamped in releases that clamp; what the weigher throws is thrown. */
  rawWeight(name: string, host: Host, request: Request): number | null
}

/**
 * Makes an inspector over an inventory.
 *
 * @throws what `createScheduler` throws, and PLUGIN_FAULT when a host's record breaks the reading of all
 */
export async function createInspector(
  options: SetUpOptions & {
    readonly inventory: Pick<Inventory, 'hosts' | 'aggregates'>
    /** Only the hosts of this cell; null or absent: those of all. */
    readonly cell?: string | null
  },
): Promise<Inspector> {
  const made = await setUp(options)
  const states = new HostStates(made.hostManager, made.rules, made.log)
  const { hosts } = states.refresh(new Cloud(options.inventory, made.rules), { cell: options.cell ?? null })
  return {
    hosts,
    filters: made.filters.map(({ name }) => name),
    weighers: made.weighers.map(({ name }) => name),
    askFilter: (name, host, request) => askFilter(made, hosts, name, host, request),
    rawWeight: (name, host, request) => rawWeight(made, hosts, name, host, request),
  }
}

async function askFilter(
  made: SetUp,
  hosts: readonly Host[],
  name: string,
  host: Host,
  request: Request,
): Promise<FilterAnswer> {
  const filter = byName(made.filters, name)
  const rejections: Exclude<Verdict, true>[] = []
  const round = {
    request,
    hosts,
    instance: 0,
    rules: made.rules,
    signal: new AbortController().signal,
    onReject: (_host: Host, _filter: string, no: Exclude<Verdict, true>) => void rejections.push(no),
  }
  await runFilters([filter], [hosts.indexOf(host)], round)
  const [verdict = true] = rejections
  return { verdict, limits: verdict === true ? (filter.parts.limits?.(host, request) ?? {}) : {} }
}

function rawWeight(made: SetUp, hosts: readonly Host[], name: string, host: Host, request: Request): number | null {
  const { prepare, multiplierOf, extremes } = byName(made.weighers, name)
  const raw = prepare(request, hostsView({ request, hosts }, newRecorder()))(host, { multiplier: multiplierOf(host) })
  if (made.rules.extremesAreRemembered) return raw
  if (raw === null) throw fault('TYPE_MISMATCH', 'the raw weight is null: the node has not reported the value')
  const column = Float64Array.of(raw)
  clamp(column, extremes)
  return column[0] as number
}

function byName<T extends { readonly name: string }>(plugins: readonly T[], name: string): T {
  const found = plugins.find((plugin) => plugin.name === name)
  if (found === undefined) throw new RangeError(`${name} is not enabled`)
  return found
}
