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

/** What is worth telling of the names that a request forces, ignores or wants to go to. */
export function preselectNotes(hosts: readonly Host[], request: Request, rules: NameRules): readonly string[] {
  const { forceHosts, forceNodes, ignoreHosts, requestedDestination } = request
  const named = forceHosts.length + forceNodes.length + (ignoreHosts?.length ?? 0)
  const wanted = requestedDestination?.host
  if (named === 0 && wanted === undefined) return []
  const written = writtenBy(rules)
  const names = new Set(hosts.map(({ host }) => written(host)))
  const nodes = new Set(hosts.map(({ nodename }) => nodename))
  const isForced = forceHosts.length + forceNodes.length > 0 && !(rules.checksAskFilters && isCheck(request))
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
 * @throws ATTRIBUTE_MISSING when hosts are forced and hints are null, in releases that look for a check in them
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
  const narrows = wanted?.host !== undefined
  const isForced = forcedHosts !== null || forcedNodes !== null
  if (ignored === null && !isForced && !narrows) return { candidates, asksFilters: true }
  const left = candidates.filter((slot) => {
    const host = hosts[slot] as Host
    if (narrows && !isWanted(wanted)(host)) return false
    const name = written(host.host)
    return !ignored?.has(name) && (forcedHosts?.has(name) ?? true) && (forcedNodes?.has(host.nodename) ?? true)
  })
  const isChecked = isForced && rules.checksAskFilters && isCheck(request)
  const noneLeft = left.length === 0 && rules.forcingNoneAsksFilters
  return { candidates: left, asksFilters: !isForced || isChecked || noneLeft }
}

function writtenBy({ hostNamesIgnoreCase }: NameRules): (name: string) => string {
  return hostNamesIgnoreCase ? (name) => name.toLowerCase() : (name) => name
}

/** Whether a request only asks if a host would still do: Nova's hint for itself. */
function isCheck(request: Request): boolean {
  const check = checkType(request)
  return check !== undefined && !(Array.isArray(check) && check.length === 0)
}

function isWanted(wanted: RequestedDestination | null): (host: Host) => boolean {
  return ({ host, nodename }) => host === wanted?.host && (!wanted.node || nodename === wanted.node)
}

function destinationText(wanted: RequestedDestination | null): string {
  return [wanted?.host ?? 'null', ...(wanted?.node ? [wanted.node] : [])].join(', node ')
}
