import type { Host } from '../plugin/host.ts'
import type { Request } from '../plugin/request.ts'

/** Hosts that a request leaves in before any filter is asked. */
export interface Preselected {
  /** Places in the list of hosts. */
  readonly candidates: readonly number[]
  /** Whether filters are asked at all: forced hosts pass without. */
  readonly asksFilters: boolean
}

/** What is worth telling of the names that a request forces or ignores. */
export function preselectNotes(hosts: readonly Host[], request: Request): readonly string[] {
  const { forceHosts, forceNodes, ignoreHosts } = request
  const named = forceHosts.length + forceNodes.length + (ignoreHosts?.length ?? 0)
  if (named === 0) return []
  const names = new Set(hosts.map(({ host }) => host))
  const nodes = new Set(hosts.map(({ nodename }) => nodename))
  return [
    ...(forceHosts.length + forceNodes.length > 0 ? ['a forced host skips every filter'] : []),
    ...forceHosts.filter((host) => !names.has(host)).map((host) => `the forced host ${host} is no candidate`),
    ...forceNodes.filter((node) => !nodes.has(node)).map((node) => `the forced node ${node} is no candidate`),
    ...(ignoreHosts ?? []).filter((host) => !names.has(host)).map((host) => `the ignored host ${host} is no candidate`),
  ]
}

/**
 * Takes out ignored hosts, then keeps forced hosts and nodes (both given: their intersection). Names compare exactly.
 * When forced ones are left, no filter is asked; when none is left, the filters see an empty list (Kilo).
 */
export function preselect(hosts: readonly Host[], candidates: readonly number[], request: Request): Preselected {
  const ignored = new Set(request.ignoreHosts ?? [])
  const forcedHosts = request.forceHosts.length > 0 ? new Set(request.forceHosts) : null
  const forcedNodes = request.forceNodes.length > 0 ? new Set(request.forceNodes) : null
  if (ignored.size === 0 && forcedHosts === null && forcedNodes === null) return { candidates, asksFilters: true }
  const left = candidates.filter((slot) => {
    const { host, nodename } = hosts[slot] as Host
    return !ignored.has(host) && (forcedHosts?.has(host) ?? true) && (forcedNodes?.has(nodename) ?? true)
  })
  const isForced = forcedHosts !== null || forcedNodes !== null
  return { candidates: left, asksFilters: !isForced || left.length === 0 }
}
