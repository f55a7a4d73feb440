import type { Host } from './host.ts'
import type { Request } from './request.ts'

/** The request as the next instance sees it: a chosen host has joined the hosts of the server group. */
export function growGroup(request: Request, { host }: Pick<Host, 'host'>): Request {
  const { group } = request
  if (!group.updated || group.hosts.includes(host)) return request
  const grown = Object.freeze({ ...group, hosts: Object.freeze([...group.hosts, host]) })
  return Object.freeze({ ...request, group: grown })
}
