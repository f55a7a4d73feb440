import { isNovaSchedError } from './errors.ts'
import type { Cloud } from './hosts/cloud.ts'
import type { HostLiveness } from './hosts/compute-service.ts'
import type { Inventory, ServiceRecord } from './inventory/inventory.ts'
import type { Liveness } from './plugin/servicegroup-driver.ts'
import type { Service } from './plugin/service-store.ts'
import type { ServiceGroup } from './servicegroup/servicegroup.ts'

/** The group that compute services join. */
const COMPUTE_TOPIC = 'compute'

/**
 * Keeps the hosts of a cloud as alive as a ServiceGroup says they are. A store that cannot be asked leaves them
 * unknown: whoever reads that is told.
 *
 * @returns ends it
 */
export async function keepAlive(cloud: Cloud, group: Pick<ServiceGroup, 'liveness' | 'follow'>): Promise<() => void> {
  const told = new Map<string, HostLiveness>()
  const tell = (liveness: Liveness | null, why: string): void => {
    for (const host of cloud.hostNames()) {
      const { state, why: reason } = liveness?.of(host) ?? { state: 'unknown' as const, why }
      if (told.get(host)?.state === state) continue
      told.set(host, { state, why: reason })
      cloud.apply({ kind: 'update_liveness', host, liveness: { state, why: reason } })
    }
  }
  const first = await group.liveness(COMPUTE_TOPIC, cloud.hostNames()).catch((error: unknown) => {
    if (!isNovaSchedError(error)) throw error
    return error
  })
  if (first instanceof Error) tell(null, first.message)
  else tell(first, '')
  return group.follow(COMPUTE_TOPIC, (liveness) =>
    tell(liveness, 'ServiceGroup unavailable: its store cannot be asked'),
  )
}

/**
 * An inventory with the service records of the database in place of its own: a host of which it holds none has none.
 * Without a database it is as it was.
 *
 * @throws STORE_UNAVAILABLE, STORE_INVALID
 */
export async function withStoredServices(inventory: Inventory, group: ServiceGroup): Promise<Inventory> {
  if (group.store === null) return inventory
  const services = await group.store.list({ topic: COMPUTE_TOPIC })
  const byHost = new Map(services.map((service) => [service.host, recordOf(service)]))
  return { ...inventory, hosts: inventory.hosts.map((host) => ({ ...host, service: byHost.get(host.host) ?? null })) }
}

function recordOf({ binary, topic, disabled, disabledReason, forcedDown }: Service): ServiceRecord {
  return { binary, topic, disabled, disabled_reason: disabledReason, forced_down: forcedDown }
}
