import { Cloud } from './hosts/cloud.ts'
import { HostStates } from './hosts/host-states.ts'
import { runFilters } from './filter/run.ts'
import { hostsView } from './memory/hosts-view.ts'
import { newRecorder } from './memory/request-view.ts'
import type { Inventory } from './inventory/inventory.ts'
import type { Host } from './plugin/host.ts'
import type { DataMap, Request } from './plugin/request.ts'
import type { Verdict } from './plugin/verdict.ts'
import { setUp, type SetUp, type SetUpOptions } from './set-up.ts'

/** What one filter says of one host, and the limits that it would leave on it. */
export interface FilterAnswer {
  readonly verdict: Verdict
  readonly limits: DataMap<number>
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
  /** The raw weight of a host; what the weigher throws is thrown. */
  rawWeight(name: string, host: Host, request: Request): number | null
}

/**
 * Makes an inspector over an inventory.
 *
 * @throws what `createScheduler` throws, and PLUGIN_FAULT when a host's record breaks the reading of all
 */
export async function createInspector(
  options: SetUpOptions & { readonly inventory: Pick<Inventory, 'hosts' | 'aggregates'> },
): Promise<Inspector> {
  const made = await setUp(options)
  const states = new HostStates(made.hostManager, made.rules, made.log)
  const { hosts } = states.refresh(new Cloud(options.inventory, made.rules))
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
    signal: new AbortController().signal,
    onReject: (_host: Host, _filter: string, no: Exclude<Verdict, true>) => void rejections.push(no),
  }
  await runFilters([filter], [hosts.indexOf(host)], round)
  const [verdict = true] = rejections
  return { verdict, limits: verdict === true ? (filter.parts.limits?.(host, request) ?? {}) : {} }
}

function rawWeight(made: SetUp, hosts: readonly Host[], name: string, host: Host, request: Request): number | null {
  const { prepare, multiplier } = byName(made.weighers, name)
  return prepare(request, hostsView(hosts, newRecorder()))(host, { multiplier })
}

function byName<T extends { readonly name: string }>(plugins: readonly T[], name: string): T {
  const found = plugins.find((plugin) => plugin.name === name)
  if (found === undefined) throw new RangeError(`${name} is not enabled`)
  return found
}
