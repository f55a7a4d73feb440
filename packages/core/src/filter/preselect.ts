import type { NovaSchedError } from '../errors.ts'
import { fault } from '../plugin/fault.ts'
import type { Host } from '../plugin/host.ts'
import type { Request, RequestedDestination } from '../plugin/request.ts'
import type { Rules } from '../plugin/rules.ts'
import { checkType } from './check-type.ts'

/** Hosts that a request leaves in before any filter is asked. */
export interface Preselected {
  /** Places in the list of hosts. */
  readonly candidates: readonly number[]
  /** Whether filters are asked at all: forced hosts pass without. */
  readonly asksFilters: boolean
}

type NameRules = Pick<Rules, 'hostNamesIgnoreCase' | 'forcingNoneAsksFilters' | 'checksAskFilters'>

/** What is worth telling of a rebuild, and of the names that a request forces, ignores or wants to go to. */
export function preselectNotes(
  hosts: readonly Host[],
  request: Request,
  rules: NameRules & Pick<Rules, 'rebuildSkipsFilters'>,
): readonly string[] {
  return [
    ...(rules.rebuildSkipsFilters && request.hints !== null && checkType(request) === 'rebuild' ? [REBUILD] : []),
    ...nameNotes(hosts, request, rules),
  ]
}

const REBUILD = 'a rebuild: only filters that say that they concern it are asked, the others let every host pass'

function nameNotes(hosts: readonly Host[], request: Request, rules: NameRules): readonly string[] {
  const { forceHosts, forceNodes, ignoreHosts, requestedDestination } = request
  const named = forceHosts.length + forceNodes.length + (ignoreHosts?.length ?? 0)
  const wanted = requestedDestination?.host
  if (named === 0 && wanted === undefined) return []
  const written = writtenBy(rules)
  const names = new Set(hosts.map(({ host }) => written(host)))
  const nodes = new Set(hosts.map(({ nodename }) => nodename))
  const isChecked = rules.checksAskFilters && request.hints !== null && isCheck(request)
  const isForced = forceHosts.length + forceNodes.length > 0 && !isChecked
  const isUnknown = (host: string): boolean => !names.has(written(host))
  return [
    ...(isForced ? ['a forced host skips every filter'] : []),
    ...forceHosts.filter(isUnknown).map((host) => `the forced host ${host} is no candidate`),
    ...forceNodes.filter((node) => !nodes.has(node)).map((node) => `the forced node ${node} is no candidate`),
    ...(ignoreHosts ?? []).filter(isUnknown).map((host) => `the ignored host ${host} is no candidate`),
    ...(wanted === undefined || hosts.some(isWanted(requestedDestination))
      ? []
      : [`the requested destination ${destinationText(requestedDestination)} is no candidate`]),
  ]
}

/**
 * Keeps the requested destination, takes out ignored hosts, then keeps forced hosts and nodes (both given: their
 * intersection). Forced ones that are left pass without any filter, unless the request is a check of a host.
 *
 * @throws FIELD_NOT_LOADED when a host is asked for and it is not told which node. ATTRIBUTE_MISSING when hosts are
 * ignored or forced and hints are null, in releases that look for a check in them; not when ignoring leaves none
 */
export function preselect(
  hosts: readonly Host[],
  candidates: readonly number[],
  request: Request,
  rules: NameRules,
): Preselected {
  const written = writtenBy(rules)
  const namesOf = (names: readonly string[]) => (names.length > 0 ? new Set(names.map(written)) : null)
  const ignored = namesOf(request.ignoreHosts ?? [])
  const forcedHosts = namesOf(request.forceHosts)
  const forcedNodes = request.forceNodes.length > 0 ? new Set(request.forceNodes) : null
  const { requestedDestination: wanted } = request
  const isDestination = isWanted(wanted)
  if (wanted?.host !== undefined && wanted.node === undefined) throw noNodeTold(wanted)
  const isForced = forcedHosts !== null || forcedNodes !== null
  if (ignored === null && !isForced && wanted?.host === undefined) return { candidates, asksFilters: true }
  const kept = candidates.filter((slot) => {
    const host = hosts[slot] as Host
    return isDestination(host) && !ignored?.has(written(host.host))
  })
  const looksForCheck = rules.checksAskFilters && (isForced || ignored !== null)
  if (looksForCheck && ignored !== null && kept.length === 0) return { candidates: kept, asksFilters: !isForced }
  const isChecked = looksForCheck && isCheck(request)
  const left = kept.filter((slot) => {
    const { host, nodename } = hosts[slot] as Host
    return (forcedHosts?.has(written(host)) ?? true) && (forcedNodes?.has(nodename) ?? true)
  })
  const noneLeft = left.length === 0 && rules.forcingNoneAsksFilters
  return { candidates: left, asksFilters: !isForced || isChecked || noneLeft }
}

/** The filters that are asked about what is left. */
export function filtersFor<T>({ candidates, asksFilters }: Preselected, filters: readonly T[]): readonly T[] {
  return asksFilters && candidates.length > 0 ? filters : []
}

/** How names of hosts are written where they are compared. */
export function writtenBy({ hostNamesIgnoreCase }: Pick<Rules, 'hostNamesIgnoreCase'>): (name: string) => string {
  return hostNamesIgnoreCase ? (name) => name.toLowerCase() : (name) => name
}

/** Whether a request only asks if a host would still do: Nova's hint for itself. */
function isCheck(request: Request): boolean {
  const check = checkType(request)
  return check !== undefined && !(Array.isArray(check) && check.length === 0)
}

/** Whether a host is the requested destination; each is, where none is requested. */
export function isWanted(wanted: RequestedDestination | null): (host: Host) => boolean {
  if (wanted?.host === undefined) return () => true
  return ({ host, nodename }) => host === wanted.host && (!wanted.node || nodename === wanted.node)
}

function noNodeTold({ host }: RequestedDestination): NovaSchedError {
  const message = `requested_destination names the host ${host} and no node: say node: null for any of its nodes`
  return fault('FIELD_NOT_LOADED', message, { field: 'node' })
}

function destinationText(wanted: RequestedDestination | null): string {
  return [wanted?.host ?? 'null', ...(wanted?.node && wanted.node !== wanted.host ? [wanted.node] : [])].join(', node ')
}
