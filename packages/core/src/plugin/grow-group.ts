import type { Host } from './host.ts'
import type { Request } from './request.ts'
import { deepFreeze } from '../util/freeze.ts'

/** The request as the next instance sees it: a chosen host has joined the hosts of the server group. */
export function growGroup(request: Request, { host }: Pick<Host, 'host'>): Request {
  const { group } = request
  if (!group.updated || group.hosts.includes(host)) return request
  return deepFreeze({ ...request, group: { ...group, hosts: [...group.hosts, host] } })
}
