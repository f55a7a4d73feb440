import { createScheduler } from '../../src/scheduler.ts'
import { isNovaSchedError } from '../../src/errors.ts'
import type { Conf } from '../../src/conf/index.ts'
import type { Inventory } from '../../src/inventory/inventory.ts'
import type { NovaRequest } from '../../src/request/index.ts'
import { IN_TREE } from '../scheduling.ts'

/** What a scheduler decides of requests, one after another, hosts by their place in the inventory; or an error's code. */
export async function decisions(
  conf: Conf,
  inventory: Inventory,
  makeRequests: () => readonly NovaRequest[],
): Promise<unknown> {
  const place = (wanted: { readonly host: string; readonly nodename: string | null }): number =>
    inventory.hosts.findIndex(({ host, nodename = host }) => {
      return host === wanted.host && (wanted.nodename ?? nodename) === nodename
    })
  const told: unknown[] = []
  try {
    const scheduler = await createScheduler({ conf, inventory, resolveFrom: [IN_TREE], clock: () => 0 })
    for (const request of makeRequests()) {
      const { destinations, error, instances, skipped } = await scheduler.select(request, { hosts: true })
      told.push({
        destinations: destinations.map((each) => [place(each), each.weight, each.limits]),
        error: error && [error.code, error.plugin, error.reasons, error.cause?.code, error.placed?.map(place)],
        funnels: instances.map(({ funnel }) => funnel),
        rejected: instances.map(({ rejected = [] }) => {
          return rejected.map(({ filter, reason, ...node }) => [place(node), filter, reason])
        }),
        skipped: skipped.map(place),
      })
    }
    return told
  } catch (error) {
    if (isNovaSchedError(error)) return error.code
    throw error
  }
}
